import { type PersonAnalysis, REGIONS, type Region } from '../../analysis.ts';
import { boxAbove, cropPlane, cropRaster, padPlane } from '../../pixels/crop.ts';
import { clamp } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import type { Placement } from '../try-on/placement.ts';
import { withSameCloth } from './cloth.ts';

/** Radius in pixels and variance of the filter that aligns parts with the edges of the picture. */
const EDGE_RADIUS = 4;
const EDGE_VARIANCE = 2e-4;
/** Greatest distance in pixels at which the filter still sees a pixel: twice its radius, and two for its half size. */
const EDGE_REACH = 2 * EDGE_RADIUS + 2;
/** Least share of the person in a pixel of a part; less is invisible. */
const PERSON_MIN = 1 / 256;
/** Slope of the edge between two garments of the same colour, because a hem is a line. */
const HEM_SLOPE = 6;
/** Regions of garments. */
const GARMENTS: readonly Region[] = ['upper', 'lower'];
/** Least probability of another part that excludes a pixel, whatever its colour. */
const OTHER_SURE = 0.8;

/** The parts of a person, at the size of a picture and along its edges. */
export interface PersonParts {
  /** Share of each pixel that belongs to the given regions. */
  find(regions: readonly Region[]): Plane;
  /**
   * The found part of the given regions, extended to neighbouring pixels of the same cloth that belong to no other
   * part.
   */
  withSameCloth(found: Plane, regions: readonly Region[]): Plane;
}

/**
 * The parts of a person in a picture. `matte` is the share of each pixel that is the person. The search covers only the
 * surroundings of the person.
 */
export function personParts(
  { regions: map }: PersonAnalysis,
  picture: Raster,
  placement: Placement,
  matte: Plane,
): PersonParts {
  const box = boxAbove(matte, PERSON_MIN, EDGE_REACH, EDGE_REACH);
  const shown = cropRaster(picture, box);
  const person = cropPlane(matte, box);
  const within = placement.within(box);
  const sharpen = guidedFilter(shown, EDGE_RADIUS, EDGE_VARIANCE);
  const sumOf = (regions: readonly Region[]) => {
    const sum = new Float32Array(person.data.length);
    for (const region of regions) {
      const plane = within.lay(map.probability[region]);
      for (let i = 0; i < sum.length; i++) sum[i] += plane[i];
    }
    return sum;
  };
  /** Share of each pixel that is the person and almost certainly no other part. */
  const notOf = (wanted: readonly Region[]) => {
    const others = REGIONS.filter((region) => region !== 'background' && !wanted.includes(region));
    const likeliest = new Float32Array(map.width * map.height);
    for (const region of others) {
      const { data } = map.probability[region];
      for (let i = 0; i < likeliest.length; i++) if (data[i] > likeliest[i]) likeliest[i] = data[i];
    }
    const other = within.lay({ width: map.width, height: map.height, data: likeliest });
    const own = sumOf(wanted);
    const beside = sumOf(GARMENTS.filter((region) => !wanted.includes(region)));
    return planeOf(
      own.length,
      (i) =>
        person.data[i] *
        clamp((OTHER_SURE - other[i]) / (1 - OTHER_SURE)) *
        clamp((own[i] - beside[i]) * HEM_SLOPE + 1),
    );
  };
  return {
    find(regions) {
      const soft = sharpen(sumOf(regions));
      const data = planeOf(soft.length, (i) => clamp((soft[i] - 0.5) * 3 + 0.5) * person.data[i]);
      return padPlane({ ...person, data }, picture, box);
    },
    withSameCloth(found, regions) {
      const part = withSameCloth(shown, cropPlane(found, box), notOf(regions), picture.height);
      return padPlane(part, picture, box);
    },
  };
}

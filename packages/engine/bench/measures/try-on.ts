import type { GarmentAnalysis, PersonAnalysis, Region } from '../../src/analysis.ts';
import { distanceTo } from '../../src/pixels/distance.ts';
import { dot, subtract } from '../../src/pixels/geometry.ts';
import { maskOf } from '../../src/pixels/planes.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { framePhoto } from '../../src/steps/try-on/frame-photo.ts';
import type { Figures } from './figures.ts';
import { deltaE, difference, likeness, medianLab, percentOf } from './pixels.ts';

/** A worn garment: its look, and the regions of the clothes that it replaces. */
export interface PutOn {
  readonly regions: readonly Region[];
  readonly photo: Pick<GarmentAnalysis, 'raster' | 'alpha'>;
}

/** Away from the person by this share of the height nothing may change. */
const AWAY = 0.14;
/** Share of the face's radius within which hair and hats do not reach. */
const FACE = 0.8;
/** Least probability of old clothes for a pixel to count as left over. */
const SURE = 0.9;
/**
 * Where a garment is whatever its cut: lengths of the torso down from the shoulders, and widths of the shoulders from
 * the middle.
 */
const TOP_PLACE = { from: 0.1, to: 0.95, aside: 0.5 };
const BOTTOM_PLACE = { from: 1.4, to: 1.6, aside: 0.4 };
/** Differences in bytes up to which a pixel is the photo's, and from which it shows something else. */
const SAME = 2;
const OTHER = 12;

/**
 * Measures a try-on. Kept: face and far background against the photo. Colour: each garment in its photo against the
 * changed pixels where it certainly is; the worst of them. Left over: pixels of the replaced clothes that still equal
 * the photo.
 */
export async function measureTryOn(
  bytes: Uint8Array,
  person: PersonAnalysis,
  garments: readonly PutOn[],
  result: Raster,
): Promise<Figures> {
  const { photo, planes } = await laidOut(bytes, person, result);
  const { width, height } = result;
  const away = distanceTo(
    maskOf(width * height, (i) => planes.matte[i] > 0.3),
    width,
    height,
  );
  const worn = (regions: readonly Region[], least: number) => (i: number) =>
    regions.some((region) => planes.regions[region][i] > least);
  const colours = garments.flatMap((garment) => {
    const own = medianLab(garment.photo.raster, (i) => garment.photo.alpha.data[i] > SURE);
    const place = garment.regions.includes('upper') ? TOP_PLACE : BOTTOM_PLACE;
    const seen = medianLab(result, (i) => planes.isAt(i, place) && difference(result, photo, i) > OTHER);
    return own && seen ? [deltaE(own, seen)] : [];
  });
  const replaced = worn(
    garments.flatMap(({ regions }) => regions),
    SURE,
  );
  return {
    keptDb: likeness(result, photo, (i) => planes.isFace(i) || away[i] > AWAY * height),
    ...(colours.length > 0 ? { colourDeltaE: Math.max(...colours) } : {}),
    leftOverPercent: percentOf(width * height, replaced, (i) => difference(result, photo, i) <= SAME),
  };
}

/** The photo as the output holds it, with the known regions of its pixels. */
async function laidOut(bytes: Uint8Array, person: PersonAnalysis, { width, height }: Raster) {
  const { photo, placement } = await framePhoto(bytes, person, { width, height }, 'smooth');
  const { probability } = person.regions;
  const { faceVisible, faceCentre, faceRadius, shoulderCentre, down, across, torsoLength, shoulderWidth } =
    person.frame;
  const face = placement.toOutput(faceCentre);
  const reach = faceVisible ? faceRadius * placement.scale * FACE : 0;
  return {
    photo,
    planes: {
      matte: placement.lay(person.matte),
      regions: {
        background: placement.lay(probability.background),
        hair: placement.lay(probability.hair),
        skin: placement.lay(probability.skin),
        upper: placement.lay(probability.upper),
        lower: placement.lay(probability.lower),
        shoes: placement.lay(probability.shoes),
        other: placement.lay(probability.other),
      },
      isAt(i: number, { from, to, aside }: typeof TOP_PLACE) {
        const at = subtract(placement.placeOf(i), shoulderCentre);
        const share = dot(at, down) / torsoLength;
        return share > from && share < to && Math.abs(dot(at, across)) < aside * shoulderWidth;
      },
      isFace: (i: number) => Math.hypot((i % width) - face.x, Math.floor(i / width) - face.y) < reach,
    },
  };
}

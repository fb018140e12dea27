import type { Region, RegionMap } from '../../analysis.ts';
import { type Box, laidInto, padPlane } from '../../pixels/crop.ts';
import type { Plane, Size } from '../../pixels/raster.ts';

/** Puts the map of a part of a picture back at its box in a map of `size`. Pixels outside the box are background. */
export function padRegions(map: RegionMap, size: Size, box: Box): RegionMap {
  const pad = (region: Region) => padPlane(map.probability[region], size, box, region === 'background' ? 1 : 0);
  const bag = padPlane(map.bag, size, box, 0);
  const labels = laidInto(new Uint8Array(size.width * size.height), map.labels, 1, size.width, box);
  return { ...map, ...size, labels, bag, probability: eachRegion(pad) };
}

/** The planes of all regions, each by its name. */
export function eachRegion(plane: (region: Region) => Plane): Record<Region, Plane> {
  return {
    background: plane('background'),
    hair: plane('hair'),
    skin: plane('skin'),
    upper: plane('upper'),
    lower: plane('lower'),
    shoes: plane('shoes'),
    other: plane('other'),
  };
}

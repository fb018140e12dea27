import { REGIONS, type Region, type RegionMap } from '../src/analysis.ts';
import { pixelMiddle } from '../src/pixels/geometry.ts';
import { planeOf } from '../src/pixels/planes.ts';
import type { Size } from '../src/pixels/raster.ts';

/** A map in which each pixel surely is of the region that `at` gives for its middle. */
export function drawnRegions({ width, height }: Size, at: (x: number, y: number) => Region): RegionMap {
  const names = Array.from({ length: width * height }, (_, i) => {
    const { x, y } = pixelMiddle(i, width);
    return at(x, y);
  });
  const of = (region: Region) => ({ width, height, data: planeOf(names.length, (i) => (names[i] === region ? 1 : 0)) });
  return {
    width,
    height,
    scale: 1,
    labels: Uint8Array.from(names, (name) => REGIONS.indexOf(name)),
    probability: {
      background: of('background'),
      hair: of('hair'),
      skin: of('skin'),
      upper: of('upper'),
      lower: of('lower'),
      shoes: of('shoes'),
      other: of('other'),
    },
    wearsDress: false,
  };
}

import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import type { Point } from '../../pixels/raster.ts';

/** The region at a place in pixels of the analysed person. Null outside the map. */
export function regionAt(
  { width, height, scale, labels }: Pick<RegionMap, 'width' | 'height' | 'scale' | 'labels'>,
  p: Point,
): Region | null {
  const x = Math.floor(p.x / scale);
  const y = Math.floor(p.y / scale);
  return x >= 0 && y >= 0 && x < width && y < height ? REGIONS[labels[y * width + x]] : null;
}

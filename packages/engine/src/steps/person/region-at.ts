import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { clamp } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';

/** The region of a place, in pixels of the analysed person; null beyond the map. */
export function regionAt(
  { width, height, scale, labels }: Pick<RegionMap, 'width' | 'height' | 'scale' | 'labels'>,
  p: Point,
): Region | null {
  const x = Math.floor(p.x / scale);
  const y = Math.floor(p.y / scale);
  return x >= 0 && y >= 0 && x < width && y < height ? REGIONS[labels[y * width + x]] : null;
}

/** The same, and beyond the map that of its nearest pixel: a photo may reach a pixel farther than its map does. */
export function nearestRegion({ width, height, scale, labels }: RegionMap, p: Point): Region {
  const x = clamp(Math.floor(p.x / scale), 0, width - 1);
  const y = clamp(Math.floor(p.y / scale), 0, height - 1);
  return REGIONS[labels[y * width + x]];
}

import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { clamp } from '../../pixels/geometry.ts';
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

/**
 * The region at a place in pixels of the analysed person. Outside the map, that of the nearest pixel: a photo may
 * extend one pixel beyond its map.
 */
export function nearestRegion({ width, height, scale, labels }: RegionMap, p: Point): Region {
  const x = clamp(Math.floor(p.x / scale), 0, width - 1);
  const y = clamp(Math.floor(p.y / scale), 0, height - 1);
  return REGIONS[labels[y * width + x]];
}

import { type PersonAnalysis, REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { pixelMiddle } from '../../pixels/geometry.ts';
import { maskOf, sumOf } from '../../pixels/planes.ts';
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

/** Area of a region where a place counts, in squares of the shoulders' width. */
export function regionArea(
  { regions: { labels, width, scale }, frame }: PersonAnalysis,
  region: Region,
  counts: (place: Point) => boolean = () => true,
): number {
  const wanted = REGIONS.indexOf(region);
  const covered = maskOf(labels.length, (i) => labels[i] === wanted && counts(pixelMiddle(i, width, scale)));
  return sumOf(covered) * (scale / frame.shoulderWidth) ** 2;
}

import { checkpoint } from '../checkpoint.ts';
import type { Box } from './crop.ts';
import { clamp } from './geometry.ts';
import type { Point } from './raster.ts';

/** Samples along each side of a pixel. */
const SAMPLES = 4;

/**
 * Share of each pixel of a box that lies inside a polygon (even-odd rule), 0 to 1 in steps of a sixteenth. Fills the
 * spans between the edges of the polygon, one line of samples after another.
 */
export function polygonCover(polygon: readonly Point[], { left, top, width, height }: Box): Float32Array {
  const cover = new Float32Array(width * height);
  for (let line = 0; line < height * SAMPLES; line++) {
    checkpoint();
    const row = Math.floor(line / SAMPLES) * width;
    const ends = crossings(polygon, top + (line + 0.5) / SAMPLES).map((x) =>
      clamp(Math.ceil((x - left) * SAMPLES - 0.5), 0, width * SAMPLES),
    );
    for (let k = 0; k < ends.length; k += 2)
      for (let sample = ends[k]; sample < ends[k + 1]; sample++)
        cover[row + Math.floor(sample / SAMPLES)] += 1 / SAMPLES ** 2;
  }
  return cover;
}

/** True if a point lies inside a polygon (even-odd rule). */
export function insidePolygon(polygon: readonly Point[], { x, y }: Point): boolean {
  return crossings(polygon, y).filter((place) => place > x).length % 2 === 1;
}

/** The places where a horizontal line crosses the edges of a polygon, from left to right. */
function crossings(polygon: readonly Point[], y: number): number[] {
  const places: number[] = [];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]];
    if (a.y > y !== b.y > y) places.push(a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y));
  }
  return places.sort((a, b) => a - b);
}

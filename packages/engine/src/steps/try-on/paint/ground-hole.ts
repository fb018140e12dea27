import { checkpoint } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';

/** Background to fill and background to copy from, each 1 or 0 a pixel. */
export interface Ground extends Size {
  readonly hole: Uint8Array;
  readonly source: Uint8Array;
  /** The soft edge of the person, mostly background. */
  readonly edge: Uint8Array;
}

/**
 * Extends the hole by hidden parts of the person that the fill needs. They are the soft edge beside a hole that touches
 * no background, and legs of a limited width beside a closed gap. A hole without known pixels around it would stay
 * smooth.
 */
export function groundToFill(
  { hole, source, edge, width, height }: Ground,
  near: number,
  legWidth: number,
): Uint8Array {
  const away = distanceTo(hole, width, height, near);
  const open = maskOf(hole.length, (i) => hole[i] === 1 || (edge[i] === 1 && !source[i] && away[i] <= near));
  for (let y = 0; y < height; y++) {
    checkpoint();
    bridgeRow(open, source, y * width, (y + 1) * width, legWidth);
  }
  return open;
}

/**
 * Opens the runs of a row up to `longest` pixels long that lie beside a part of the hole without background in that
 * row.
 */
function bridgeRow(open: Uint8Array, source: Uint8Array, from: number, to: number, longest: number): void {
  const isPerson = (i: number) => i >= from && i < to && !open[i] && !source[i];
  const runs: [start: number, end: number][] = [];
  for (let start = from; start < to; ) {
    let end = start;
    while (end < to && open[end]) end++;
    if (end > start && isPerson(start - 1) && isPerson(end)) runs.push([start, end]);
    start = Math.max(end, start) + 1;
  }
  for (const [start, end] of runs) {
    let [left, right] = [start, end];
    while (isPerson(left - 1)) left--;
    while (isPerson(right)) right++;
    if (start - left <= longest && left > from) open.fill(1, left, start);
    if (right - end <= longest && right < to) open.fill(1, end, right);
  }
}

import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';

/** Background that is wanted, and where it may be taken from, 1 or 0 a pixel. */
export interface Ground extends Size {
  readonly hole: Uint8Array;
  readonly source: Uint8Array;
}

/**
 * The hole with all of the person that is filled along with it, though it will not be seen: what lies so near it that no ground touches
 * the hole, and legs up to so many pixels wide, behind which ground and its lines go on from one side to the other. A hole that nothing
 * known touches would stay as smooth as what it is begun with.
 */
export function groundToFill({ hole, source, width, height }: Ground, near: number, legWidth: number): Uint8Array<ArrayBuffer> {
  const away = distanceTo(hole, width, height, near);
  const open = maskOf(hole.length, (i) => hole[i] === 1 || (!source[i] && away[i] <= near));
  for (let y = 0; y < height; y++) bridgeRow(open, source, y * width, (y + 1) * width, legWidth);
  return open;
}

/** Opens the runs of a row between the hole and more of it, or the ground, that are no longer than `longest`. */
function bridgeRow(open: Uint8Array, source: Uint8Array, from: number, to: number, longest: number): void {
  let start = from;
  for (let i = from; i <= to; i++) {
    if (i < to && !open[i] && !source[i]) continue;
    const isBetween = start > from && i < to && i - start <= longest && (open[start - 1] === 1 || open[i] === 1);
    if (isBetween) open.fill(1, start, i);
    start = i + 1;
  }
}

import type { Plane } from '../../pixels/raster.ts';
import type { Side } from '../edit/grammar/instruction.ts';

/** Share of a side of the picture that the subject must touch for the side to crop it. */
const TOUCH_SHARE = 0.015;
/** Least matte of a pixel of the subject. */
const SURE = 0.5;

/**
 * The sides of the picture that crop the subject of a matte (1 on it, 0 off it). It cannot be continued beyond them.
 */
export function touchedSides({ width, height, data }: Plane): Side[] {
  const share = (length: number, at: (k: number) => number) => {
    let count = 0;
    for (let k = 0; k < length; k++) if (data[at(k)] > SURE) count++;
    return count / length;
  };
  const shares: Record<Side, number> = {
    left: share(height, (y) => y * width + 1),
    right: share(height, (y) => y * width + width - 2),
    top: share(width, (x) => width + x),
    bottom: share(width, (x) => (height - 2) * width + x),
  };
  return (['left', 'top', 'right', 'bottom'] as const).filter((side) => shares[side] > TOUCH_SHARE);
}

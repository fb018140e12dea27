import type { Plane } from '../../pixels/raster.ts';
import type { Side } from '../edit/grammar/instruction.ts';

/** Share of a side of the picture that the subject must touch to count as cut off by it. */
const TOUCH_SHARE = 0.015;
/** How sure a pixel must be of the subject to count. */
const SURE = 0.5;

/**
 * The sides of the picture that the subject of a matte (1 on it, 0 off it) runs out of: beyond them it cannot be
 * continued.
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

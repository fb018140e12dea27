import { planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import type { Colour } from './grammar/colours.ts';
import type { Pattern } from './grammar/instruction.ts';
import { recolourMasked } from './recolour.ts';

/** Distance between stripes, checks or dots, as a share of the part's width. */
const PITCH = 0.11;
/** Width of a stripe, and radius of a dot, as shares of the pitch. */
const STRIPE = 0.42;
const DOT = 0.24;
/** Width of a pinstripe, as a share of a third of the pitch. */
const PINSTRIPE = 0.1;

/** The picture with a pattern on one part: the second colour in the pattern, with the folds and shade of the cloth. */
export function withPattern(picture: Raster, part: Plane, pattern: Pattern, colour: Colour): Raster {
  const { width, data } = part;
  const pitch = Math.max(6, PITCH * widthOf(part));
  const inked = {
    ...part,
    data: planeOf(data.length, (i) => data[i] * inkAt(pattern, (i % width) / pitch, Math.floor(i / width) / pitch)),
  };
  return recolourMasked(picture, inked, colour);
}

/** Coverage of ink at a place, in units of the pitch, with edges soft over a tenth of it. */
function inkAt(pattern: Pattern, x: number, y: number): number {
  const soft = (inside: number) => Math.min(1, Math.max(0, inside * 10 + 0.5));
  const band = (at: number) => soft(STRIPE / 2 - Math.abs(at - Math.floor(at) - 0.5));
  switch (pattern) {
    case 'stripes':
      return band(y);
    case 'pinstripes':
      return soft(PINSTRIPE / 2 - Math.abs(x * 3 - Math.floor(x * 3) - 0.5));
    case 'checks':
      return Math.min(1, 0.5 * band(x) + 0.5 * band(y));
    case 'dots': {
      const shifted = x + (Math.floor(y) % 2) * 0.5;
      return soft(DOT - Math.hypot(shifted - Math.floor(shifted) - 0.5, y - Math.floor(y) - 0.5));
    }
  }
}

function widthOf({ width, data }: Plane): number {
  let [left, right] = [width, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] < 0.5) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
  }
  return Math.max(1, right - left);
}

import { boxAbove } from '../../pixels/crop.ts';
import { clamp } from '../../pixels/geometry.ts';
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
  const pitch = Math.max(6, PITCH * boxAbove(part, 0.5).width);
  const inked = {
    ...part,
    data: planeOf(data.length, (i) => data[i] * inkAt(pattern, (i % width) / pitch, Math.floor(i / width) / pitch)),
  };
  return recolourMasked(picture, inked, colour);
}

/** Coverage of ink at a place, in units of the pitch, with edges soft over a tenth of it. */
function inkAt(pattern: Pattern, x: number, y: number): number {
  const soft = (inside: number) => clamp(inside * 10 + 0.5);
  /** Distance from the middle of a unit, 0 to 0.5. */
  const aside = (at: number) => Math.abs(at - Math.floor(at) - 0.5);
  const band = (at: number) => soft(STRIPE / 2 - aside(at));
  switch (pattern) {
    case 'stripes':
      return band(y);
    case 'pinstripes':
      return soft(PINSTRIPE / 2 - aside(x * 3));
    case 'checks':
      return 0.5 * band(x) + 0.5 * band(y);
    case 'dots':
      return soft(DOT - Math.hypot(aside(x + (Math.floor(y) % 2) * 0.5), aside(y)));
  }
}

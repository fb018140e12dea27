import { maskOf } from '../../../pixels/planes.ts';
import type { Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { spread } from './spread.ts';
import type { Uncovered } from './uncovered.ts';
import { HAIR_MIN } from './under-hair.ts';

/** Distance from the old garment beyond which hair holds none of its colour, in pixels of the analysis. */
const CLEAR = 3;

/** Paints the colour of the nearest hair in the pixels that become hair. */
export function paintHair(
  { colours, parts, placement }: Scene,
  { becomes, oldDistance }: Uncovered,
  painted: Float32Array,
): void {
  const { scale } = placement;
  const known = maskOf(becomes.length, (i) => parts.hair[i] > HAIR_MIN && oldDistance[i] > CLEAR * scale);
  if (!known.includes(1)) return;
  const nearest = spread(colours, known, placement, 0);
  for (let i = 0; i < becomes.length; i++) if (becomes[i] === BECOMES.hair) painted.set(nearest(i), i * 3);
}

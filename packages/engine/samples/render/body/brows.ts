import { normalize } from '../maths/vector.ts';
import type { HairStyle } from './hair.ts';
import { beardArea, browShare } from './skin.ts';

/** Hairs of the eyebrows, lying outwards; `strength` 0 … 1 is how dense they are. */
export function eyebrows(strength: number): HairStyle {
  return {
    strands: 620 * strength,
    onFace: true,
    seed: 21,
    density: ([x, y, z]) => (z > 5 ? browShare(x, y, 1) : 0),
    length: (_scalp, random) => 0.45 + 0.3 * random(),
    comb: (_at, [x]) => normalize([Math.sign(x) * 0.9, 0.75 - Math.abs(x) * 0.26, 0]),
    stiffness: 0.2,
    volume: () => 0.06,
    clump: 0.2,
    waver: 0.05,
    width: 0.035,
  };
}

/** A short beard. */
export function stubble(strands: number, length: number): HairStyle {
  return {
    strands,
    onFace: true,
    seed: 22,
    density: ([x, y, z]) => beardArea(x, y, z) * 0.8,
    length: (_scalp, random) => length * (0.6 + 0.8 * random()),
    comb: (_at, [x]) => normalize([Math.sign(x) * 0.15, -1, 0.2]),
    stiffness: 0.5,
    volume: () => 0.12,
    clump: 0.1,
    waver: 0.3,
    width: 0.04,
  };
}

import { add, mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Side } from '../body/side.ts';

/** Distance of an outline within the sides of a torso, as a share of its width: the edge of the cloth is soft. */
const WITHIN = 0.012;

/**
 * The outline that a torso fills, in pixels of the analysed person. It lies below its neckline and its shoulders, and
 * slightly inside its sides. Shoulders run from neck to tip, sides from armpit to hem.
 */
export function torsoOutline(
  { down, shoulderWidth }: BodyModel,
  necks: readonly Point[],
  depth: number,
  shoulders: readonly Point[][],
  sides: readonly Point[][],
): Point[] {
  const neckline = Array.from({ length: 21 }, (_, k) => {
    const q = k / 10 - 1;
    return add(mix(necks[0], necks[1], (q + 1) / 2), down, depth * (1 - q * q) + 0.012 * shoulderWidth);
  });
  return [
    ...neckline,
    ...shoulders[1],
    ...withinSide(sides, 1),
    ...withinSide(sides, 0).reverse(),
    ...shoulders[0].toReversed(),
  ];
}

/** A side of a torso, slightly inside it, from armpit to hem. */
export function withinSide(sides: readonly (readonly Point[])[], side: Side): Point[] {
  return sides[side].map((p, k) => mix(p, sides[side === 0 ? 1 : 0][k], WITHIN));
}

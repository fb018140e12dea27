import { add, alongPolyline, dot } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';

/**
 * The place on a leg (hip, knee, ankle; `legLength` long) at a share of it, and the direction there. Straight on beyond
 * the ankle.
 */
export function onLeg(leg: readonly Point[], legLength: number, share: number): { at: Point; direction: Point } {
  const { at, direction } = alongPolyline(leg, Math.min(1, Math.max(0, share)));
  return { at: share > 1 ? add(at, direction, (share - 1) * legLength) : at, direction };
}

/** The unit vector across a leg with the given direction, away from the other leg or towards it. */
export function offLeg({ across }: Pick<BodyModel, 'across'>, side: Side, direction: Point, away: boolean): Point {
  const normal = { x: direction.y, y: -direction.x };
  const outwards = dot(normal, across) * signOf(side) > 0;
  return outwards === away ? normal : { x: -normal.x, y: -normal.y };
}

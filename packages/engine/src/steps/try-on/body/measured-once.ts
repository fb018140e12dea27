import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from './body-model.ts';

/** A body that caches the last measured place. Use it in loops over pixels with several callers for each place. */
export function measuredOnce(body: BodyModel): BodyModel {
  const leg = onceAt((p) => body.leg(p));
  const [left, right] = [onceAt((p) => body.arm(p, 0)), onceAt((p) => body.arm(p, 1))];
  return {
    ...body,
    leg: (p, side) => (side === undefined ? leg(p) : body.leg(p, side)),
    arm: (p, side) => (side === 0 ? left(p) : right(p)),
  };
}

/** The same function with a cache of the last place. */
export function onceAt<T>(measure: (p: Point) => T): (p: Point) => T {
  let last: { readonly p: Point; readonly measured: T } | null = null;
  return (p) => {
    if (last?.p.x !== p.x || last.p.y !== p.y) last = { p: { x: p.x, y: p.y }, measured: measure(p) };
    return last.measured;
  };
}

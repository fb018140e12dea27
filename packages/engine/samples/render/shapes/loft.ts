import { curve } from '../maths/curve.ts';
import { cross, dot, length, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import type { Field } from './field.ts';

/**
 * One cross-section of a {@link loft}: how far the surface lies from the axis in each direction, in centimetres.
 * `right` is the side of `facing × axis`; leaving `left` out mirrors it.
 */
export interface Station {
  /** Distance from the start of the axis, in centimetres. */
  readonly at: number;
  readonly front: number;
  readonly back: number;
  readonly right: number;
  readonly left?: number;
}

/** A body part with a straight axis and free cross-sections: limbs, trunk, sleeves, trouser legs. */
export interface LoftShape {
  readonly start: Vector;
  readonly end: Vector;
  /** Roughly where "front" points; made perpendicular to the axis. */
  readonly facing: Vector;
  readonly stations: readonly Station[];
  /** Exponent of the cross-section's superellipse: 2 an ellipse, 2.5 and more boxier. Default 2. */
  readonly squareness?: number;
}

/** Axis of a loft and its two cross directions, all of length 1. */
function frameOf(shape: LoftShape) {
  const axis = normalize(subtract(shape.end, shape.start));
  const front = normalize(subtract(shape.facing, scale(axis, dot(shape.facing, axis))));
  return { axis, front, right: cross(front, axis) };
}

/**
 * The solid around a straight axis with smoothly changing superelliptic cross-sections and round ends.
 * Its distance is taken within the cross-section, which is right to a few per cent for slender parts.
 */
export function loft(shape: LoftShape): Field {
  const { axis, front, right } = frameOf(shape);
  const span = length(subtract(shape.end, shape.start));
  const [sx, sy, sz] = shape.start;
  const radius = {
    front: curve(shape.stations.map((s) => [s.at, s.front])),
    back: curve(shape.stations.map((s) => [s.at, s.back])),
    right: curve(shape.stations.map((s) => [s.at, s.right])),
    left: curve(shape.stations.map((s) => [s.at, s.left ?? s.right])),
  };
  const power = shape.squareness ?? 2;
  return (x, y, z) => {
    const [px, py, pz] = [x - sx, y - sy, z - sz];
    const along = px * axis[0] + py * axis[1] + pz * axis[2];
    const at = along < 0 ? 0 : along > span ? span : along;
    const u = px * right[0] + py * right[1] + pz * right[2];
    const v = px * front[0] + py * front[1] + pz * front[2];
    const a = Math.abs(u) / (u > 0 ? radius.right(at) : radius.left(at));
    const b = Math.abs(v) / (v > 0 ? radius.front(at) : radius.back(at));
    const gauge = power === 2 ? Math.sqrt(a * a + b * b) : (a ** power + b ** power) ** (1 / power);
    const across = Math.sqrt(u * u + v * v);
    const overshoot = along - at;
    if (gauge < 1e-6)
      return overshoot === 0 ? -Math.min(radius.right(at), radius.front(at)) : Math.abs(overshoot) - radius.right(at);
    return Math.sqrt(across * across + overshoot * overshoot) - across / gauge;
  };
}

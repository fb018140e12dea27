import type { Vector } from '../maths/vector.ts';
import type { Field } from './field.ts';

/** Where a part modelled in its own frame stands in the scene: turned, enlarged, then moved. */
export interface Placement {
  readonly toLocal: (point: Vector) => Vector;
  readonly toScene: (point: Vector) => Vector;
  /** The same solid in scene coordinates. */
  readonly solid: (local: Field) => Field;
}

/** Rows of the matrix that turns about z by `roll`, then x by `pitch`, then y by `yaw` (radians). */
function rotation(yaw: number, pitch: number, roll: number): readonly [Vector, Vector, Vector] {
  const [cy, sy, cp, sp, cr, sr] = [yaw, pitch, roll].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  return [
    [cy * cr + sy * sp * sr, -cy * sr + sy * sp * cr, sy * cp],
    [cp * sr, cp * cr, -sp],
    [-sy * cr + cy * sp * sr, sy * sr + cy * sp * cr, cy * cp],
  ];
}

/**
 * Angles in radians: `yaw` turns to the person's left, `pitch` down, `roll` towards the viewer's left shoulder side.
 */
export interface Turn {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** Places a part: its origin at `origin`, enlarged by `size`. */
export function placement(origin: Vector, turn: Turn, size = 1): Placement {
  const m = rotation(turn.yaw, turn.pitch, turn.roll);
  const local = (x: number, y: number, z: number): Vector => {
    const [dx, dy, dz] = [(x - origin[0]) / size, (y - origin[1]) / size, (z - origin[2]) / size];
    return [
      m[0][0] * dx + m[1][0] * dy + m[2][0] * dz,
      m[0][1] * dx + m[1][1] * dy + m[2][1] * dz,
      m[0][2] * dx + m[1][2] * dy + m[2][2] * dz,
    ];
  };
  return {
    toLocal: (point) => local(...point),
    toScene: ([x, y, z]) => [
      origin[0] + size * (m[0][0] * x + m[0][1] * y + m[0][2] * z),
      origin[1] + size * (m[1][0] * x + m[1][1] * y + m[1][2] * z),
      origin[2] + size * (m[2][0] * x + m[2][1] * y + m[2][2] * z),
    ],
    solid: (field) => (x, y, z) => {
      const [lx, ly, lz] = local(x, y, z);
      return field(lx, ly, lz) * size;
    },
  };
}

/**
 * A point or direction in the scene: centimetres, x to the viewer's right, y up, z towards the camera.
 * Modelling code uses these tuples; hot loops use plain numbers.
 */
export type Vector = readonly [x: number, y: number, z: number];

/** a + b·factor. */
export function add(a: Vector, b: Vector, factor = 1): Vector {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

/** a − b. */
export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a·factor. */
export function scale(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** Scalar product. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Vector product, right-handed. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Euclidean length. */
export function length(a: Vector): number {
  return Math.hypot(a[0], a[1], a[2]);
}

/** The direction of `a` with length 1; the zero vector stays zero. */
export function normalize(a: Vector): Vector {
  const size = length(a);
  return size > 0 ? scale(a, 1 / size) : a;
}

/** The point at `share` (0 … 1) of the way from a to b. */
export function between(a: Vector, b: Vector, share: number): Vector {
  return add(a, subtract(b, a), share);
}

/** Product of each component with its counterpart: light times reflectance. */
export function multiply(a: Vector, b: Vector): Vector {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
}

/** Three numbers of a flat list that holds three per item. */
export function triple(list: ArrayLike<number>, item: number): Vector {
  return [list[item * 3], list[item * 3 + 1], list[item * 3 + 2]];
}

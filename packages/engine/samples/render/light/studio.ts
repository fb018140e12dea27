import { add, cross, normalize, scale, subtract, type Vector } from '../maths/vector.ts';

/** A one-sided rectangle that shines: half its width and height as vectors, linear RGB radiance. */
export interface Softbox {
  readonly centre: Vector;
  readonly halfWidth: Vector;
  readonly halfHeight: Vector;
  /** Unit vector from the lamp to the subject. */
  readonly facing: Vector;
  readonly radiance: Vector;
  /** Area in square centimetres. */
  readonly area: number;
  /** Side of the square grid of shadow rays that a vertex sends to this lamp. */
  readonly grid: number;
}

/** The lamps of a picture and the light that comes from everywhere else in the room. */
export interface Studio {
  readonly softboxes: readonly Softbox[];
  /** Radiance from a direction that meets nothing, linear RGB; the direction has length 1. */
  readonly surroundings: (x: number, y: number, z: number) => Vector;
}

/** Softbox at `centre` turned to `target`; `size` is width and height in centimetres. */
export function softbox(
  centre: Vector,
  target: Vector,
  size: readonly [number, number],
  radiance: Vector,
  grid: number,
): Softbox {
  const facing = normalize(subtract(target, centre));
  const right = normalize(cross([0, 1, 0], facing));
  const up = cross(facing, right);
  return {
    centre,
    halfWidth: scale(right, size[0] / 2),
    halfHeight: scale(up, size[1] / 2),
    facing,
    radiance,
    area: size[0] * size[1],
    grid,
  };
}

/** Point of a softbox; `u` and `v` run from −1 to 1 over its width and height. */
export function softboxPoint(lamp: Softbox, u: number, v: number): Vector {
  return add(add(lamp.centre, lamp.halfWidth, u), lamp.halfHeight, v);
}

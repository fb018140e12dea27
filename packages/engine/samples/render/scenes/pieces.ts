import type { Material } from '../light/surface.ts';
import { add, scale, type Vector } from '../maths/vector.ts';
import { polygonise } from '../meshes/polygonise.ts';
import { gradedSteps, parametricSheet } from '../meshes/sheet.ts';
import type { Field } from '../shapes/field.ts';
import type { Piece } from './empty-scene.ts';

/** Half the side of a square in the middle of a flat piece where its mesh is fine, centimetres. */
const FOCUS = 130;

/**
 * A parallelogram from a corner along two edges; light falls on the side of their cross product. `fine` is the distance
 * of its vertices in the middle, centimetres.
 */
export function flat(surface: Material, corner: Vector, along: Vector, across: Vector, fine: number): Piece {
  const steps = (edge: Vector, coarseness: number) => {
    const length = Math.hypot(...edge);
    return gradedSteps(0, length, length / 2, FOCUS, fine * coarseness).map((at) => at / length);
  };
  return {
    surface,
    mesh: (coarseness) =>
      parametricSheet(steps(along, coarseness), steps(across, coarseness), (u, v) =>
        add(add(corner, along, u), across, v),
      ),
  };
}

/** A solid within a box; `cell` is the distance of its vertices, centimetres. */
export function solid(surface: Material, field: Field, low: Vector, high: Vector, cell: number): Piece {
  return { surface, mesh: (coarseness) => polygonise(field, low, high, cell * coarseness) };
}

/** A block between two corners with its edges rounded, centimetres. */
export function block(low: Vector, high: Vector, edge: number): Field {
  const middle = scale(add(low, high), 0.5);
  const half = add(scale(high, 0.5), low, -0.5);
  return (x, y, z) => {
    const dx = Math.abs(x - middle[0]) - half[0] + edge;
    const dy = Math.abs(y - middle[1]) - half[1] + edge;
    const dz = Math.abs(z - middle[2]) - half[2] + edge;
    const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
    return outside + Math.min(Math.max(dx, dy, dz), 0) - edge;
  };
}

/** An opening in an upright plane across x: heights and depths, centimetres. */
export interface Opening {
  readonly x: number;
  readonly bottom: number;
  readonly top: number;
  readonly back: number;
  readonly front: number;
}

/** Half the width of a glazing bar, centimetres. */
const BAR_HALF = 1.6;

/** A wall out of the picture with a window of four panes, which low sun shines through. */
export function windowWall(surface: Material, { x, bottom, top, back, front }: Opening): Piece[] {
  const piece = (y0: number, y1: number, z0: number, z1: number): Piece => ({
    surface,
    mesh: () => parametricSheet([z0, z1], [y0, y1], (z, y) => [x, y, z] as const),
  });
  const [middleY, middleZ] = [(bottom + top) / 2, (back + front) / 2];
  return [
    piece(-400, bottom, -400, 400),
    piece(top, 600, -400, 400),
    piece(bottom, top, -400, back),
    piece(bottom, top, front, 400),
    piece(middleY - BAR_HALF, middleY + BAR_HALF, back, front),
    piece(bottom, top, middleZ - BAR_HALF, middleZ + BAR_HALF),
  ];
}

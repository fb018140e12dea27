import type { Figure } from '../body/figure.ts';
import { dot, length, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import type { Field } from '../shapes/field.ts';

/**
 * Place on a sleeve or beside it: distance along the arm from the shoulder joint and away from the arm's line,
 * centimetres.
 */
export interface SleevePlace {
  readonly along: number;
  readonly away: number;
}

/** Sleeve coordinates of a rest position, for cloth cut on the given figure. */
export function sleevePlace(figure: Figure): (rest: Vector) => SleevePlace {
  const axis = normalize(subtract(figure.elbow, figure.shoulder));
  return ([x, y, z]) => {
    const offset = subtract([Math.abs(x), y, z], figure.shoulder);
    const along = dot(offset, axis);
    return { along, away: length(subtract(offset, scale(axis, along))) };
  };
}

/**
 * Signed distance to the armhole seam: positive on the sleeve. `reach` is the radius within which cloth counts as
 * sleeve.
 */
export function armhole(figure: Figure, reach: number): Field {
  const place = sleevePlace(figure);
  const [sx, sy] = figure.shoulder;
  return (x, y, z) => {
    const { away } = place([x, y, z]);
    const out = Math.abs(x) - (sx - 0.4) - 0.1 * (y - sy);
    return Math.min(out, reach - away);
  };
}

/** Distance to the side seams, which run down at the middle of the trunk's depth. */
export function sideSeam(depth: number): Field {
  return (x, _y, z) => (Math.abs(x) > 6 ? z - depth : 9);
}

/** Distance to a level line around the body. */
export function level(height: number): Field {
  return (_x, y) => y - height;
}

/** Distance to the stitching of a sleeve's hem, `reach` centimetres down the arm. */
export function sleeveHem(figure: Figure, reach: number): Field {
  const place = sleevePlace(figure);
  const [sx] = figure.shoulder;
  return (x, y, z) => {
    const { along, away } = place([x, y, z]);
    return Math.abs(x) > sx && away < 10 ? along - reach : 9;
  };
}

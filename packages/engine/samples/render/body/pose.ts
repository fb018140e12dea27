import { smoothstep } from '../maths/scalar.ts';
import { dot, length, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import type { Figure } from './figure.ts';

/** The point turned by `angle` radians about `centre` in the plane of the picture, towards +x going up. */
function turned([x, y, z]: Vector, [cx, cy]: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - cx, y - cy];
  return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos, z];
}

/** The same figure with its arms lifted sideways by `angle` radians. */
export function armsRaised(figure: Figure, angle: number): Figure {
  return {
    ...figure,
    elbow: turned(figure.elbow, figure.shoulder, angle),
    wrist: turned(figure.wrist, figure.shoulder, angle),
  };
}

/**
 * Moves cloth cut for raised arms to where it is with the arms lowered. Sleeves turn with the arm, the trunk stays, the
 * armhole shares the turn. The cloth that is then too long makes the folds around the armpit.
 */
export function armsLowered(figure: Figure, angle: number): (point: Vector) => Vector {
  const raised = armsRaised(figure, angle);
  const axis = normalize(subtract(raised.elbow, raised.shoulder));
  return ([x, y, z]) => {
    const side = Math.sign(x) || 1;
    const offset = subtract([Math.abs(x), y, z], figure.shoulder);
    const along = dot(offset, axis);
    const away = length(subtract(offset, scale(axis, along)));
    const share = smoothstep(-5, 5, along) * smoothstep(12, 8, away);
    const [mx, my, mz] = turned([Math.abs(x), y, z], figure.shoulder, -angle * share);
    return [mx * side, my, mz];
  };
}

/** The same figure with its legs spread by `angle` radians on each side. */
export function legsSpread(figure: Figure, angle: number): Figure {
  return {
    ...figure,
    knee: turned(figure.knee, figure.hip, angle),
    ankle: turned(figure.ankle, figure.hip, angle),
  };
}

/** The counterpart of {@link armsLowered} for trouser legs cut for spread legs. */
export function legsClosed(figure: Figure, angle: number): (point: Vector) => Vector {
  const [, hy] = figure.hip;
  return ([x, y, z]) => {
    const side = Math.sign(x) || 1;
    const share = smoothstep(hy + 2, hy - 16, y);
    const [mx, my, mz] = turned([Math.abs(x), y, z], figure.hip, -angle * share);
    return [Math.max(mx, 0) * side, my, mz];
  };
}

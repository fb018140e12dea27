import { limbShape, trunkShape } from '../body/anatomy.ts';
import type { Figure, Section } from '../body/figure.ts';
import { noise } from '../maths/noise.ts';
import { smoothstep } from '../maths/scalar.ts';
import { add, dot, normalize, subtract, type Vector } from '../maths/vector.ts';
import { blend, type Field, grown, smoothMin, symmetric } from '../shapes/field.ts';
import { loft } from '../shapes/loft.ts';

/** A tube of cloth around a limb: sleeve or trouser leg. */
export interface Tube {
  readonly sections: readonly Section[];
  /** Distance along the limb where the tube is cut off, centimetres. */
  readonly length: number;
}

/** An opening for neck and head: a cylinder above the centre, an ellipsoid below it. */
export interface NeckOpening {
  readonly centre: Vector;
  readonly radii: Vector;
  /** Depth of a V below the ellipsoid, centimetres; 0 or absent for a round neck. */
  readonly point?: number;
}

/** Cut of a top or dress: the hull it starts as before it is draped. */
export interface TopCut {
  /** Free-hanging part of the body tube by height. */
  readonly trunk: readonly Section[];
  readonly sleeve?: Tube;
  readonly neck: NeckOpening;
  /** Height of the lower hem. */
  readonly hem: number;
  /** Room between skin and cloth where it lies on the shoulders, centimetres. */
  readonly ease: number;
  /**
   * Folds of a full skirt: their number around it, their depth at the hem (centimetres), and the height where they
   * begin.
   */
  readonly flounce?: { readonly folds: number; readonly depth: number; readonly below: number };
}

/** Cut of trousers. */
export interface TrousersCut {
  readonly seat: readonly Section[];
  readonly leg: Tube;
  /** Height of the waist edge, and how much it rises per centimetre towards the back. */
  readonly waist: number;
  readonly waistTilt: number;
  readonly ease: number;
}

/**
 * Signed cut through a tube: positive beyond its length. Only counts beside the trunk, so that it never cuts the body
 * tube.
 */
export function tubeEnd({ length: reach }: Tube, from: Vector, to: Vector): Field {
  const axis = normalize(subtract(to, from));
  const end = add(from, axis, reach);
  return (x, y, z) => dot(subtract([Math.abs(x), y, z], end), axis);
}

/** Signed neck opening: positive inside it. */
export function neckCut({ centre: [cx, cy, cz], radii: [rx, ry, rz], point = 0 }: NeckOpening): Field {
  const slant = Math.atan2(rx, ry + point);
  return (x, y, z) => {
    const [dx, dy, dz] = [(x - cx) / rx, y < cy ? (y - cy) / ry : 0, (z - cz) / rz];
    const round = (1 - Math.sqrt(dx * dx + dy * dy + dz * dz)) * Math.min(rx, rz);
    if (point === 0 || z < cz) return round;
    const wedge = (rx * (1 - (cy - y) / (ry + point)) - Math.abs(x - cx)) * Math.cos(slant);
    return y < cy + 1 ? Math.max(round, wedge) : round;
  };
}

/** The free-hanging tube with its skirt laid in uneven folds. */
function flounced(tube: Field, { flounce, hem }: TopCut): Field {
  if (!flounce) return tube;
  return (x, y, z) => {
    if (y > flounce.below) return tube(x, y, z);
    const angle = Math.atan2(x, z);
    const phase = angle * flounce.folds + 2.2 * noise(Math.sin(angle) * 2.5, Math.cos(angle) * 2.5, 4);
    const depth =
      flounce.depth *
      smoothstep(flounce.below, hem, y) *
      (0.75 + 0.5 * noise(Math.sin(angle) * 4, Math.cos(angle) * 4, 8));
    return (tube(x, y, z) - depth * Math.sin(phase)) * 0.8;
  };
}

/** A point on the arm's line somewhat beyond the end of the sleeve, so that the hull is cut where it is still open. */
function sleeveEnd(sleeve: Tube, figure: Figure): Vector {
  return add(figure.shoulder, normalize(subtract(figure.elbow, figure.shoulder)), sleeve.length + 7);
}

/** Hull of a top over the torso of a figure. */
export function topHull(cut: TopCut, figure: Figure, torso: Field): Field {
  const drop = flounced(loft(trunkShape(cut.trunk)), cut);
  const fitted = grown(torso, cut.ease);
  const body: Field = (x, y, z) => smoothMin(drop(x, y, z), fitted(x, y, z), 2.5);
  if (!cut.sleeve) return body;
  const sleeve = symmetric(loft(limbShape(figure.shoulder, sleeveEnd(cut.sleeve, figure), cut.sleeve.sections)));
  return (x, y, z) => smoothMin(body(x, y, z), sleeve(x, y, z), 3);
}

/** Hull of trousers over hips and legs of a figure. */
export function trousersHull(cut: TrousersCut, figure: Figure, lower: Field): Field {
  const seat = loft(trunkShape(cut.seat));
  const leg = loft(limbShape(figure.hip, figure.ankle, cut.leg.sections));
  // Both legs run into each other softly: that is the fork.
  const legs: Field = (x, y, z) => smoothMin(leg(x, y, z), leg(-x, y, z), 4);
  return blend(1.2, blend(2, seat, legs), grown(lower, cut.ease));
}

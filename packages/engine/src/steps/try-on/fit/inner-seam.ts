import { add, alongPolyline, clamp, distance, dot, interpolate, mix, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';
import type { WornEnds } from '../body/worn-ends.ts';

/** The unit vector across a leg with the given direction, away from the other leg or towards it. */
export function offLeg({ across }: Pick<BodyModel, 'across'>, side: Side, direction: Point, away: boolean): Point {
  const normal = { x: direction.y, y: -direction.x };
  const outwards = dot(normal, across) * signOf(side) > 0;
  return outwards === away ? normal : { x: -normal.x, y: -normal.y };
}

/** Factor of the legs' width that lets them cover worn trousers. */
const STRETCH = 1.2;
/** Search range for the skin of a leg from its bone. Lengths here are in girths of the body, some 36 cm. */
const SKIN_REACH = 0.45;
/** Least distance between cloth and the skin of a hidden leg: the centimetre of close jeans. */
const EASE = 0.025;
/**
 * Greatest such distance, in half widths of the leg, at shares of its length. As outside on thighs, as on straight
 * hanging legs below the knee.
 */
const LOOSENESS = [
  [0.3, 1.15],
  [0.6, 1.5],
] as const;
/** Trouser legs touch if they come this near to the middle between them, as cloth does around thighs. */
const SLIT = 0.03;
/** Overlap of legs that touch, so that nothing shows through the soft edges of both. */
const OVERLAP = 0.012;
/**
 * Share of a leg that passes the other if they are nearer than the leg is thick, at shares of its length. Thighs give
 * way.
 */
const PASSES = [
  [0.2, 0],
  [0.45, 1],
] as const;
/** Share of the leg over which touching trousers part above visible background. A sudden end would pinch the shins. */
const PARTING = 0.25;
/** Half width of the line of touching legs that covers the background. */
const TOUCHING_HALF = 0.04;

/** A station of a leg's inner seam, and its known measures. */
export interface InnerStation {
  readonly side: Side;
  /** Share of the leg, 0 hip to 1 ankle. */
  readonly share: number;
  /** Half the width of the cloth there, in pixels of the analysed person. */
  readonly cut: number;
  /** Hip, knee and ankle of the leg and of the other one. A leg goes on straight below its ankle. */
  readonly leg: readonly Point[];
  readonly otherLeg: readonly Point[];
}

/** A place of an inner seam on the person. */
export interface InnerPlace {
  readonly at: Point;
  /** The place between both legs where they touch; null if they do not, or one is in front of the other. */
  readonly touching: Point | null;
}

type Body = Pick<BodyModel, 'across' | 'down' | 'girth' | 'shoulderWidth' | 'leg' | 'edge' | 'worn' | 'joints'>;

/** Place of the inner seam on legs with background between them, or on assumed legs. */
export function besideGap(body: Body, { side, share, cut, leg, otherLeg }: InnerStation): InnerPlace {
  const { shoulderWidth } = body;
  const { at, direction } = alongPolyline(leg, share);
  const normal = offLeg(body, side, direction, false);
  const radius = expectedRadius(body, share);
  const edge = body.edge(at, normal, 0.4 * shoulderWidth);
  // Legs that touch meet in the middle, and new trousers cover wide old ones.
  const middle = distance(at, alongPolyline(otherLeg, share).at) / 2;
  const covered = Math.min(
    edge === null ? middle : edge + 0.005 * shoulderWidth,
    middle,
    Math.max(cut, radius) * STRETCH,
  );
  return { at: add(at, normal, clamp(covered, radius * 0.6, radius * 2.4)), touching: null };
}

/** Place of the inner seam on other legs: bare ones, and touching ones under a skirt or trousers. */
export function aroundLeg(body: Body, { side, share, cut, leg, otherLeg }: InnerStation): InnerPlace {
  const { girth, across } = body;
  const { at, direction } = alongPolyline(leg, share);
  const other = alongPolyline(otherLeg, share).at;
  const normal = offLeg(body, side, direction, false);
  const radius = expectedRadius(body, share);
  const apart = -signOf(side) * dot(subtract(other, at), across);
  const [inner, outer] = [normal, { x: -normal.x, y: -normal.y }].map((off) =>
    toSkin(body, at, off, SKIN_REACH * girth, side),
  );
  const half = (inner + outer) / 2;
  const loose = inner - half + clamp(cut, half + EASE * girth, half * interpolate(LOOSENESS, share));
  const middle = Math.max(0, apart / 2);
  const most = nearestTo(body, share, middle, inner, loose);
  const edge = body.edge(at, normal, 0.4 * girth);
  if (edge !== null && edge < radius * 1.3) {
    const seen = clamp(Math.max(share > 0.5 ? cut : 0, edge + 0.005 * girth), radius * 0.6, radius * 1.3);
    return { at: add(at, normal, Math.min(most, seen)), touching: null };
  }
  const stretched = Math.max(cut, loose) * STRETCH;
  const wanted = loose + (stretched - loose) * coverOf(body.worn, share);
  const touches = wanted >= middle - SLIT * girth;
  return { at: add(at, normal, touches ? most : wanted), touching: touches && apart > 0 ? mix(at, other, 0.5) : null };
}

/**
 * Share of the old cloth between the legs that the new cloth covers, 0 to 1, so that no background must be invented.
 * All of it without visible background, falling towards background between long trousers. Under a shorter skirt there
 * may be background.
 */
function coverOf({ groundFrom, legEnd }: WornEnds, share: number): number {
  if (groundFrom === null) return 1;
  return legEnd === null ? clamp((groundFrom - share) / PARTING) : 0;
}

/** Expected radius of a leg with close cloth, in pixels of the analysed person. */
const expectedRadius = ({ girth }: Body, share: number) => girth * (0.22 - 0.13 * share);

/** Distance from a place to the far side of a leg, or of that of one side, at most `most`; 0 without a leg there. */
export function toSkin(
  { leg }: Pick<BodyModel, 'leg'>,
  at: Point,
  direction: Point,
  most: number,
  side?: Side,
): number {
  let reach = most;
  while (reach > 0 && leg(add(at, direction, reach), side).radii > 1) reach--;
  return Math.max(0, reach);
}

/** Greatest reach of a leg: a little beyond the middle between both legs, and its thickness where they cross. */
function nearestTo({ girth }: Body, share: number, middle: number, skin: number, loose: number): number {
  const whole = skin + (loose - skin) * clamp(1 - middle / Math.max(1, skin));
  return middle + OVERLAP * girth + Math.max(0, whole - middle) * interpolate(PASSES, share);
}

/** The line from the crotch along which the legs touch, down to where they part. */
export function touchingLine(
  crotch: Point,
  left: readonly InnerPlace[],
  right: readonly InnerPlace[],
): readonly Point[] {
  const line = [crotch];
  for (const [k, { touching }] of left.entries()) {
    const other = right[k].touching;
    if (!touching || !other) break;
    line.push(mix(touching, other, 0.5));
  }
  return line;
}

/** The area around a line between the legs that trousers cover without a gap. */
export function aroundLine({ across, girth }: Body, line: readonly Point[]): readonly Point[] {
  const beside = (sign: number) => line.map((p) => add(p, across, sign * TOUCHING_HALF * girth));
  return [...beside(-1), ...beside(1).reverse()];
}

/** True if the left leg of the picture is in front. Its foot is lower in the picture, so it is nearer. */
export function isLeftInFront({ joints, down }: Body): boolean {
  const [left, right] = joints.foot;
  return dot(subtract(left, right), down) > 0;
}

import { add, clamp, dot, interpolate, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';

/** Share of the leg, above and below, that gives the direction of cloth at a place. Cloth bends less than a knee. */
const BENDS_OVER = 0.1;
/** Least distance between cloth and skin, on average of both sides, in girths of the body: that of close jeans. */
const EASE = 0.025;
/**
 * Seen width of a trouser leg as a share of its flat width, at the scale of the waistband. It is the ratio of the
 * median widths on people and in flat photos (`training/hanging-cloth`).
 */
export const SEEN_OF_FLAT_LEG = 0.68;
/**
 * Share of the cloth beyond the leg's own width that hangs farther outwards than inwards. On people the outer seam
 * moves outwards by 0.65 of each further width, which is half of 1 + LEAN (`training/hanging-cloth`).
 */
const LEAN = 0.3;
/** Trouser legs touch if they come this near to the middle between them, in girths, as cloth does around thighs. */
const SLIT = 0.04;
/** Overlap of legs that touch, in girths, so that nothing shows through the soft edges of both. */
const OVERLAP = 0.012;
/**
 * Share of a leg that passes the other if they are nearer than the leg is thick, at shares of its length. Thighs give
 * way.
 */
const PASSES = [
  [0.2, 0],
  [0.45, 1],
] as const;
/**
 * The same where the person's own trousers show no gap, and the share of a leg up to which that counts. Knees are
 * below. Our estimates.
 */
const THIGH_SLIT = 0.2;
const THIGHS = 0.4;
/**
 * Half width of the line of touching legs that covers the background, in girths. Below the crotch it ends in a point.
 */
const TOUCHING_HALF = 0.08;

/** A place of a trouser leg, and the cloth there. */
export interface LegStation {
  readonly side: Side;
  /** Share of the leg, 0 hip to 1 ankle; beyond 1 over the foot. */
  readonly share: number;
  /** Half the width of loose cloth there, in pixels of the analysed person. */
  readonly half: number;
}

/** A place of an inner seam on the person. */
export interface InnerPlace {
  readonly target: Point;
  /** The place between both legs where they touch; null if they do not, or one is in front of the other. */
  readonly touching: Point | null;
}

type Body = Pick<BodyModel, 'across' | 'girth' | 'legMiddle'>;
/** A body, and whether its photo shows where its legs part. */
type BodyWithLegs = Body & {
  readonly joints: Pick<BodyModel['joints'], 'kneesSeen'>;
  readonly worn: Pick<BodyModel['worn'], 'legsPart'>;
};

/** Place of the outer seam of a leg. */
export function outerPlace(body: Body, station: LegStation): Point {
  const { at, radius, outwards } = middleOf(body, station.side, station.share);
  return add(at, outwards, reachOf(body, station.half, radius, LEAN));
}

/**
 * Place of the inner seam of a leg. Legs touch where the photo ends above the knees and shows no gap between trousers.
 * Near thighs touch where they do in the person's own trousers.
 */
export function innerPlace(body: BodyWithLegs, station: LegStation): InnerPlace {
  const { side, share, half } = station;
  const { at, radius, outwards } = middleOf(body, side, share);
  const other = middleOf(body, side === 0 ? 1 : 0, share).at;
  const apart = -signOf(side) * dot(subtract(other, at), body.across);
  const middle = Math.max(0, apart / 2);
  const loose = reachOf(body, half, radius, -LEAN);
  const { legsPart } = body.worn;
  const mayPart = body.joints.kneesSeen || legsPart !== null;
  const slit = share < Math.min(THIGHS, legsPart ?? 0) ? THIGH_SLIT : SLIT;
  const touches = !mayPart || loose >= middle - slit * body.girth;
  const reach = touches ? reachOfTouching(body, share, middle, radius, loose) : loose;
  return { target: add(at, outwards, -reach), touching: touches && apart > 0 ? mix(at, other, 0.5) : null };
}

/** Distance of a seam from the middle of the leg. */
function reachOf({ girth }: Body, loose: number, radius: number, lean: number): number {
  const half = Math.max(loose, radius + EASE * girth);
  return half + lean * (half - radius);
}

/** The middle of the cloth on a leg, the leg's radius, and the unit vector across it, away from the other leg. */
function middleOf({ across, legMiddle }: Body, side: Side, share: number) {
  const [above, here, below] = [-BENDS_OVER, 0, BENDS_OVER].map((step) => legMiddle(side, share + step));
  const { x, y } = unit(subtract(below.at, above.at));
  const sign = dot({ x: y, y: -x }, across) * signOf(side) > 0 ? 1 : -1;
  const at = mix(mix(above.at, below.at, 0.5), here.at, 1 / 3);
  return { at, radius: here.radius, outwards: { x: sign * y, y: -sign * x } };
}

/** Reach of a leg that touches the other: a little beyond the middle between them, or its thickness if they cross. */
function reachOfTouching({ girth }: Body, share: number, middle: number, radius: number, loose: number): number {
  const whole = radius + (loose - radius) * clamp(1 - middle / Math.max(1, radius));
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

/**
 * The area around a line between the legs that trousers cover without a gap. The line runs from the waistband to the
 * crotch, and on as far as the legs touch.
 */
export function aroundLine(
  { across, girth }: Pick<Body, 'across' | 'girth'>,
  line: readonly Point[],
): readonly Point[] {
  const beside = (sign: number) =>
    line.map((p, k) => (k > 1 && k === line.length - 1 ? p : add(p, across, sign * TOUCHING_HALF * girth)));
  return [...beside(-1), ...beside(1).reverse()];
}

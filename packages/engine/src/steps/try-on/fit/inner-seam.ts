import { add, clamp, distance, dot, interpolate, mix, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';
import type { WornEnds } from '../body/worn-ends.ts';
import { offLeg, onLeg } from './leg-line.ts';

/** How much wider than they are cut legs are drawn, so as to cover those of trousers that are worn. */
export const STRETCH = 1.2;
/**
 * How far from the bone of a leg its skin is looked for. Lengths here are in the girth by which limbs are measured,
 * some 36 cm.
 */
const SKIN_REACH = 0.45;
/** Least that cloth stands off the skin of a leg that is not seen: the centimetre of close jeans. */
const EASE = 0.025;
/**
 * Most that it does, in half widths of the leg, at shares of its length: on thighs as on their outside, below the knee
 * as straight legs hang.
 */
const LOOSENESS = [
  [0.3, 1.15],
  [0.6, 1.5],
] as const;
/**
 * Legs of trousers that come as near to the middle between them touch, as cloth does around thighs; up to twice as near
 * they draw nearer.
 */
const SLIT = 0.03;
/** How far legs that touch lie over each other, so that nothing shows through the soft edges of both. */
const OVERLAP = 0.012;
/**
 * How much of a leg that is nearer to the other than it is thick lies before or behind that, at shares of its length:
 * thighs give way.
 */
const PASSES = [
  [0.2, 0],
  [0.45, 1],
] as const;
/**
 * Share of the leg over which trousers that touch part down to where ground was seen: a sudden end would pinch the
 * shins.
 */
const PARTING = 0.25;
/** Either side of the line where legs touch no ground shows. */
const TOUCHING_HALF = 0.04;

/** Where the inner seam of a leg is laid, and what is known of it. */
export interface InnerStation {
  readonly side: Side;
  /** Share of the leg, 0 hip to 1 ankle. */
  readonly share: number;
  /** Half the width of the cloth there, in pixels of the analysed person. */
  readonly cut: number;
  /** Hip, knee and ankle of the leg and of the other one. */
  readonly leg: readonly Point[];
  readonly otherLeg: readonly Point[];
  readonly legLength: number;
}

/** A place of an inner seam on the person. */
export interface InnerPlace {
  readonly at: Point;
  /** The place between both legs where they touch; null where they do not, or one lies before the other. */
  readonly touching: Point | null;
}

type Body = Pick<BodyModel, 'across' | 'down' | 'girth' | 'shoulderWidth' | 'leg' | 'edge' | 'worn' | 'joints'>;

/** Place of the inner seam on legs with ground between them, or on assumed legs. It stays on its side of the crotch. */
export function besideGap(
  body: Body,
  crotch: Point,
  { side, share, cut, leg, otherLeg, legLength }: InnerStation,
): InnerPlace {
  const { shoulderWidth, across } = body;
  const { at, direction } = onLeg(leg, legLength, share);
  const normal = offLeg(body, side, direction, false);
  const radius = expectedRadius(body, share);
  const edge = body.edge(at, normal, 0.4 * shoulderWidth);
  // Legs that touch meet in the middle; what wide trousers cover now, the new ones cover too.
  const middle = distance(at, onLeg(otherLeg, legLength, share).at) / 2;
  const covered = Math.min(
    edge === null ? middle : edge + 0.005 * shoulderWidth,
    middle,
    Math.max(cut, radius) * STRETCH,
  );
  const target = add(at, normal, clamp(covered, radius * 0.6, radius * 2.4));
  const beyond = dot(subtract(target, crotch), across) * signOf(side);
  const isBeyond = beyond < -0.01 * shoulderWidth && share < 0.35;
  return { at: isBeyond ? add(target, across, -signOf(side) * beyond) : target, touching: null };
}

/** Where it lies on other legs: bare ones, and those that a skirt or trousers hide whose legs touch. */
export function aroundLeg(body: Body, { side, share, cut, leg, otherLeg, legLength }: InnerStation): InnerPlace {
  const { girth, across } = body;
  const { at, direction } = onLeg(leg, legLength, share);
  const other = onLeg(otherLeg, legLength, share).at;
  const normal = offLeg(body, side, direction, false);
  const radius = expectedRadius(body, share);
  const apart = -signOf(side) * dot(subtract(other, at), across);
  const [inner, outer] = [normal, { x: -normal.x, y: -normal.y }].map((off) => toSkin(body, side, at, off));
  const half = (inner + outer) / 2;
  const loose = inner - half + clamp(cut, half + EASE * girth, half * interpolate(LOOSENESS, share));
  const middle = Math.max(0, apart / 2);
  const most = nearestTo(body, share, middle, inner, loose);
  const edge = body.edge(at, normal, 0.4 * girth);
  if (edge !== null && edge < radius * 1.3) {
    const seen = clamp(Math.max(share > 0.5 ? cut : 0, edge + 0.005 * girth), radius * 0.6, radius * 1.3);
    return { at: add(at, normal, Math.min(most, seen)), touching: null };
  }
  const drawn = drawnNearer(loose, middle, SLIT * girth);
  const stretched = Math.max(cut, loose) * STRETCH;
  const wanted = Math.max(drawn, loose + (stretched - loose) * coverOf(body.worn, share));
  const touches = wanted >= middle;
  return { at: add(at, normal, touches ? most : wanted), touching: touches && apart > 0 ? mix(at, other, 0.5) : null };
}

/**
 * How much of the old cloth between legs the new one covers, 0 to 1, so that no ground has to be made up there: all
 * where none is seen, and less and less down to where it is between trousers that go on to the shoes. Under a shorter
 * skirt there may be ground.
 */
function coverOf({ groundFrom, legEnd }: WornEnds, share: number): number {
  if (groundFrom === null) return 1;
  return legEnd === null ? clamp((groundFrom - share) / PARTING) : 0;
}

/** The radius that is believed of a leg and close cloth around it, in pixels of the analysed person. */
const expectedRadius = ({ girth }: Body, share: number) => girth * (0.22 - 0.13 * share);

/** From the bone of a leg to its skin. */
function toSkin({ leg, girth }: Body, side: Side, at: Point, direction: Point): number {
  let reach = SKIN_REACH * girth;
  while (reach > 0 && leg(add(at, direction, reach), side).radii > 1) reach--;
  return Math.max(0, reach);
}

/**
 * The farthest that a leg reaches: a little beyond the middle between both, and as far as it is thick where they cross.
 */
function nearestTo({ girth }: Body, share: number, middle: number, skin: number, loose: number): number {
  const whole = skin + (loose - skin) * clamp(1 - middle / Math.max(1, skin));
  return middle + OVERLAP * girth + Math.max(0, whole - middle) * interpolate(PASSES, share);
}

/** A reach towards the middle, as far as that where only a slit would be left, and from there on less and less. */
function drawnNearer(reach: number, middle: number, slit: number): number {
  const open = middle - reach;
  return open < 0 || open > 2 * slit ? reach : middle - 2 * Math.max(0, open - slit);
}

/** What legs that touch below the crotch must cover between them without a gap; null where they part there. */
export function touchingOutline(
  { across, girth }: Body,
  crotch: Point,
  left: readonly InnerPlace[],
  right: readonly InnerPlace[],
): readonly Point[] | null {
  const line = [crotch];
  for (const [k, { touching }] of left.entries()) {
    const other = right[k].touching;
    if (!touching || !other) break;
    line.push(mix(touching, other, 0.5));
  }
  if (line.length === 1) return null;
  const beside = (sign: number) => line.map((p) => add(p, across, sign * TOUCHING_HALF * girth));
  return [...beside(-1), ...beside(1).reverse()];
}

/**
 * True where the leg on the left of the picture lies before the other one: its foot is lower in the picture, and so
 * nearer.
 */
export function isLeftInFront({ joints, down }: Body): boolean {
  const [left, right] = joints.foot;
  return dot(subtract(left, right), down) > 0;
}

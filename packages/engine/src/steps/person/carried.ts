import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { checkpointAt } from '../../checkpoint.ts';
import { colourHistogram, likenessOf } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { clamp, distance, segmentDistance } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { landmarksOn } from './body-frame.ts';
import { CARRIED_AREA_MIN, HANDLE_MAX } from './held-things.ts';
import { relabel } from './relabel.ts';

/** Labels that the net gives to a bag: those of clothes, or `other` if it recognises the bag. */
const CLOTHES = (['upper', 'lower', 'shoes'] as const).map((region) => REGIONS.indexOf(region));
const TOP = REGIONS.indexOf('upper');
const POSSIBLY_CARRIED = [...CLOTHES, REGIONS.indexOf('other')];
/** Radius of a leg at hip and ankle, in shoulder widths. */
const THIGH = 0.24;
const ANKLE = 0.1;
/** Least distance of a carried thing from the bone: in leg radii, and in reaches of the clothes on the other side. */
const OUT_RADII = 1.25;
const OUT_MIRRORED = 1.15;
/** How far beyond those limits a carried thing must reach, in shoulder widths. */
const STANDS_OUT = 0.12;
/**
 * Least likeness of a piece of clothes to the clothes beside it, 0 to 1. The share of rows with background between
 * piece and leg counts against the likeness. Bags measure 0.34 or less; wide trousers, coats and skirts 0.44 or more.
 */
const CLOTHES_MIN = 0.4;
/**
 * Bounds of people with two comparable sides: least shoulder width in torso lengths, and least vertical share of a leg
 * bone.
 */
const FACING_MIN = 0.48;
const UPRIGHT_MIN = 0.75;
/**
 * Least ratio of a colour's probability on the carried thing to that on the clothes, for `follow` to take a pixel. The
 * second is for a top beside the body.
 */
const LIKELIER = 2;
const LIKELIER_BESIDE = 0.5;
/** Greatest distance of shoes from ankle and toes, in shoulder widths. */
const SHOE = 0.22;
/** Least number of pixels for a histogram. */
const SAMPLES_MIN = 40;

/**
 * Input of the search for carried things. Pose and frame are in pixels of the picture, `scale` times larger than the
 * map.
 */
export interface CarriedInput {
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly pose: Pose;
  readonly frame: BodyFrame;
}

/** One side of the picture during the search, in pixels of the map. */
interface Side {
  /** −1 for the left of the picture, 1 for the right. */
  readonly sign: number;
  /** Shoulder, hip, knee and ankle, in rising y. */
  readonly bones: readonly Point[];
  /** Elbow, wrist and knuckle: things hang from these bones. */
  readonly arm: readonly Point[];
}

/**
 * Relabels as `other` the pieces of clothes that hang from a hand or forearm beside the body: bags, folded jackets,
 * umbrellas. Worn clothes lie close to the bones, reach as far on the other side, or are wide without a gap. People who
 * are turned aside or seen from behind, or who sit or stride, keep their map.
 */
export function partCarried(map: RegionMap, { bins, pose, frame }: CarriedInput): RegionMap {
  const shoulderWidth = frame.shoulderWidth / map.scale;
  const sides = sidesOf(pose, map.scale);
  if (frame.backView || frame.shoulderWidth < FACING_MIN * frame.torsoLength || !sides.every(isUpright)) return map;
  const carried = new Uint8Array(map.labels.length);
  for (const [index, side] of sides.entries()) {
    const limits = limitsOf(map, side, sides[1 - index], shoulderWidth);
    for (const piece of piecesBeyond(map, side, limits, shoulderWidth, pose)) {
      const colours = coloursOf(map, piece, side, limits, bins);
      if (isCarried(map, piece, side, limits, shoulderWidth, colours))
        follow(map, piece, bins, side, limits, shoulderWidth, colours, carried);
    }
  }
  return carried.includes(1) ? relabel(map, 'other', (i) => carried[i] === 1) : map;
}

/** Both sides of the picture, for a person who faces the camera. */
function sidesOf(pose: Pose, scale: number): readonly [Side, Side] {
  const at = landmarksOn(pose, scale);
  return [
    {
      sign: -1,
      bones: [at('shoulderRight'), at('hipRight'), at('kneeRight'), at('ankleRight')],
      arm: [at('elbowRight'), at('wristRight'), at('indexRight')],
    },
    {
      sign: 1,
      bones: [at('shoulderLeft'), at('hipLeft'), at('kneeLeft'), at('ankleLeft')],
      arm: [at('elbowLeft'), at('wristLeft'), at('indexLeft')],
    },
  ];
}

/** True if the leg stands. The legs of people who sit or stride are not comparable. */
function isUpright({ bones: [, hip, knee, ankle] }: Side): boolean {
  return knee.y - hip.y > UPRIGHT_MIN * distance(hip, knee) && ankle.y - knee.y > UPRIGHT_MIN * distance(knee, ankle);
}

/** How far clothes reach from the bones, for each row of the map, in pixels. */
interface Limits {
  /** Column of the outermost bone. */
  readonly bone: Float32Array;
  /** Greatest distance outwards from the bone of body and clothes. */
  readonly reach: Float32Array;
  /** Distance outwards from the bone to the first background. */
  readonly gap: Float32Array;
  /** Radius of the leg; beside the torso, that of the thigh. */
  readonly radius: Float32Array;
}

function limitsOf(map: RegionMap, side: Side, other: Side, shoulderWidth: number): Limits {
  const { height } = map;
  const limits = {
    bone: new Float32Array(height),
    reach: new Float32Array(height),
    gap: new Float32Array(height),
    radius: new Float32Array(height),
  };
  for (let y = 0; y < height; y++) {
    const [mine, others] = [boneAt(side.bones, y), boneAt(other.bones, y)];
    const bone = side.sign < 0 ? Math.min(mine.x, others.x) : Math.max(mine.x, others.x);
    const mirrored = side.sign < 0 ? Math.max(mine.x, others.x) : Math.min(mine.x, others.x);
    const radius = shoulderWidth * (THIGH + (ANKLE - THIGH) * mine.along);
    limits.bone[y] = bone;
    limits.radius[y] = radius;
    limits.gap[y] = runFrom(map, bone, y, side.sign);
    limits.reach[y] = Math.min(
      Math.max(limits.gap[y], radius * 0.6),
      Math.max(OUT_RADII * radius, OUT_MIRRORED * runFrom(map, mirrored, y, -side.sign) + 2),
    );
  }
  return limits;
}

/**
 * Where the bones of a side cross a row, and how far along the leg. 0 at the hip and above, 1 at the ankle and below.
 */
function boneAt([shoulder, hip, knee, ankle]: readonly Point[], y: number): { x: number; along: number } {
  const cross = (from: Point, to: Point) => from.x + (to.x - from.x) * clamp((y - from.y) / Math.max(1, to.y - from.y));
  if (y < hip.y) return { x: cross(shoulder, hip), along: 0 };
  if (y < knee.y) return { x: cross(hip, knee), along: (y - hip.y) / Math.max(1, ankle.y - hip.y) };
  return { x: cross(knee, ankle), along: clamp((y - hip.y) / Math.max(1, ankle.y - hip.y)) };
}

/** Number of pixels from a place outwards to the first background. */
function runFrom({ width, labels }: RegionMap, x: number, y: number, sign: number): number {
  let run = 0;
  for (let at = Math.round(x); at >= 0 && at < width && labels[y * width + at] !== 0; at += sign) run++;
  return run;
}

/**
 * Connected pieces of clothes and of `other` beyond the limits of a side, as masks. Sleeves and shoes are not among
 * them.
 */
function piecesBeyond(
  { width, height, labels, scale }: RegionMap,
  { sign, arm }: Side,
  { bone, reach }: Limits,
  shoulderWidth: number,
  pose: Pose,
): readonly Uint8Array[] {
  const shoe = REGIONS.indexOf('shoes');
  const feet = (['ankleLeft', 'ankleRight', 'footLeft', 'footRight', 'heelLeft', 'heelRight'] as const).map(
    landmarksOn(pose, scale),
  );
  const isFoot = (p: Point) => feet.some((foot) => distance(p, foot) < SHOE * shoulderWidth);
  const top = Math.min(...arm.map(({ y }) => y));
  const mask = maskOf(labels.length, (i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (y < top || !POSSIBLY_CARRIED.includes(labels[i]) || (x - bone[y]) * sign <= reach[y]) return false;
    const p = { x, y };
    if (labels[i] === shoe && isFoot(p)) return false;
    return !isOnArm(p, arm, shoulderWidth);
  });
  const { labels: pieces, sizes } = findComponents(mask, width, height);
  return sizes.flatMap((size, piece) =>
    piece > 0 && size >= CARRIED_AREA_MIN * shoulderWidth ** 2 ? [maskOf(mask.length, (i) => pieces[i] === piece)] : [],
  );
}

/** True within the width of a sleeve along the forearm. */
function isOnArm(p: Point, [elbow, wrist]: readonly Point[], shoulderWidth: number): boolean {
  return segmentDistance(p, elbow, wrist).distance < 0.13 * shoulderWidth;
}

/**
 * Rows of a piece, and the probability of each colour on the piece and on the clothes beside it. A histogram is null if
 * it has too few pixels.
 */
interface PieceColours {
  readonly rows: ReadonlySet<number>;
  readonly own: Float32Array | null;
  readonly worn: Float32Array | null;
}

function coloursOf(
  { width, labels }: RegionMap,
  piece: Uint8Array,
  { sign }: Side,
  limits: Limits,
  bins: Int32Array,
): PieceColours {
  const rows = new Set<number>();
  for (let i = 0; i < piece.length; i++) {
    checkpointAt(i);
    if (piece[i]) rows.add(Math.floor(i / width));
  }
  return {
    rows,
    own: colourHistogram(bins, Float32Array.from(piece), SAMPLES_MIN),
    worn: colourHistogram(bins, wornNear(labels, width, rows, limits, sign), SAMPLES_MIN),
  };
}

function isCarried(
  { width }: RegionMap,
  piece: Uint8Array,
  { sign, arm }: Side,
  { bone, reach, gap }: Limits,
  shoulderWidth: number,
  { rows, own, worn }: PieceColours,
): boolean {
  let farthest = 0;
  let nearest = Number.POSITIVE_INFINITY;
  const joined = new Set<number>();
  for (let i = 0; i < piece.length; i++) {
    checkpointAt(i);
    if (!piece[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const out = (x - bone[y]) * sign;
    farthest = Math.max(farthest, out - reach[y]);
    nearest = Math.min(
      nearest,
      segmentDistance({ x, y }, arm[0], arm[1]).distance,
      segmentDistance({ x, y }, arm[1], arm[2]).distance,
    );
    if (out <= gap[y]) joined.add(y);
  }
  const apart = 1 - joined.size / rows.size;
  const likeness = own && worn ? likenessOf(own, worn) : 0;
  if (farthest < STANDS_OUT * shoulderWidth || nearest > HANDLE_MAX * shoulderWidth) return false;
  return likeness - apart < CLOTHES_MIN;
}

/** Weights of the pixels of clothes on the body's bones, in the rows of a piece. */
function wornNear(
  labels: Uint8Array,
  width: number,
  rows: ReadonlySet<number>,
  { bone, radius }: Pick<Limits, 'bone' | 'radius'>,
  sign: number,
): Float32Array {
  return planeOf(labels.length, (i) => {
    const y = Math.floor(i / width);
    const out = ((i % width) - bone[y]) * sign;
    return rows.has(y) && out < radius[y] * 0.7 && out > -2 * radius[y] && CLOTHES.includes(labels[i]) ? 1 : 0;
  });
}

/**
 * Marks a piece in `carried`, with the pixels connected to it towards the body whose colours are likelier on the piece
 * than on the clothes.
 */
function follow(
  { width, height, labels }: RegionMap,
  piece: Uint8Array,
  bins: Int32Array,
  { sign, arm }: Side,
  limits: Limits,
  shoulderWidth: number,
  { rows, own, worn }: PieceColours,
  carried: Uint8Array,
): void {
  const top = Math.min(...arm.map(({ y }) => y));
  const mask = maskOf(labels.length, (i) => {
    if (piece[i]) return true;
    const [x, y] = [i % width, Math.floor(i / width)];
    const out = (x - limits.bone[y]) * sign;
    if (own === null || worn === null || !POSSIBLY_CARRIED.includes(labels[i])) return false;
    if (labels[i] === TOP && y >= top && out > OUT_RADII * limits.radius[y] && !isOnArm({ x, y }, arm, shoulderWidth))
      return own[bins[i]] > LIKELIER_BESIDE * worn[bins[i]];
    return rows.has(y) && out >= limits.radius[y] * 0.7 && own[bins[i]] > LIKELIER * worn[bins[i]];
  });
  const { labels: parts } = findComponents(mask, width, height);
  const reached = new Set<number>();
  for (let i = 0; i < piece.length; i++) {
    checkpointAt(i);
    if (piece[i]) reached.add(parts[i]);
  }
  for (let i = 0; i < piece.length; i++) {
    checkpointAt(i);
    if (parts[i] && reached.has(parts[i])) carried[i] = 1;
  }
}

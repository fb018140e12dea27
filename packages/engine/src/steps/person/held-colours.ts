import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { colourHistogram, colourOdds } from '../../pixels/colour-histogram.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { clamp, convexHull, insidePolygon } from '../../pixels/geometry.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point, Raster } from '../../pixels/raster.ts';
import { landmarksOn } from './body-frame.ts';
import type { HeldThing } from './held-things.ts';

/** Greatest distance of handles and outline from the hull of hand and thing, in shoulder widths. */
const AROUND = 0.12;
/**
 * How far beyond AROUND the colours of clothes and of ground are sampled, in shoulder widths. The ground's reach is
 * shorter, because its colours vary more.
 */
const CLOTH_NEAR = 0.6;
const GROUND_NEAR = 0.3;
/** Distance around hand and thing that the search covers, in shoulder widths. */
export const HELD_REACH = AROUND + CLOTH_NEAR;
/** Radius of a thigh in shoulder widths: closer to the bone, clothes may lie beside the thing. */
const THIGH = 0.24;
/** Least share of a thing beside the legs to sample its colours there alone. */
const BESIDE_MIN = 0.4;
/**
 * Least depth inside a thing beside the legs, in shoulder widths, to keep a pixel of any colour, as in prints or
 * buckles.
 */
const DEEP = 0.12;
/** Greatest matte of ground, 0 to 1. */
const GROUND_MAX = 0.02;
/** Least matte, 0 to 1, of a pixel of the person; other pixels are ground. */
export const PERSON_MIN = 0.5;
/** Least number of pixels for a histogram. */
const SAMPLES_MIN = 40;
/** Bound of the log odds of a colour. */
const ODDS_MAX = 6;
/** Least log odds of the thing's own colours against its surroundings. */
const OWN_MIN = -0.5;
/**
 * Log odds added to a pixel: of the thing, between thing and hand, and around both. Chosen by eye on six bags and a
 * bottle. A lower STAYS breaks straps of many colours; a higher one keeps the ground between handles.
 */
const STAYS = 1.7;
const BETWEEN = 0.3;
const BESIDE = -1;
/**
 * Greatest half breadth of a bag's handles together, in shoulder widths; clothes between hand and bag are broader.
 * Greatest log odds of a handle's colour for clothes.
 */
const HANDLES = 0.08;
const ALIKE = 3;

/** Labels of skin and of clothes in a region map. */
export const SKIN = REGIONS.indexOf('skin');
export const [UPPER, LOWER] = [REGIONS.indexOf('upper'), REGIONS.indexOf('lower')];

/** Input of the search. Raster and planes have the size of the map; pose and frame are `scale` times larger. */
export interface HeldInput {
  readonly raster: Raster;
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly matte: Float32Array;
  readonly pose: Pose;
  readonly frame: Pick<BodyFrame, 'shoulderWidth'>;
}

/** The area that may hold a thing and its handles. Planes have the size of the map. */
export interface HeldZone {
  /** Shoulder width in pixels of the map. */
  readonly unit: number;
  /** 1 within the hull of thing and hand; `around` also covers a border of AROUND. */
  readonly hull: Uint8Array;
  readonly around: Uint8Array;
  /** Distance of each pixel from the hull in pixels of the map; infinite beyond HELD_REACH. */
  readonly away: Float32Array;
  /** 1 for pixels that belong to the thing with any colour. */
  readonly sure: Uint8Array;
  /** 1 for pixels of the thing without clothes beside them. */
  readonly clear: Uint8Array;
}

/**
 * Probability of each colour bin on the thing and on its surroundings. A histogram is null if it has too few pixels.
 */
export interface HeldColours {
  readonly own: Float32Array;
  readonly clothes: Float32Array | null;
  readonly background: Float32Array | null;
  readonly skin: Float32Array | null;
}

/** Finds the area of a thing and its handles: the hull of the thing and the hand that holds it, with a border. */
export function heldZone(
  { width, height, scale, labels }: RegionMap,
  held: HeldThing,
  { pose, frame }: HeldInput,
): HeldZone {
  const unit = frame.shoulderWidth / scale;
  const { thing, outline, hold } = held;
  const corners = convexHull([...outline, hold]);
  const hull = maskOf(labels.length, (i) => insidePolygon(corners, (i % width) + 0.5, Math.floor(i / width) + 0.5));
  const away = distanceTo(hull, width, height, HELD_REACH * unit);
  const depth = distanceTo(inverted(thing), width, height, DEEP * unit + 1);
  const at = landmarksOn(pose, scale);
  const legs = [
    [at('hipRight'), at('kneeRight'), at('ankleRight')],
    [at('hipLeft'), at('kneeLeft'), at('ankleLeft')],
  ];
  const isBeside = (i: number) => legs.every((leg) => boneDistance(i, width, leg) > THIGH * unit);
  const clear = maskOf(thing.length, (i) => thing[i] === 1 && depth[i] > 1 && isBeside(i));
  return {
    unit,
    hull,
    around: maskOf(away.length, (i) => away[i] <= AROUND * unit),
    away,
    sure: maskOf(thing.length, (i) => clear[i] === 1 && depth[i] >= DEEP * unit),
    clear,
  };
}

/**
 * Distance of a pixel's centre from the nearest bone between joints. Takes plain numbers, because it runs for many
 * pixels.
 */
export function boneDistance(pixel: number, width: number, joints: readonly Point[]): number {
  const [x, y] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5];
  let nearest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < joints.length; index++) {
    const from = joints[index - 1];
    const dx = joints[index].x - from.x;
    const dy = joints[index].y - from.y;
    const along = clamp(((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1));
    const offX = x - from.x - along * dx;
    const offY = y - from.y - along * dy;
    nearest = Math.min(nearest, offX * offX + offY * offY);
  }
  return Math.sqrt(nearest);
}

/** Learns the colours of a thing, its clothes, its ground and skin. Null if the thing has too few pixels. */
export function heldColours(
  { width, height, labels }: RegionMap,
  { thing }: HeldThing,
  { unit, away, clear }: HeldZone,
  { bins, matte }: HeldInput,
): HeldColours | null {
  const learn = (isSample: (i: number) => boolean) =>
    colourHistogram(
      bins,
      planeOf(bins.length, (i) => (isSample(i) ? 1 : 0)),
      SAMPLES_MIN,
    );
  const isNear = (i: number, reach: number) => away[i] > AROUND * unit && away[i] < (AROUND + reach) * unit;
  const samples = sumOf(clear) > BESIDE_MIN * sumOf(thing) ? clear : thing;
  const rough = learn((i) => samples[i] === 1);
  if (!rough) return null;
  const clothes = learn((i) => isNear(i, CLOTH_NEAR) && (labels[i] === UPPER || labels[i] === LOWER));
  const background = learn((i) => isNear(i, GROUND_NEAR) && matte[i] < GROUND_MAX);
  const skin = learn((i) => labels[i] === SKIN);
  const body = withoutThin(samples, DEEP * unit, width, height);
  const odds = leastOdds(rough, [clothes, background, skin]);
  const own = learn((i) => samples[i] === 1 && (body[i] === 1 || odds[bins[i]] > OWN_MIN));
  return { own: own ?? rough, clothes, background, skin };
}

/** Log odds that each pixel near a thing belongs to it and not to its surroundings; 0 elsewhere. */
export function heldOdds(
  { width, height, labels }: RegionMap,
  { thing }: HeldThing,
  { unit, hull, around }: HeldZone,
  { own, clothes, background, skin }: HeldColours,
  { bins, matte }: HeldInput,
): Float32Array<ArrayBuffer> {
  const ground = background && leastOdds(background, [own, clothes]);
  const isGround = (i: number) => ground !== null && ground[bins[i]] > 0;
  const solid = maskOf(
    bins.length,
    (i) => labels[i] !== SKIN && matte[i] >= PERSON_MIN && !(around[i] === 1 && isGround(i)),
  );
  const broad = withoutThin(solid, HANDLES * unit, width, height);
  const beforeClothes = leastOdds(own, [clothes]);
  const isHandle = (i: number) => solid[i] === 1 && broad[i] === 0 && beforeClothes[bins[i]] > -ALIKE;
  const [ofThing, ofHandle, ofOther] = [
    [clothes, background],
    [background, skin],
    [clothes, background, skin],
  ].map((others) => leastOdds(own, others));
  return planeOf(bins.length, (i) => {
    if (!around[i]) return 0;
    if (thing[i]) return ofThing[bins[i]] + STAYS;
    return (isHandle(i) ? ofHandle : ofOther)[bins[i]] + (hull[i] ? BETWEEN : BESIDE);
  });
}

/** Least log odds of each bin under one histogram against the others, bounded by ODDS_MAX. */
function leastOdds(own: Float32Array, others: readonly (Float32Array | null)[]): Float32Array {
  const seen = others.filter((other) => other !== null);
  return planeOf(own.length, (bin) => {
    const least = seen.reduce((odds, other) => Math.min(odds, colourOdds(own, other, bin)), ODDS_MAX);
    return Math.max(-ODDS_MAX, least);
  });
}

/** A mask without the parts thinner than twice the radius (morphological opening by a disc). */
function withoutThin(mask: Uint8Array, radius: number, width: number, height: number): Uint8Array {
  const inside = distanceTo(inverted(mask), width, height, radius + 1);
  const core = maskOf(mask.length, (i) => inside[i] > radius);
  const outside = distanceTo(core, width, height, radius + 1);
  return maskOf(mask.length, (i) => outside[i] <= radius);
}

/** Number of pixels in a mask of 0 and 1. */
export const sumOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

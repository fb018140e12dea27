import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { colourHistogram, colourOdds } from '../../pixels/colour-histogram.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { clamp, convexHull, insidePolygon } from '../../pixels/geometry.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point, Raster } from '../../pixels/raster.ts';
import { landmarksOn } from './body-frame.ts';
import type { HeldThing } from './held-things.ts';

/** How far around hand and thing its handles and its outline may lie, in shoulder widths. */
const AROUND = 0.12;
/**
 * How far beyond that the colours of clothes and of the ground are learned, in shoulder widths; the ground's nearer by:
 * it changes more.
 */
const CLOTH_NEAR = 0.6;
const GROUND_NEAR = 0.3;
/** How far around thing and hand anything counts, in shoulder widths. */
export const HELD_REACH = AROUND + CLOTH_NEAR;
/** Radius of a thigh, in shoulder widths: within it clothes may lie beside what is carried. */
const THIGH = 0.24;
/** Share of a thing that must lie beside the legs for its colours to be learned there alone. */
const BESIDE_MIN = 0.4;
/**
 * Deeper inside than this, in shoulder widths, a thing beside the legs is one whatever its colours: prints, buckles.
 */
const DEEP = 0.12;
/** Matte below which a pixel is surely ground. */
const GROUND_MAX = 0.02;
/** Matte, 0 to 1, from which a pixel is the person rather than ground. */
export const PERSON_MIN = 0.5;
/** Colours of fewer pixels say nothing. */
const SAMPLES_MIN = 40;
/** Most that a colour says, in log odds. */
const ODDS_MAX = 6;
/** The thing's own colours are not much likelier on what is around it, in log odds. */
const OWN_MIN = -0.5;
/**
 * Log odds for a pixel labelled as the thing, between thing and hand, and around both. Chosen by eye on six bags and a
 * bottle. A lower first value tears straps of many colours; a higher one keeps the ground between handles.
 */
const STAYS = 1.7;
const BETWEEN = 0.3;
const BESIDE = -1;
/**
 * Half the breadth of a bag's handles together, in shoulder widths: clothes between hand and bag are broader. And how
 * much likelier, in log odds, a colour may be on the clothes for what is so narrow to be a handle.
 */
const HANDLES = 0.08;
const ALIKE = 3;

/** The labels of skin and of clothes. */
export const SKIN = REGIONS.indexOf('skin');
export const [UPPER, LOWER] = [REGIONS.indexOf('upper'), REGIONS.indexOf('lower')];

/**
 * What a thing is told from its surroundings by; raster and planes have the size of the map, pose and frame are `scale`
 * times larger.
 */
export interface HeldInput {
  readonly raster: Raster;
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly matte: Float32Array;
  readonly pose: Pose;
  readonly frame: Pick<BodyFrame, 'shoulderWidth'>;
}

/** Where a thing and its handles may be. */
export interface HeldZone {
  /** Shoulder width in pixels of the map. */
  readonly unit: number;
  /** 1 within the hull of thing and hand, and on it and close around it. */
  readonly hull: Uint8Array;
  readonly around: Uint8Array;
  /** Distance of each pixel from the hull; infinite where it is far. */
  readonly away: Float32Array;
  /** 1 for pixels that are the thing whatever their colours. */
  readonly sure: Uint8Array;
  /** 1 for pixels of the thing that have no clothes beside them. */
  readonly clear: Uint8Array;
}

/** How likely each colour is on the thing and on what is around it; null where too little of that is seen. */
export interface HeldColours {
  readonly own: Float32Array;
  readonly clothes: Float32Array | null;
  readonly background: Float32Array | null;
  readonly skin: Float32Array | null;
}

/**
 * Finds where a thing and its handles may be: within the hull of it and the hand that holds it, and close around that.
 */
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
 * Distance of a pixel's middle from the nearest bone between joints. Takes plain numbers, because it runs for many
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

/** Learns the colours of a thing, of the clothes and of the ground around it; null where the thing is too small. */
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

/** How much likelier each pixel close around a thing is part of it than of what is around, in log odds; 0 elsewhere. */
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

/**
 * How much likelier the colours of each bin are by one histogram than by any of others, in log odds and within bounds.
 */
function leastOdds(own: Float32Array, others: readonly (Float32Array | null)[]): Float32Array {
  const seen = others.filter((other) => other !== null);
  return planeOf(own.length, (bin) => {
    const least = seen.reduce((odds, other) => Math.min(odds, colourOdds(own, other, bin)), ODDS_MAX);
    return Math.max(-ODDS_MAX, least);
  });
}

/** A mask without what is thinner than twice the radius (its opening by a disc). */
function withoutThin(mask: Uint8Array, radius: number, width: number, height: number): Uint8Array {
  const inside = distanceTo(inverted(mask), width, height, radius + 1);
  const core = maskOf(mask.length, (i) => inside[i] > radius);
  const outside = distanceTo(core, width, height, radius + 1);
  return maskOf(mask.length, (i) => outside[i] <= radius);
}

/** The number of pixels of a mask. */
export const sumOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { colourHistogram, colourOdds } from '../../pixels/colour-histogram.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { convexHull, insidePolygon, pixelMiddle, segmentDistance } from '../../pixels/geometry.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point, Raster } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';
import { type HeldThing, pointsOf } from './held-things.ts';

/** How far around hand and thing its handles and its outline may lie, in shoulder widths. */
const AROUND = 0.12;
/** How far beyond that the colours of clothes and of the ground are learned, in shoulder widths; the ground's nearer by: it changes more. */
const CLOTH_NEAR = 0.6;
const GROUND_NEAR = 0.3;
/** How far around thing and hand anything counts, in shoulder widths. */
export const HELD_REACH = AROUND + CLOTH_NEAR;
/** Radius of a thigh, in shoulder widths: within it clothes may lie beside what is carried. */
const THIGH = 0.24;
/** Share of a thing that must lie beside the legs for its colours to be learned there alone. */
const BESIDE_MIN = 0.4;
/** Deeper inside than this, in shoulder widths, a thing beside the legs is one whatever its colours: prints, buckles. */
const DEEP = 0.12;
/** Matte below which a pixel is surely ground, and from which it is the person. */
const GROUND_MAX = 0.02;
const PERSON_MIN = 0.5;
/** Colours of fewer pixels say nothing. */
const SAMPLES_MIN = 40;
/** Most that a colour says, in log odds. */
const ODDS_MAX = 6;
/** The thing's own colours are not much likelier on what is around it, in log odds. */
const OWN_MIN = -0.5;
/**
 * What counts, in log odds, for a pixel of what was taken for the thing, of what lies between that and the hand, and of what lies around
 * both. Chosen by eye on six bags and a bottle: less of the first tears straps of many colours, more keeps the ground between handles.
 */
const STAYS = 1.7;
const BETWEEN = 0.3;
const BESIDE = -1;
/**
 * Half the breadth of a bag's handles together, in shoulder widths: clothes between hand and bag are broader. And how much likelier, in
 * log odds, a colour may be on the clothes for what is so narrow to be a handle.
 */
const HANDLES = 0.08;
const ALIKE = 3;

const SKIN = REGIONS.indexOf('skin');
const CLOTHES = (['upper', 'lower'] as const).map((region) => REGIONS.indexOf(region));

/** What a thing is told from its surroundings by; raster and planes have the size of the map, pose and frame are `scale` times larger. */
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
  readonly lower: Float32Array | null;
  readonly background: Float32Array | null;
  readonly skin: Float32Array | null;
}

/** Finds where a thing and its handles may be: within the hull of it and the hand that holds it, and close around that. */
export function heldZone({ width, height, scale, labels }: RegionMap, held: HeldThing, { pose, frame }: HeldInput): HeldZone {
  const unit = frame.shoulderWidth / scale;
  const { thing, hold } = held;
  const corners = convexHull([...pointsOf(thing, width), hold]);
  const hull = maskOf(labels.length, (i) => {
    const { x, y } = pixelMiddle(i, width);
    return insidePolygon(corners, x, y);
  });
  const away = distanceTo(hull, width, height, HELD_REACH * unit);
  const depth = distanceTo(inverted(thing), width, height, DEEP * unit + 1);
  const at = (name: keyof typeof LANDMARK): Point => {
    const { x, y } = pose.landmarks[LANDMARK[name]];
    return { x: x / scale, y: y / scale };
  };
  const legs = [
    [at('hipRight'), at('kneeRight'), at('ankleRight')],
    [at('hipLeft'), at('kneeLeft'), at('ankleLeft')],
  ];
  const isBeside = (i: number) => legs.every((leg) => boneDistance(pixelMiddle(i, width), leg) > THIGH * unit);
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

/** Distance of a point from the nearest of the bones between joints. */
export function boneDistance(p: Point, joints: readonly Point[]): number {
  return Math.min(...joints.slice(1).map((joint, index) => segmentDistance(p, joints[index], joint).distance));
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
  const lower = learn((i) => isNear(i, CLOTH_NEAR) && CLOTHES.includes(labels[i]));
  const background = learn((i) => isNear(i, GROUND_NEAR) && matte[i] < GROUND_MAX);
  const skin = learn((i) => labels[i] === SKIN);
  const body = withoutThin(samples, DEEP * unit, width, height);
  const isOwn = (i: number) => body[i] === 1 || leastOdds(rough, [lower, background, skin], bins[i]) > OWN_MIN;
  return { own: learn((i) => samples[i] === 1 && isOwn(i)) ?? rough, lower, background, skin };
}

/** How much likelier each pixel close around a thing is part of it than of what is around, in log odds; 0 elsewhere. */
export function heldOdds(
  { width, height, labels }: RegionMap,
  { thing }: HeldThing,
  { unit, hull, around }: HeldZone,
  { own, lower, background, skin }: HeldColours,
  { bins, matte }: HeldInput,
): Float32Array<ArrayBuffer> {
  const isGround = (i: number) =>
    background !== null && [own, lower].every((one) => one === null || colourOdds(background, one, bins[i]) > 0);
  const solid = maskOf(bins.length, (i) => labels[i] !== SKIN && matte[i] >= PERSON_MIN && !(around[i] === 1 && isGround(i)));
  const broad = withoutThin(solid, HANDLES * unit, width, height);
  const isHandle = (i: number) =>
    solid[i] === 1 && broad[i] === 0 && (lower === null || colourOdds(own, lower, bins[i]) > -ALIKE);
  return planeOf(bins.length, (i) => {
    if (!around[i]) return 0;
    const others = thing[i] ? [lower, background] : isHandle(i) ? [background, skin] : [lower, background, skin];
    return leastOdds(own, others, bins[i]) + (thing[i] ? STAYS : hull[i] ? BETWEEN : BESIDE);
  });
}

/** How much likelier a colour is by one histogram than by any of others, in log odds and within bounds. */
function leastOdds(own: Float32Array, others: readonly (Float32Array | null)[], bin: number): number {
  const odds = others.map((other) => (other ? colourOdds(own, other, bin) : ODDS_MAX));
  return Math.max(-ODDS_MAX, Math.min(ODDS_MAX, ...odds));
}

/** A mask without what is thinner than twice the radius (its opening by a disc). */
function withoutThin(mask: Uint8Array, radius: number, width: number, height: number): Uint8Array {
  const inside = distanceTo(inverted(mask), width, height, radius + 1);
  const core = maskOf(mask.length, (i) => inside[i] > radius);
  const outside = distanceTo(core, width, height, radius + 1);
  return maskOf(mask.length, (i) => outside[i] <= radius);
}

const sumOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

import { type PersonAnalysis, REGIONS, type RegionMap } from '../../analysis.ts';
import { boxesOf, type Components, findComponents } from '../../pixels/components.ts';
import { type Box, grownWithin } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { resizeValues } from '../../pixels/filters.ts';
import { clamp, distance } from '../../pixels/geometry.ts';
import { median } from '../../pixels/median.ts';
import { maskOf, pixelsWhere, planeOf, sumOf } from '../../pixels/planes.ts';
import type { Plane, Point } from '../../pixels/raster.ts';
import { fitBackground } from '../garment/cut-out/background.ts';
import { FEET, LANDMARK } from './body-frame.ts';
import { eachRegion } from './region-planes.ts';

/** Tolerance of the ground's colour: in multiples of its noise, and at least in byte steps. */
const SAME_NOISE = 2.5;
const SAME_MIN = 6;
/** Least matte of a pixel that counts as the person. */
const PERSON_MIN = 0.15;
/** Bounds of a patch of visible ground: least size in pixels, and greatest as a share of the person. */
const VIEW_MIN = 8;
const VIEW_SHARE_MAX = 0.012;
/** Width of the examined rim around a patch, in pixels. */
const RIM = 4;
/** Contrast to the ground, in byte steps, of a rim pixel that differs sharply, and least share of such pixels. */
const RIM_CONTRAST = 45;
const RIM_SHARE = 0.75;
/** Least share of ground in the rim of a patch that continues the ground. */
const OPEN_SHARE = 0.06;
/**
 * Distance from the joints of a hand that allows ground between its fingers. Distance from those of a foot that
 * excludes ground, because soles may be white. In shoulder widths.
 */
const HAND_REACH = 0.3;
const FOOT_REACH = 0.3;
/** Least share of the patch's contrast in an edge pixel that shows the person alone. */
const EDGE_SHARE = 0.7;
const HANDS = [
  LANDMARK.wristLeft,
  LANDMARK.wristRight,
  LANDMARK.pinkyLeft,
  LANDMARK.pinkyRight,
  LANDMARK.indexLeft,
  LANDMARK.indexRight,
  LANDMARK.thumbLeft,
  LANDMARK.thumbRight,
] as const;

/** Keeps a quotient of two zeros finite. */
const NOTHING = 1e-6;

/**
 * Greatest median difference from the ground, in byte steps, of a piece of shaded ground. Of 70 pieces that count as
 * things on 45 studio photos, 13 have a median of 21 or less and show ground beside an arm. The others have 30 or more.
 */
const SHADED = 28;

/** Input of the search. */
type SeenGroundInput = Pick<PersonAnalysis, 'raster' | 'matte' | 'pose' | 'frame'>;

/**
 * Removes plain ground between arm and body, between the legs and between fingers from the matte, where nets often see
 * the person. Such patches have the ground's colour and sharp edges, and continue the ground or lie at a hand. Shaded
 * ground goes too where the regions take it for a thing (`isThing`). Returns the same matte if it finds neither.
 */
export function withoutSeenGround(input: SeenGroundInput, isThing: (pixel: number) => boolean = () => false): Plane {
  const { raster, matte } = input;
  const ground = fitBackground(raster);
  if (!ground.isEven) return matte;
  const { width, height } = raster;
  const tolerance = Math.max(SAME_MIN, SAME_NOISE * ground.noise);
  const differences = planeOf(matte.data.length, (i) => (matte.data[i] > 0 ? ground.distanceAt(i) : 0));
  const most = VIEW_SHARE_MAX * sumOf(matte.data);
  const like = maskOf(differences.length, (i) => matte.data[i] > PERSON_MIN && differences[i] < tolerance);
  const parts = findComponents(like, width, height);
  const isPatch = ([label, size]: readonly [number, number]) => label > 0 && size >= VIEW_MIN && size <= most;
  const patches = [...parts.sizes.entries()].filter(isPatch);
  const seen = viewsOf(parts, patches, differences, matte).filter((view) => isSeen(view, input));
  const shaded = shadedThings(matte, differences, isThing);
  if (seen.length === 0 && shaded.length === 0) return matte;
  const out = { ...matte, data: matte.data.slice() };
  for (const view of seen) removePatch(out, view, differences, tolerance);
  for (const view of shaded) removePatch(out, view, differences, SHADED);
  return out;
}

/** The things whose colours are mostly those of shaded ground. */
function shadedThings(matte: Plane, differences: Float32Array, isThing: (pixel: number) => boolean): View[] {
  const things = maskOf(differences.length, (i) => matte.data[i] > 0 && isThing(i));
  const parts = findComponents(things, matte.width, matte.height);
  const found = parts.sizes.map((): number[] => []);
  for (let i = 0; i < things.length; i++) if (things[i]) found[parts.labels[i]].push(differences[i]);
  const shaded = [...found.entries()].filter(([label, values]) => label > 0 && median(values, SHADED) < SHADED);
  return viewsOf(parts, shaded, differences, matte);
}

/** The views of some connected parts, which are given by their labels. */
function viewsOf(
  parts: Components,
  chosen: readonly (readonly [label: number, ...unknown[]])[],
  differences: Float32Array,
  matte: Plane,
): View[] {
  const boxes = boxesOf(parts, matte.width);
  return chosen.map(([label]) => viewOf((i) => parts.labels[i] === label, boxes[label], differences, matte));
}

/** The regions of a person within a matte; the rest becomes background. */
export function regionsWithin(map: RegionMap, matte: Plane): RegionMap {
  const { width, height } = map;
  const person = resizeValues(matte.data, matte.width, matte.height, width, height);
  const { background } = map.probability;
  const left = planeOf(person.length, (i) => Math.min(1, (person[i] + NOTHING) / (1 - background.data[i] + NOTHING)));
  const probability = eachRegion((region) => {
    const { data } = map.probability[region];
    const shareOf = (i: number) => (region === 'background' ? 1 - (1 - data[i]) * left[i] : data[i] * left[i]);
    return { width, height, data: planeOf(data.length, shareOf) };
  });
  const labels = map.labels.map((label, i) => (left[i] < 0.5 ? REGIONS.indexOf('background') : label));
  return { ...map, labels, probability };
}

/** A patch of the ground's colour within the person. */
interface View {
  /** Indices of the pixels of the patch and of its rim. */
  readonly pixels: readonly number[];
  readonly middle: Point;
  /**
   * Share of ground in the rim. Then for the rest of the rim: the share that differs sharply from the ground, and the
   * median difference in byte steps.
   */
  readonly open: number;
  readonly contrasting: number;
  readonly contrast: number;
}

function viewOf(isPatch: (pixel: number) => boolean, part: Box, differences: Float32Array, matte: Plane): View {
  const box = grownWithin(part, matte, RIM);
  const at = (k: number) => (box.top + Math.floor(k / box.width)) * matte.width + box.left + (k % box.width);
  const patch = maskOf(box.width * box.height, (k) => isPatch(at(k)));
  const beside = distanceTo(patch, box.width, box.height, RIM + 1);
  const near = pixelsWhere(beside.length, (k) => beside[k] <= RIM);
  const rim = near.filter((k) => beside[k] > RIM - 1).map(at);
  const closed = rim.filter((i) => matte.data[i] > PERSON_MIN).map((i) => differences[i]);
  return {
    pixels: near.map(at),
    middle: { x: part.left + (part.width - 1) / 2, y: part.top + (part.height - 1) / 2 },
    open: (rim.length - closed.length) / Math.max(1, rim.length),
    contrasting: closed.filter((value) => value > RIM_CONTRAST).length / Math.max(1, closed.length),
    contrast: median(closed, RIM_CONTRAST),
  };
}

/** True if the patch has sharp edges, is not at a foot, and continues the ground or lies at a hand. */
function isSeen({ middle, open, contrasting }: View, { pose, frame }: SeenGroundInput): boolean {
  const isAt = (joints: readonly number[], reach: number) =>
    joints.some((joint) => distance(pose.landmarks[joint], middle) < reach * frame.shoulderWidth);
  return contrasting >= RIM_SHARE && !isAt(FEET, FOOT_REACH) && (open >= OPEN_SHARE || isAt(HANDS, HAND_REACH));
}

/** Removes a patch from the matte. An edge pixel keeps the person's share in its colour. */
function removePatch({ data }: Plane, { pixels, contrast }: View, differences: Float32Array, tolerance: number): void {
  for (const i of pixels) data[i] = Math.min(data[i], clamp((differences[i] - tolerance) / (EDGE_SHARE * contrast)));
}

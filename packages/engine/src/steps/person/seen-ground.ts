import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { boxesOf, findComponents } from '../../pixels/components.ts';
import { type Box, grownWithin } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { resizeValues } from '../../pixels/filters.ts';
import { clamp, distance } from '../../pixels/geometry.ts';
import { median } from '../../pixels/median.ts';
import { maskAbove, maskOf, planeOf, sumOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Point, Raster } from '../../pixels/raster.ts';
import { FEET, LANDMARK } from './body-frame.ts';
import { eachRegion } from './region-planes.ts';

/** Greatest matte of a sure ground pixel in the small picture, and its least distance from other pixels. */
const GROUND_MAX = 0.02;
const GROUND_AWAY = 2;
/**
 * Test blocks of ground beside the person: side in pixels, one of how many blocks, greatest distance from the person.
 * The ground around them predicts their colours, which measures the error.
 */
const TEST_SIDE = 8;
const TEST_ONE_OF = 4;
const TEST_REACH = 16;
/**
 * The quantile of that error, and its greatest value for plain ground, in byte steps. On other ground the search finds
 * nothing.
 */
const PLAIN_QUANTILE = 0.8;
const PLAIN_MAX = 5;
/** Tolerance of the ground's colour: in errors of the prediction, and at least in byte steps. */
const SAME_ERRORS = 2.5;
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

/** Input of the search. The pose and the frame are in pixels of the raster. */
export interface SeenGroundInput {
  readonly raster: Raster;
  /** The raster at a smaller size. */
  readonly small: Raster;
  readonly matte: Plane;
  readonly pose: Pick<Pose, 'landmarks'>;
  readonly frame: Pick<BodyFrame, 'shoulderWidth'>;
}

/**
 * Removes plain ground between arm and body, between the legs and between fingers from the matte, where nets often see
 * the person. Such patches have the ground's colour and sharp edges, and continue the ground or lie at a hand. Returns
 * the same matte if it finds no patch.
 */
export function withoutSeenGround(input: SeenGroundInput): Plane {
  const { raster, matte } = input;
  const ground = plainGround(input);
  if (!ground) return matte;
  const { width, height } = raster;
  const away = distancesFrom(ground.colours, input);
  const most = VIEW_SHARE_MAX * sumOf(matte.data);
  const parts = findComponents(
    maskOf(away.length, (i) => matte.data[i] > PERSON_MIN && away[i] < ground.tolerance),
    width,
    height,
  );
  const boxes = boxesOf(parts, width);
  const views = parts.sizes.flatMap((size, label) =>
    label === 0 || size < VIEW_MIN || size > most ? [] : [viewOf(label, parts.labels, boxes[label], away, matte)],
  );
  const seen = views.filter((view) => isSeen(view, input));
  if (seen.length === 0) return matte;
  const out = { ...matte, data: matte.data.slice() };
  for (const view of seen) clear(out, view, away, ground.tolerance);
  return out;
}

/** The regions of a person within a matte; the rest becomes background. */
export function regionsWithin(map: RegionMap, matte: Plane): RegionMap {
  const { width, height } = map;
  const person = resizeValues(matte.data, matte.width, matte.height, width, height);
  const { background } = map.probability;
  const left = planeOf(person.length, (i) => Math.min(1, (person[i] + NOTHING) / (1 - background.data[i] + NOTHING)));
  const probability = eachRegion((region) => {
    const { data } = map.probability[region];
    const isGround = region === 'background';
    return {
      width,
      height,
      data: planeOf(data.length, (i) => (isGround ? 1 - (1 - data[i]) * left[i] : data[i] * left[i])),
    };
  });
  const labels = map.labels.map((label, i) => (left[i] < 0.5 ? REGIONS.indexOf('background') : label));
  return { ...map, labels, probability };
}

/**
 * Colours of the ground behind the person, interpolated from the ground around, and their tolerance in byte steps. Null
 * if the ground is not plain.
 */
function plainGround({ small, matte }: SeenGroundInput): { colours: Float32Array; tolerance: number } | null {
  const { width, height } = small;
  const soft = resizeValues(matte.data, matte.width, matte.height, width, height);
  const beside = distanceTo(maskAbove(soft, GROUND_MAX), width, height, TEST_REACH);
  const isGround = (i: number) => beside[i] > GROUND_AWAY;
  const isTest = (i: number) => {
    const block = Math.floor((i % width) / TEST_SIDE) + 3 * Math.floor(i / width / TEST_SIDE);
    return beside[i] < TEST_REACH && block % TEST_ONE_OF === 0;
  };
  const known = maskOf(soft.length, (i) => isGround(i) && !isTest(i));
  if (!known.includes(1)) return null;
  const colours = pushPull(small.data, known, width, height);
  const errors: number[] = [];
  for (let i = 0; i < soft.length; i++)
    if (isGround(i) && isTest(i)) errors.push(colourDistance(small.data, i, colours, i));
  if (errors.length === 0) return null;
  const error = errors.sort((a, b) => a - b)[Math.floor(errors.length * PLAIN_QUANTILE)];
  return error > PLAIN_MAX ? null : { colours, tolerance: Math.max(SAME_MIN, SAME_ERRORS * error) };
}

function colourDistance(one: Uint8ClampedArray, i: number, other: Float32Array, j: number): number {
  const red = one[i * 3] - other[j * 3];
  const green = one[i * 3 + 1] - other[j * 3 + 1];
  const blue = one[i * 3 + 2] - other[j * 3 + 2];
  return Math.sqrt(red * red + green * green + blue * blue);
}

/** Distance of each pixel of the matte from the ground's colour there, in byte steps; 0 outside the matte. */
function distancesFrom(colours: Float32Array, { raster, small, matte }: SeenGroundInput): Float32Array {
  const { width, height } = raster;
  return planeOf(matte.data.length, (i) => {
    if (matte.data[i] <= 0) return 0;
    const column = Math.floor(((i % width) * small.width) / width);
    const row = Math.floor((Math.floor(i / width) * small.height) / height);
    return colourDistance(raster.data, i, colours, row * small.width + column);
  });
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

function viewOf(
  label: number,
  labels: Int32Array,
  part: Box,
  away: Float32Array,
  { width, height, data }: Plane,
): View {
  const box = grownWithin(part, { width, height }, RIM);
  const at = (k: number) => (box.top + Math.floor(k / box.width)) * width + box.left + (k % box.width);
  const beside = distanceTo(
    maskOf(box.width * box.height, (k) => labels[at(k)] === label),
    box.width,
    box.height,
    RIM + 1,
  );
  const pixels: number[] = [];
  const rim: number[] = [];
  let open = 0;
  for (let k = 0; k < beside.length; k++) {
    if (beside[k] > RIM) continue;
    pixels.push(at(k));
    if (beside[k] <= RIM - 1) continue;
    if (data[at(k)] <= PERSON_MIN) open++;
    else rim.push(away[at(k)]);
  }
  return {
    pixels,
    middle: { x: part.left + (part.width - 1) / 2, y: part.top + (part.height - 1) / 2 },
    open: open / Math.max(1, open + rim.length),
    contrasting: rim.filter((value) => value > RIM_CONTRAST).length / Math.max(1, rim.length),
    contrast: median(rim, RIM_CONTRAST),
  };
}

/** True if the patch has sharp edges, is not at a foot, and continues the ground or lies at a hand. */
function isSeen({ middle, open, contrasting }: View, { pose, frame }: SeenGroundInput): boolean {
  const isAt = (joints: readonly number[], reach: number) =>
    joints.some((joint) => distance(pose.landmarks[joint], middle) < reach * frame.shoulderWidth);
  return contrasting >= RIM_SHARE && !isAt(FEET, FOOT_REACH) && (open >= OPEN_SHARE || isAt(HANDS, HAND_REACH));
}

/** Removes a patch from the matte. An edge pixel keeps the person's share in its colour. */
function clear({ data }: Plane, { pixels, contrast }: View, away: Float32Array, tolerance: number): void {
  for (const i of pixels) data[i] = Math.min(data[i], clamp((away[i] - tolerance) / (EDGE_SHARE * contrast)));
}

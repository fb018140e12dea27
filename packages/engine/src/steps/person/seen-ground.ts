import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { boxesOf, findComponents } from '../../pixels/components.ts';
import { type Box, grownWithin } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { resizeValues } from '../../pixels/filters.ts';
import { clamp, distance } from '../../pixels/geometry.ts';
import { median } from '../../pixels/median.ts';
import { maskOf, planeOf, sumOf } from '../../pixels/planes.ts';
import type { Plane, Point, Raster } from '../../pixels/raster.ts';
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

/** Input of the search. The pose and the frame are in pixels of the raster. */
export interface SeenGroundInput {
  readonly raster: Raster;
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
  const ground = fitBackground(raster);
  if (!ground.isEven) return matte;
  const { width, height } = raster;
  const tolerance = Math.max(SAME_MIN, SAME_NOISE * ground.noise);
  const away = planeOf(matte.data.length, (i) => (matte.data[i] > 0 ? ground.distanceAt(i) : 0));
  const most = VIEW_SHARE_MAX * sumOf(matte.data);
  const parts = findComponents(
    maskOf(away.length, (i) => matte.data[i] > PERSON_MIN && away[i] < tolerance),
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
  for (const view of seen) clear(out, view, away, tolerance);
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

import type { BodyFrame, Pose } from '../analysis.ts';
import { largestPart } from '../pixels/components.ts';
import { boxAbove } from '../pixels/crop.ts';
import { dot, mix, pixelMiddle, subtract } from '../pixels/geometry.ts';
import { labOf } from '../pixels/lab.ts';
import { maskAbove } from '../pixels/planes.ts';
import type { Point, Raster, Size } from '../pixels/raster.ts';
import { nearestOn, type Segment, segmentBetween } from '../pixels/segment.ts';
import { measureBody } from '../steps/person/body-frame.ts';
import { isPlausibleSkin } from '../steps/person/skin-model.ts';

/** Size of the net's input and output in pixels. */
export const REGION_NET_SIZE = { width: 144, height: 192 } as const;
/** Number of planes in the order of CHANNELS of `training/person-regions/features.py`. */
const FEATURES = 17;
/**
 * Number of planes of the input: the features, then red, green and blue at twice their size. Each colour has four
 * planes, one for each pixel of a square of two by two.
 */
export const REGION_NET_CHANNELS = FEATURES + 12;

const { width: WIDTH, height: HEIGHT } = REGION_NET_SIZE;
const SIZE = WIDTH * HEIGHT;
/** Size of the input in sizes of the person's bounding box; the rest is room around the person. */
const MARGIN = 1.06;
/** Samples along each side of a pixel of the colours, which have twice the size of the input. */
const SAMPLES = 2;

/** L*, a*, b* of the skin if the face shows none, and the divisors of differences from the skin's L*, a*, b*. */
const DEFAULT_SKIN: readonly number[] = [60, 14, 18];
const SKIN_SCALE = [50, 20, 20] as const;
/**
 * Points a side of the grid that probes the face, and its half side in face radii. With fewer points of plausible skin,
 * the default applies.
 */
const PROBES = 9;
const PROBE_REACH = 0.6;
const PROBES_MIN = 8;

/** Maps pixels of the photo to pixels of the net's input: `scale · (x, y) + (left, top)`. */
export interface RegionCrop {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** The input of the region net: a photo, the person's matte of the same size and the pose. */
export interface RegionQuestion {
  readonly raster: Raster;
  /** 0 to 1, of the size of the raster. */
  readonly matte: Float32Array;
  readonly pose: Pose;
  /** Pixels of the picture that the pose refers to for each pixel of the raster. */
  readonly scale: number;
}

/** The crop that shows the largest part of the matte, or the whole picture if the matte is empty. */
export function cropOfPerson(matte: Float32Array, { width, height }: Size): RegionCrop {
  const box = boxAbove({ width, height, data: largestPart(maskAbove(matte, 0.5), width, height) }, 0);
  const scale = Math.min(WIDTH / box.width, HEIGHT / box.height) / MARGIN;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return { scale, left: WIDTH / 2 - scale * x, top: HEIGHT / 2 - scale * y };
}

/** Magnification of the close views: 1.35 and 2 are worse (`npm run score -- --only regions`). */
const CLOSER = 1.6;
/**
 * Greatest torso in a close view, in pixels of the net. A person from head to foot has up to 95; views of half a person
 * are close already.
 */
const CLOSE_TORSO_MAX = 100;

/** Closer views of the upper and of the lower end of a crop; none if they would show too little of the body. */
export function closeViews(
  { scale, left, top }: RegionCrop,
  { torsoLength }: Pick<BodyFrame, 'torsoLength'>,
): readonly RegionCrop[] {
  if (torsoLength * CLOSER > CLOSE_TORSO_MAX) return [];
  const middle = (WIDTH / 2) * (1 - CLOSER) + left * CLOSER;
  return [0, HEIGHT * (1 - CLOSER)].map((end) => ({ scale: scale * CLOSER, left: middle, top: top * CLOSER + end }));
}

/** A pose in pixels of the net's input. */
export function poseIn(crop: RegionCrop, { pose, scale }: RegionQuestion): Pose {
  const size = crop.scale / scale;
  const landmarks = pose.landmarks.map((at) => ({ ...at, x: at.x * size + crop.left, y: at.y * size + crop.top }));
  return { ...pose, landmarks };
}

/** The net's input: REGION_NET_CHANNELS planes of REGION_NET_SIZE. `pose` is in its pixels. */
export function regionNetInput({ raster, matte }: RegionQuestion, pose: Pose, crop: RegionCrop): Float32Array {
  const planes = new Float32Array(SIZE * REGION_NET_CHANNELS);
  const body = measureBody(pose, REGION_NET_SIZE);
  const seen = sample(raster, matte, crop, planes.subarray(SIZE * FEATURES));
  colourPlanes(seen.colours, seen.matte, body, planes);
  posePlanes(pose.landmarks, body, planes.subarray(SIZE * 7));
  return planes;
}

/**
 * Photo and matte at the input's size, each pixel the mean of bilinear samples: three values a pixel, and one, 0 to 1.
 * Outside the photo the colour is grey and the matte 0. `squares` gets the colours at twice the size: twelve planes by
 * colour, the upper two pixels of each square first.
 */
function sample({ width, height, data }: Raster, matte: Float32Array, crop: RegionCrop, squares: Float32Array) {
  const columns = tapsOf(2 * WIDTH, crop.left, crop.scale, width);
  const rows = tapsOf(2 * HEIGHT, crop.top, crop.scale, height);
  const row = new Float32Array(width * 4);
  const colours = new Float32Array(SIZE * 3);
  const alpha = new Float32Array(SIZE);
  for (let v = 0; v < 2 * HEIGHT; v++) {
    // The mean of the rows of the photo comes first, each value less that of a place outside.
    row.fill(0);
    for (let t = v * TAPS; t < (v + 1) * TAPS; t++) {
      const [from, share] = [rows.places[t] * width, rows.shares[t]];
      if (share === 0) continue;
      for (let x = 0; x < width; x++) {
        for (let c = 0; c < 3; c++) row[x * 4 + c] += share * (data[(from + x) * 3 + c] / 255 - 0.5);
        row[x * 4 + 3] += share * matte[from + x];
      }
    }
    for (let u = 0; u < 2 * WIDTH; u++) {
      const i = (v >> 1) * WIDTH + (u >> 1);
      const quarter = 2 * (v & 1) + (u & 1);
      for (let c = 0; c < 4; c++) {
        let value = 0;
        for (let t = u * TAPS; t < (u + 1) * TAPS; t++) value += columns.shares[t] * row[columns.places[t] * 4 + c];
        if (c === 3) alpha[i] += value / 4;
        else {
          squares[(c * 4 + quarter) * SIZE + i] = value + 0.5;
          colours[i * 3 + c] += (value + 0.5) / 4;
        }
      }
    }
  }
  return { colours, matte: alpha };
}

/** Pixels of the photo that give one value along an axis: two for each bilinear sample. */
const TAPS = 2 * SAMPLES;

/**
 * Places of a photo along an axis of `length` pixels whose weighted sums are the means of bilinear samples, and the
 * weight of each. There are {@link TAPS} for each of `count` halves of an input pixel; outside the photo they weigh 0.
 */
function tapsOf(count: number, offset: number, scale: number, length: number) {
  const places = new Int32Array(count * TAPS);
  const shares = new Float64Array(count * TAPS);
  for (let t = 0; t < places.length; t++) {
    const at = (((t >> 1) + 0.5) / TAPS - offset) / scale - 0.5;
    const place = Math.floor(at) + (t & 1);
    if (place < 0 || place >= length) continue;
    places[t] = place;
    shares[t] = (1 - Math.abs(at - place)) / SAMPLES;
  }
  return { places, shares };
}

/** Writes planes 0 to 6: the colour, its distance from the person's skin, the matte. They are 0 outside the matte. */
function colourPlanes(colours: Float32Array, matte: Float32Array, body: BodyFrame, planes: Float32Array): void {
  const lab = new Float32Array(SIZE * 3);
  for (let i = 0; i < SIZE * 3; i += 3) lab.set(labOf(byte(colours[i]), byte(colours[i + 1]), byte(colours[i + 2])), i);
  const skin = skinColour(lab, matte, body);
  for (let i = 0; i < SIZE; i++) {
    for (let c = 0; c < 3; c++) {
      planes[c * SIZE + i] = (colours[i * 3 + c] * 2 - 1) * matte[i];
      const difference = (lab[i * 3 + c] - skin[c]) / SKIN_SCALE[c];
      planes[(3 + c) * SIZE + i] = Math.max(-2, Math.min(2, difference)) * matte[i];
    }
    planes[6 * SIZE + i] = matte[i];
  }
}

const byte = (value: number) => Math.round(value * 255);

/** Median L*, a*, b* of the plausible skin in the middle of the face; DEFAULT_SKIN if the face shows too little. */
function skinColour(lab: Float32Array, matte: Float32Array, { faceCentre, faceRadius }: BodyFrame): readonly number[] {
  const samples: [number[], number[], number[]] = [[], [], []];
  for (let probe = 0; probe < PROBES * PROBES; probe++) {
    const gx = ((probe % PROBES) * 2) / (PROBES - 1) - 1;
    const gy = (Math.floor(probe / PROBES) * 2) / (PROBES - 1) - 1;
    if (gx * gx + gy * gy > 1) continue;
    const x = Math.floor(faceCentre.x + gx * PROBE_REACH * faceRadius);
    const y = Math.floor(faceCentre.y + gy * PROBE_REACH * faceRadius);
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || matte[y * WIDTH + x] <= 0.8) continue;
    const [l, a, b] = lab.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
    if (isPlausibleSkin(l, a, b)) for (const [c, value] of [l, a, b].entries()) samples[c].push(value);
  }
  if (samples[0].length < PROBES_MIN) return DEFAULT_SKIN;
  // The lower of two middle values, as in the training.
  return samples.map((values) => values.sort((a, b) => a - b)[(values.length - 1) >> 1]);
}

/** Writes planes 7 to 16: nearness to the parts of the body, and the place along and across the trunk. */
function posePlanes(at: readonly Point[], body: BodyFrame, planes: Float32Array): void {
  const { shoulderCentre, hipCentre, faceCentre } = body;
  /** Body unit in input pixels: the reaches are multiples of it. */
  const unit = Math.max(8, body.torsoLength, 1.2 * body.shoulderWidth);
  const knuckles = [mix(at[17], at[19], 0.5), mix(at[18], at[20], 0.5)];
  const between = (...joints: (readonly [number, number])[]) => joints.map(([a, b]) => segmentBetween(at[a], at[b]));
  // Reach of head, trunk, upper arms, forearms, hands, thighs, shins and feet in body units.
  const lines: readonly (readonly [number, readonly Segment[]])[] = [
    [0.28, [segmentBetween(faceCentre, faceCentre)]],
    [0.3, [segmentBetween(shoulderCentre, hipCentre)]],
    [0.11, between([11, 13], [12, 14])],
    [0.1, between([13, 15], [14, 16])],
    [0.09, [segmentBetween(at[15], knuckles[0]), segmentBetween(at[16], knuckles[1])]],
    [0.16, between([23, 25], [24, 26])],
    [0.12, between([25, 27], [26, 28])],
    [0.09, between([29, 31], [30, 32], [27, 31], [28, 32])],
  ];
  for (const [index, [reach, segments]] of lines.entries())
    nearness(segments, reach * unit, planes.subarray(index * SIZE, (index + 1) * SIZE));
  for (let i = 0; i < SIZE; i++) {
    const offset = subtract(pixelMiddle(i, WIDTH), shoulderCentre);
    planes[8 * SIZE + i] = Math.max(-1, Math.min(3, dot(offset, body.down) / unit)) / 2;
    planes[9 * SIZE + i] = Math.max(-2, Math.min(2, dot(offset, body.across) / unit)) / 2;
  }
}

/** Writes exp(−(distance / reach)²) for every pixel, with the distance from the nearest of the segments. */
function nearness(segments: readonly Segment[], reach: number, plane: Float32Array): void {
  for (let i = 0; i < SIZE; i++)
    plane[i] = Math.exp(-nearestOn(segments, pixelMiddle(i, WIDTH)).square / (reach * reach));
}

import { describe, expect, it } from 'vitest';
import type { Pose } from '../analysis.ts';
import type { Raster } from '../pixels/raster.ts';
import {
  closeViews,
  cropOfPerson,
  poseIn,
  REGION_NET_CHANNELS,
  REGION_NET_SIZE,
  type RegionCrop,
  type RegionQuestion,
  regionNetInput,
} from './person-regions-input.ts';

const { width, height } = REGION_NET_SIZE;

/** A standing person, BlazePose order. */
const LANDMARKS: readonly (readonly [number, number])[] = [
  [48, 22],
  [49.5, 18],
  [51, 18],
  [52.5, 18],
  [46.5, 18],
  [45, 18],
  [43.5, 18],
  [55, 20],
  [41, 20],
  [50.5, 26],
  [45.5, 26],
  [60, 36],
  [36, 36],
  [64, 55],
  [31, 54],
  [61, 73],
  [35, 72],
  [60, 78],
  [36, 77],
  [62, 79],
  [34, 78],
  [59, 76],
  [37, 75],
  [55, 70],
  [42, 70.5],
  [56, 95],
  [40, 95],
  [55.5, 118],
  [41, 118.5],
  [54, 122],
  [42, 122],
  [59, 124],
  [37, 124],
];

const standing: Pose = {
  landmarks: LANDMARKS.map(([x, y]) => ({ x, y, visibility: 1, presence: 1 })),
  detectionScore: 1,
  presence: 1,
};

/**
 * Values of `training/person-regions/features.py` for the picture below: column, row and the 17 values of that pixel.
 */
const REFERENCE: readonly (readonly [number, number, readonly number[]])[] = [
  [48, 50, [0.067, -0.216, 0.004, -0.549, 0.241, -1.736, 1, 0, 0.999, 0, 0, 0, 0, 0, 0, 0.212, 0.004]],
  [64, 55, [0.318, -0.137, 0.004, -0.426, 0.552, -1.261, 1, 0, 0.083, 0.965, 0.972, 0, 0, 0, 0, 0.288, 0.237]],
  [60, 75, [0.255, 0.176, 0.004, -0.239, -0.732, -0.594, 1, 0, 0.197, 0, 0.575, 0.974, 0.396, 0, 0, 0.579, 0.174]],
  [48, 21, [0.757, 0.349, 0.082, 0, 0, 0, 1, 0.995, 0.136, 0, 0, 0, 0, 0, 0, -0.212, 0.01]],
  [55, 100, [0.176, 0.569, 0.004, 0.027, -2, 0.303, 1, 0, 0, 0, 0, 0, 0.362, 0.991, 0, 0.943, 0.096]],
  [15, 30, [-0.451, -0.529, 0.004, -0.893, 0.407, -2, 1, 0, 0, 0, 0, 0, 0, 0, 0, -0.087, -0.473]],
  [2, 2, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.499, -0.657]],
];

const blank = (columns: number, rows: number): Raster => ({
  width: columns,
  height: rows,
  data: new Uint8ClampedArray(columns * rows * 3),
});

/** A gradient with a disc of skin as the face. The matte is an upright band. */
function scene(): { raster: Raster; matte: Float32Array } {
  const raster = blank(width, height);
  const matte = new Float32Array(width * height);
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    const y = (i - x) / width;
    const face = (x + 0.5 - 48) ** 2 + (y + 0.5 - 20) ** 2 < 100;
    raster.data.set(face ? [224, 172, 138] : [40 + 2 * x, 2 * y, 128], i * 3);
    matte[i] = Math.abs(x + 0.5 - 48) < 35 ? 1 : 0;
  }
  return { raster, matte };
}

function rectangle(columns: number, rows: number, inside: (x: number, y: number) => boolean): Float32Array {
  return Float32Array.from({ length: columns * rows }, (_, i) =>
    inside(i % columns, Math.floor(i / columns)) ? 1 : 0,
  );
}

const inputOf = (question: RegionQuestion, crop: RegionCrop) => regionNetInput(question, poseIn(crop, question), crop);

describe('regionNetInput', () => {
  it('agrees with the code the net was trained with', () => {
    const { raster, matte } = scene();
    const planes = inputOf({ raster, matte, pose: standing, scale: 1 }, { scale: 1, left: 0, top: 0 });
    expect(planes).toHaveLength(REGION_NET_CHANNELS * width * height);
    for (const [x, y, values] of REFERENCE)
      for (const [channel, value] of values.entries())
        expect(planes[(channel * height + y) * width + x], `channel ${channel} at ${x}, ${y}`).toBeCloseTo(value, 1);
  });

  it('gives the same input for a photo twice as large', () => {
    const { raster, matte } = scene();
    const large = blank(width * 2, height * 2);
    const largeMatte = new Float32Array(width * height * 4);
    for (let i = 0; i < largeMatte.length; i++) {
      const from = (Math.floor(i / (width * 4)) * width + ((i % (width * 2)) >> 1)) | 0;
      large.data.set(raster.data.subarray(from * 3, from * 3 + 3), i * 3);
      largeMatte[i] = matte[from];
    }
    const small = inputOf({ raster, matte, pose: standing, scale: 1 }, { scale: 1, left: 0, top: 0 });
    const shrunk = inputOf(
      { raster: large, matte: largeMatte, pose: standing, scale: 0.5 },
      { scale: 0.5, left: 0, top: 0 },
    );
    for (const [x, y] of REFERENCE)
      for (let channel = 0; channel < REGION_NET_CHANNELS; channel++) {
        const at = (channel * height + y) * width + x;
        expect(Math.abs(shrunk[at] - small[at]), `channel ${channel} at ${x}, ${y}`).toBeLessThan(0.03);
      }
  });

  it('shows the colours at twice the size as the four pixels of each square', () => {
    const matte = new Float32Array(width * height * 4).fill(1);
    const [x, y] = [40, 60];
    const brightest = [0, 1, 2].flatMap((colour) =>
      [0, 1, 2, 3].map((quarter) => {
        const raster = blank(width * 2, height * 2);
        const [column, row] = [2 * x + (quarter % 2), 2 * y + (quarter >> 1)];
        raster.data[(row * width * 2 + column) * 3 + colour] = 255;
        const planes = inputOf({ raster, matte, pose: standing, scale: 0.5 }, { scale: 0.5, left: 0, top: 0 });
        const seen = Array.from({ length: 12 }, (_, k) => planes[((17 + k) * height + y) * width + x]);
        return seen.indexOf(Math.max(...seen));
      }),
    );
    expect(brightest).toEqual(Array.from({ length: 12 }, (_, k) => k));
  });

  it('shows nothing outside the photo', () => {
    const { raster, matte } = scene();
    const planes = inputOf({ raster, matte, pose: standing, scale: 1 }, { scale: 0.5, left: 24, top: 32 });
    for (let channel = 0; channel < 7; channel++) expect(planes[channel * width * height]).toBeCloseTo(0, 5);
  });
});

describe('cropOfPerson', () => {
  it('fits the largest part of the matte, centred, with some room', () => {
    const matte = rectangle(400, 400, (x, y) => (x >= 100 && x < 200 && y >= 50 && y < 350) || (x > 390 && y > 390));
    const { scale, left, top } = cropOfPerson(matte, { width: 400, height: 400 });
    expect(300 * scale).toBeCloseTo(height / 1.06, 3);
    expect(150 * scale + left).toBeCloseTo(width / 2, 3);
    expect(200 * scale + top).toBeCloseTo(height / 2, 3);
  });

  it('takes the whole picture where the matte is empty', () => {
    const { scale, left } = cropOfPerson(new Float32Array(100 * 100), { width: 100, height: 100 });
    expect(scale).toBeCloseTo(width / 100 / 1.06, 5);
    expect(50 * scale + left).toBeCloseTo(width / 2, 5);
  });
});

it('looks closer at the upper and at the lower end of a person', () => {
  const whole: RegionCrop = { scale: 0.5, left: 10, top: -6 };
  const [upper, lower] = closeViews(whole, { torsoLength: 55 });
  /** The photo's point at a place of a crop. */
  const seenAt = ({ scale, left, top }: RegionCrop, x: number, y: number) => [(x - left) / scale, (y - top) / scale];
  for (const view of [upper, lower]) expect(seenAt(view, width / 2, 0)[0]).toBeCloseTo(seenAt(whole, width / 2, 0)[0]);
  expect(seenAt(upper, 0, 0)[1]).toBeCloseTo(seenAt(whole, 0, 0)[1]);
  expect(seenAt(lower, 0, height)[1]).toBeCloseTo(seenAt(whole, 0, height)[1]);
  expect(seenAt(upper, 0, height)[1]).toBeGreaterThan(seenAt(lower, 0, 0)[1]);
  expect(upper.scale).toBe(lower.scale);
  expect(closeViews(whole, { torsoLength: 80 })).toEqual([]);
});

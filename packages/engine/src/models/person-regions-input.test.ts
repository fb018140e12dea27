import { describe, expect, it } from 'vitest';
import type { Pose } from '../analysis.ts';
import type { Raster } from '../pixels/raster.ts';
import { cropOfPerson, REGION_NET_CHANNELS, REGION_NET_SIZE, regionNetInput } from './person-regions-input.ts';

const { width, height } = REGION_NET_SIZE;

/** A standing person, BlazePose order. */
const LANDMARKS: readonly (readonly [number, number])[] = [
  [96, 44],
  [99, 36],
  [102, 36],
  [105, 36],
  [93, 36],
  [90, 36],
  [87, 36],
  [110, 40],
  [82, 40],
  [101, 52],
  [91, 52],
  [120, 72],
  [72, 72],
  [128, 110],
  [62, 108],
  [122, 146],
  [70, 144],
  [120, 156],
  [72, 154],
  [124, 158],
  [68, 156],
  [118, 152],
  [74, 150],
  [110, 140],
  [84, 141],
  [112, 190],
  [80, 190],
  [111, 236],
  [82, 237],
  [108, 244],
  [84, 244],
  [118, 248],
  [74, 248],
];

const standing: Pose = {
  landmarks: LANDMARKS.map(([x, y]) => ({ x, y, z: 0, visibility: 1, presence: 1 })),
  detectionScore: 1,
  presence: 1,
};

/** What `training/person-regions/features.py` computes for the picture below: a pixel and its 17 values. */
const REFERENCE: readonly (readonly [number, number, readonly number[]])[] = [
  [96, 100, [0.067, -0.216, 0.004, -0.549, 0.241, -1.736, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0.208, 0.001]],
  [128, 110, [0.318, -0.137, 0.004, -0.426, 0.552, -1.261, 1, 0, 0.089, 0.991, 0.993, 0, 0, 0, 0, 0.284, 0.233]],
  [120, 150, [0.255, 0.176, 0.004, -0.239, -0.732, -0.594, 1, 0, 0.213, 0, 0.619, 0.943, 0.43, 0, 0, 0.575, 0.17]],
  [96, 42, [0.757, 0.349, 0.082, 0, 0, 0, 1, 0.993, 0.127, 0, 0, 0, 0, 0, 0, -0.215, 0.007]],
  [110, 200, [0.176, 0.569, 0.004, 0.027, -2, 0.303, 1, 0, 0, 0, 0, 0, 0.392, 0.976, 0, 0.939, 0.092]],
  [30, 60, [-0.451, -0.529, 0.004, -0.893, 0.407, -2, 1, 0, 0, 0, 0, 0, 0, 0, 0, -0.091, -0.477]],
  [5, 5, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.495, -0.653]],
];

const blank = (columns: number, rows: number): Raster => ({
  width: columns,
  height: rows,
  data: new Uint8ClampedArray(columns * rows * 3),
});

/** A gradient with a disc of skin for a face, and a matte that is an upright band. */
function scene(): { raster: Raster; matte: Float32Array } {
  const raster = blank(width, height);
  const matte = new Float32Array(width * height);
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    const y = (i - x) / width;
    const face = (x + 0.5 - 96) ** 2 + (y + 0.5 - 40) ** 2 < 400;
    raster.data.set(face ? [224, 172, 138] : [40 + x, y, 128], i * 3);
    matte[i] = Math.abs(x + 0.5 - 96) < 70 ? 1 : 0;
  }
  return { raster, matte };
}

function rectangle(columns: number, rows: number, inside: (x: number, y: number) => boolean): Float32Array {
  return Float32Array.from({ length: columns * rows }, (_, i) => (inside(i % columns, Math.floor(i / columns)) ? 1 : 0));
}

describe('regionNetInput', () => {
  it('agrees with the code the net was trained with', () => {
    const { raster, matte } = scene();
    const planes = regionNetInput(raster, matte, standing, 1, { scale: 1, left: 0, top: 0 });
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
    const small = regionNetInput(raster, matte, standing, 1, { scale: 1, left: 0, top: 0 });
    const shrunk = regionNetInput(large, largeMatte, standing, 0.5, { scale: 0.5, left: 0, top: 0 });
    for (const [x, y] of REFERENCE)
      for (let channel = 0; channel < REGION_NET_CHANNELS; channel++) {
        const at = (channel * height + y) * width + x;
        expect(Math.abs(shrunk[at] - small[at]), `channel ${channel} at ${x}, ${y}`).toBeLessThan(0.03);
      }
  });

  it('shows nothing outside the photo', () => {
    const { raster, matte } = scene();
    const planes = regionNetInput(raster, matte, standing, 1, { scale: 0.5, left: 48, top: 64 });
    for (let channel = 0; channel < 7; channel++) expect(planes[channel * width * height]).toBeCloseTo(0, 5);
  });
});

describe('cropOfPerson', () => {
  it('fits the largest part of the matte, centred, with some room', () => {
    const matte = rectangle(400, 400, (x, y) => (x >= 100 && x < 200 && y >= 50 && y < 350) || (x > 390 && y > 390));
    const { scale, left, top } = cropOfPerson(matte, 400, 400);
    expect(300 * scale).toBeCloseTo(height / 1.06, 3);
    expect(150 * scale + left).toBeCloseTo(width / 2, 3);
    expect(200 * scale + top).toBeCloseTo(height / 2, 3);
  });

  it('takes the whole picture where the matte is empty', () => {
    const { scale, left } = cropOfPerson(new Float32Array(100 * 100), 100, 100);
    expect(scale).toBeCloseTo(width / 100 / 1.06, 5);
    expect(50 * scale + left).toBeCloseTo(width / 2, 5);
  });
});

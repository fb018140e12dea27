import sharp from 'sharp';
import { labOf } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';

/** What can be measured of a result without knowing what is right. */
export interface Measures {
  /** Likeness of the border strips and the top tenth to the photo, in dB (PSNR); Infinity where every pixel is equal. */
  readonly keptDb: number;
  /** Distance between the commonest colour of the changed pixels and that of the garment photo's middle, ΔE*ab of 1976. */
  readonly colourDeltaE: number;
  /** Share of the pixels around the middle of the chest that are still those of the photo. */
  readonly leftOverPercent: number;
}

/** Measures a result against the photo as it lay in the output before anything was drawn, and the garments. */
export async function measure(photo: Uint8ClampedArray, garments: readonly Uint8Array[], result: Raster): Promise<Measures> {
  let squared = 0;
  let kept = 0;
  const changed: number[] = [];
  for (let i = 0; i < result.width * result.height; i++) {
    const x = i % result.width;
    const y = Math.floor(i / result.width);
    const differences = [0, 1, 2].map((c) => Math.abs(result.data[i * 3 + c] - photo[i * 3 + c]));
    if (y < result.height * 0.1 || x < result.width * 0.04 || x >= result.width * 0.96) {
      squared += differences.reduce((sum, value) => sum + value * value, 0);
      kept += 3;
    }
    if (Math.max(...differences) > 12) changed.push(i);
  }
  const last = garments[garments.length - 1];
  return {
    keptDb: squared === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * kept) / squared),
    colourDeltaE: last ? distance(commonest(result.data, changed), await middleColour(last)) : 0,
    leftOverPercent: leftOver(photo, result, changed),
  };
}

/** Of the box that the changed pixels fill, the share of its inner third that did not change. */
function leftOver(photo: Uint8ClampedArray, result: Raster, changed: readonly number[]): number {
  const xs = changed.map((i) => i % result.width).sort((a, b) => a - b);
  const ys = changed.map((i) => Math.floor(i / result.width)).sort((a, b) => a - b);
  const at = (values: number[], share: number) => values[Math.floor(values.length * share)] ?? 0;
  const [left, right, top, bottom] = [at(xs, 0.35), at(xs, 0.65), at(ys, 0.35), at(ys, 0.65)];
  let same = 0;
  let all = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const i = (y * result.width + x) * 3;
      all++;
      if ([0, 1, 2].every((c) => Math.abs(result.data[i + c] - photo[i + c]) <= 2)) same++;
    }
  }
  return all === 0 ? 0 : (100 * same) / all;
}

type Lab = readonly [number, number, number];

async function middleColour(garment: Uint8Array): Promise<Lab> {
  const { data, info } = await sharp(garment)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize(256, 256, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels: number[] = [];
  for (let y = Math.floor(info.height * 0.35); y < info.height * 0.65; y++)
    for (let x = Math.floor(info.width * 0.4); x < info.width * 0.6; x++) pixels.push(y * info.width + x);
  return commonest(data, pixels);
}

/** Mean of the fullest bin of a coarse histogram. */
function commonest(data: ArrayLike<number>, pixels: readonly number[]): Lab {
  const bins = new Map<number, { count: number; sum: [number, number, number] }>();
  for (const i of pixels) {
    const lab = labOf(data[i * 3], data[i * 3 + 1], data[i * 3 + 2]);
    const key = Math.round(lab[0] / 12) * 10_000 + Math.round(lab[1] / 12) * 100 + Math.round(lab[2] / 12);
    const bin = bins.get(key) ?? { count: 0, sum: [0, 0, 0] };
    bin.count++;
    for (const axis of [0, 1, 2] as const) bin.sum[axis] += lab[axis];
    bins.set(key, bin);
  }
  const fullest = [...bins.values()].sort((a, b) => b.count - a.count)[0];
  return fullest ? [fullest.sum[0] / fullest.count, fullest.sum[1] / fullest.count, fullest.sum[2] / fullest.count] : [0, 0, 0];
}

const distance = (a: Lab, b: Lab) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

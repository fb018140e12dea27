import { type Pose, REGIONS } from '../analysis.ts';
import type { Raster, Size } from '../pixels/raster.ts';
import {
  cropOfPerson,
  REGION_NET_CHANNELS,
  REGION_NET_SIZE,
  type RegionCrop,
  regionNetInput,
} from './person-regions-input.ts';
import type { Net } from './sessions.ts';
import { sigmoid } from './softmax.ts';

/** The answer of the region net. */
export interface RegionGuess {
  /** Probability of each region in the order of REGIONS, 0 to 1, of the raster's size. They sum to 1 at each pixel. */
  readonly probability: readonly Float32Array<ArrayBuffer>[];
  /** Probability that the person wears one garment above and below the waist, 0 to 1. */
  readonly dress: number;
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

/**
 * Guesses which part of the person each pixel shows, by a net that learned from drawn puppets
 * (`training/person-regions`). The net sees the photo at 96 × 128 pixels, so edges of its answer are soft.
 */
export async function guessRegions({ raster, matte, pose, scale }: RegionQuestion, net: Net): Promise<RegionGuess> {
  const crop = cropOfPerson(matte, raster.width, raster.height);
  const input = regionNetInput(raster, matte, pose, scale, crop);
  const [logits, [dress]] = await net.run(input, [
    1,
    REGION_NET_CHANNELS,
    REGION_NET_SIZE.height,
    REGION_NET_SIZE.width,
  ]);
  return { probability: uncrop(softmax(logits), raster, crop), dress: sigmoid(dress) };
}

/** Probabilities of the regions at each pixel from their logits, one plane a region. */
function softmax(logits: Float32Array): Float32Array[] {
  const size = REGION_NET_SIZE.width * REGION_NET_SIZE.height;
  const planes = REGIONS.map((_, region) => logits.slice(region * size, (region + 1) * size));
  for (let i = 0; i < size; i++) {
    const highest = Math.max(...planes.map((plane) => plane[i]));
    let sum = 0;
    for (const plane of planes) {
      plane[i] = Math.exp(plane[i] - highest);
      sum += plane[i];
    }
    for (const plane of planes) plane[i] /= sum;
  }
  return planes;
}

/**
 * Resizes the net's planes to the photo, bilinearly. Pixels outside the crop take the value of the nearest pixel of it.
 */
function uncrop(
  planes: readonly Float32Array[],
  { width, height }: Size,
  crop: RegionCrop,
): Float32Array<ArrayBuffer>[] {
  const { width: columns, height: rows } = REGION_NET_SIZE;
  const out = planes.map(() => new Float32Array(width * height));
  for (let y = 0; y < height; y++) {
    const v = Math.max(0, Math.min(rows - 1.001, (y + 0.5) * crop.scale + crop.top - 0.5));
    const row = Math.floor(v);
    for (let x = 0; x < width; x++) {
      const u = Math.max(0, Math.min(columns - 1.001, (x + 0.5) * crop.scale + crop.left - 0.5));
      const column = Math.floor(u);
      const at = row * columns + column;
      for (let region = 0; region < planes.length; region++) {
        const plane = planes[region];
        const top = plane[at] + (plane[at + 1] - plane[at]) * (u - column);
        const bottom = plane[at + columns] + (plane[at + columns + 1] - plane[at + columns]) * (u - column);
        out[region][y * width + x] = top + (bottom - top) * (v - row);
      }
    }
  }
  return out;
}

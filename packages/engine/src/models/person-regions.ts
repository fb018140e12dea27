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

/** What the region net thinks of a person. */
export interface RegionGuess {
  /** Probability of each region in the order of REGIONS, 0 to 1, summing to 1 at each pixel; of the raster's size. */
  readonly probability: readonly Float32Array<ArrayBuffer>[];
  /** Probability that what is worn above and below the waist is one garment. */
  readonly dress: number;
}

/** What the net is asked about: a photo, the person's matte of the same size and the pose. */
export interface RegionQuestion {
  readonly raster: Raster;
  /** 0 to 1, of the size of the raster. */
  readonly matte: Float32Array;
  readonly pose: Pose;
  /** Pixels of the picture the pose was found in that make one of the raster's. */
  readonly scale: number;
}

/**
 * Asks our own net, trained on drawn puppets (`training/person-regions`), which part of the person each pixel shows. It
 * knows where the parts of a body belong and which pixels hang together, and sees the photo at 96 × 128 pixels only:
 * its edges are soft.
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

/** Probabilities from logits, plane by plane. */
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

/** Brings the net's planes back to the photo, bilinearly; beyond the crop the nearest pixel counts. */
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

import { checkpoint, checkpointAt } from '../checkpoint.ts';
import type { Raster, Size } from './raster.ts';

/** One byte a pixel, rows from top to bottom. */
export interface BytePlane extends Size {
  readonly data: Uint8Array;
}

/** A picture in YUV 4:2:0, limited range: luma at full size, both colour differences at half. */
export interface Yuv {
  readonly light: BytePlane;
  readonly blue: BytePlane;
  readonly red: BytePlane;
}

/** Weights of red and blue in the luma (ITU-R BT.709, for films in HD). */
const RED_SHARE = 0.2126;
const BLUE_SHARE = 0.0722;
const GREEN_SHARE = 1 - RED_SHARE - BLUE_SHARE;
/** Steps of the limited range: luma from 16, differences around 128. */
const LIGHT_RANGE = 219 / 255;
const DIFFERENCE_RANGE = 224 / 255;

/** Bytes of a frame with even sides: the luma, then both differences. */
export function yuvLength({ width, height }: Size): number {
  return (width * height * 3) / 2;
}

/** Converts a picture with even sides. Each difference is the mean of four pixels. */
export function yuvOf({ width, height, data }: Raster): Yuv {
  const light = new Uint8Array(width * height);
  for (let i = 0, k = 0; i < light.length; i++, k += 3) {
    checkpointAt(i);
    light[i] = 16.5 + LIGHT_RANGE * (RED_SHARE * data[k] + GREEN_SHARE * data[k + 1] + BLUE_SHARE * data[k + 2]);
  }
  const half = { width: width / 2, height: height / 2 };
  const [blue, red] = [new Uint8Array(light.length / 4), new Uint8Array(light.length / 4)];
  const stride = width * 3;
  for (let y = 0, i = 0; y < half.height; y++) {
    checkpoint();
    for (let x = 0, k = y * 2 * stride; x < half.width; x++, k += 6, i++) {
      const r = (data[k] + data[k + 3] + data[k + stride] + data[k + stride + 3]) / 4;
      const g = (data[k + 1] + data[k + 4] + data[k + stride + 1] + data[k + stride + 4]) / 4;
      const b = (data[k + 2] + data[k + 5] + data[k + stride + 2] + data[k + stride + 5]) / 4;
      const mean = RED_SHARE * r + GREEN_SHARE * g + BLUE_SHARE * b;
      blue[i] = 128.5 + (DIFFERENCE_RANGE * (b - mean)) / (2 * (1 - BLUE_SHARE));
      red[i] = 128.5 + (DIFFERENCE_RANGE * (r - mean)) / (2 * (1 - RED_SHARE));
    }
  }
  return { light: { width, height, data: light }, blue: { ...half, data: blue }, red: { ...half, data: red } };
}

/** A picture with even sides as one frame of a film: luma, then both differences. */
export function yuvFrame(picture: Raster): Uint8Array {
  const { light, blue, red } = yuvOf(picture);
  const frame = new Uint8Array(yuvLength(picture));
  frame.set(light.data);
  frame.set(blue.data, light.data.length);
  frame.set(red.data, light.data.length + blue.data.length);
  return frame;
}

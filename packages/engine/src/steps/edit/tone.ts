import { blur } from '../../pixels/filters.ts';
import { luma } from '../../pixels/lab.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';
import type { Tone } from './grammar.ts';

/** Exponents of the curve that makes a picture brighter or darker at full amount. */
const BRIGHTER = 0.72;
const DARKER = 1.4;
/** Gains of red and blue that make it warmer. */
const WARMER = [1.09, 0.87] as const;
/** Steepness around the middle for more and less contrast. */
const CONTRAST = 0.3;
/** Saturation. */
const SATURATION = 0.4;
/** Share of a blurred copy in soft light, and its radius as a share of the height. */
const SOFT_SHARE = 0.4;
const SOFT_RADIUS = 0.012;

/** The picture in another light; `amount` 1 is plain to see, 0.5 slight. */
export function toned(picture: Raster, tone: Tone, amount: number): Raster {
  if (tone === 'softer') return softened(picture, amount);
  const { width, height, data } = picture;
  const out = { width, height, data: new Uint8ClampedArray(data.length) };
  const change = changeOf(tone, amount);
  for (let i = 0; i < width * height; i++) {
    const grey = luma(data, i);
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = change(data[i * 3 + c], grey, c);
  }
  return out;
}

/** What becomes of a byte, given the pixel's luma and which channel it is (0 red to 2 blue). */
type ByteChange = (value: number, grey: number, channel: number) => number;

function changeOf(tone: Exclude<Tone, 'softer'>, amount: number): ByteChange {
  const curve = (exponent: number): ByteChange => {
    const power = 1 + (exponent - 1) * amount;
    return (value) => 255 * (value / 255) ** power;
  };
  const contrast =
    (sign: number): ByteChange =>
    (value) => {
      const x = value / 255;
      return 255 * (x + sign * CONTRAST * amount * (x * x * (3 - 2 * x) - x) * 1.6);
    };
  const warmth = (sign: number): ByteChange => {
    const [red, blue] = WARMER.map((gain) => gain ** (sign * amount));
    return (value, _grey, channel) => value * (channel === 0 ? red : channel === 2 ? blue : 1);
  };
  const saturation =
    (gain: number): ByteChange =>
    (value, grey) =>
      grey + (value - grey) * gain;
  const sepia = [1.08, 0.96, 0.78];
  switch (tone) {
    case 'brighter':
      return curve(BRIGHTER);
    case 'darker':
      return curve(DARKER);
    case 'warmer':
      return warmth(1);
    case 'cooler':
      return warmth(-1);
    case 'more contrast':
      return contrast(1);
    case 'less contrast':
      return contrast(-1);
    case 'more saturated':
      return saturation(1 + SATURATION * amount);
    case 'less saturated':
      return saturation(Math.max(0, 1 - SATURATION * amount));
    case 'black and white':
      return (_value, grey) => grey;
    case 'sepia':
      return (_value, grey, channel) => grey * sepia[channel];
  }
}

/** Light as of a large softbox: a blurred copy laid over, shadows lifted. */
function softened(picture: Raster, amount: number): Raster {
  const { width, height, data } = picture;
  const out = { width, height, data: new Uint8ClampedArray(data.length) };
  const share = Math.min(0.7, SOFT_SHARE * amount);
  for (let c = 0; c < 3; c++) {
    const plane = planeOf(width * height, (i) => data[i * 3 + c]);
    const soft = blur(plane, width, height, height * SOFT_RADIUS);
    for (let i = 0; i < plane.length; i++) {
      const screened = 255 - ((255 - plane[i]) * (255 - soft[i] * 0.5)) / 255;
      out.data[i * 3 + c] = plane[i] + (screened * 0.92 - plane[i]) * share;
    }
  }
  return out;
}

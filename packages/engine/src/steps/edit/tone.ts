import { checkpointAt } from '../../checkpoint.ts';
import { blurColours } from '../../pixels/filters.ts';
import { clamp, distance, smoothstep } from '../../pixels/geometry.ts';
import { luma } from '../../pixels/lab.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import type { Raster } from '../../pixels/raster.ts';
import type { Tone } from './grammar/instruction.ts';

/** Exponents of the curves for a brighter and a darker picture at full amount. */
const BRIGHTER = 0.72;
const DARKER = 1.4;
/** Gains of red and blue for a warmer picture. */
const WARMER = [1.09, 0.87] as const;
/** Steepness of the curve around the middle for more and for less contrast. */
const CONTRAST = 0.3;
/** Saturation. */
const SATURATION = 0.4;
/** Share of a blurred copy in soft light, and the blur's radius as a share of the height. */
const SOFT_SHARE = 0.4;
const SOFT_RADIUS = 0.012;

/** Share of the pixels clipped at each end by the balance, and the limits of a channel's gain. */
const CLIPPED = 0.004;
const BALANCE_MAX = 1.22;
/** Strengths of lifted shadows, calmer highlights and a vignette. */
const LIFT = 0.9;
const CALM = 0.5;
const VIGNETTE = 0.45;

/** The picture in another light; `amount` 1 is obvious, 0.5 slight. */
export function toned(picture: Raster, tone: Tone, amount: number): Raster {
  if (tone === 'softer') return softened(picture, amount);
  if (tone === 'vignette') return vignetted(picture, amount);
  const { width, height, data } = picture;
  const out = { width, height, data: new Uint8ClampedArray(data.length) };
  const change = tone === 'balanced' ? balancing(picture, amount) : changeOf(tone, amount);
  for (let i = 0; i < width * height; i++) {
    checkpointAt(i);
    const grey = luma(data, i);
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = change(data[i * 3 + c], grey, c);
  }
  return out;
}

/** The new value of a byte, by the pixel's luma and the channel (0 red to 2 blue). */
type ByteChange = (value: number, grey: number, channel: number) => number;

function changeOf(tone: Exclude<Tone, 'softer' | 'vignette' | 'balanced'>, amount: number): ByteChange {
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
    case 'lifted shadows':
      return (value, grey) => value * (1 + LIFT * amount * (1 - grey / 255) ** 3);
    case 'calmer highlights':
      return (value, grey) => value * (1 - CALM * 0.3 * amount * smoothstep(0.55, 1, grey / 255));
    case 'black and white':
      return (_value, grey) => grey;
    case 'sepia':
      return (_value, grey, channel) => grey * sepia[channel];
  }
}

/** Light of a large softbox: a blurred copy on top, and lifted shadows. */
function softened(picture: Raster, amount: number): Raster {
  const { width, height, data } = picture;
  const share = Math.min(0.7, SOFT_SHARE * amount);
  const soft = blurColours(data, width, height, height * SOFT_RADIUS);
  const screened = Float64Array.from(data, (value, k) => 0.92 * (255 - ((255 - value) * (255 - soft[k] * 0.5)) / 255));
  return laidOver(picture, screened, () => share);
}

/** Neutral light from black to white: each channel stretched over the range, and their means drawn together. */
function balancing({ width, height, data }: Raster, amount: number): ByteChange {
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  for (let k = 0; k < data.length; k++) counts[k % 3][data[k]]++;
  const cut = width * height * CLIPPED;
  const low = Math.min(...counts.map((one) => percentile(one, cut)));
  const high = Math.max(...counts.map((one) => 255 - percentile(one.toReversed(), cut)));
  const means = counts.map((one) => one.reduce((sum, count, value) => sum + count * value, 0) / (width * height));
  const grey = (means[0] + means[1] + means[2]) / 3;
  const gains = means.map((mean) => clamp((grey - low) / Math.max(1, mean - low), 1 / BALANCE_MAX, BALANCE_MAX));
  const range = Math.max(90, high - low);
  return (value, _grey, channel) =>
    value + (((value - low) * gains[channel] * 255) / range - value) * Math.min(1, 0.75 * amount);
}

/** The value below which the given number of pixels lie. */
function percentile(counts: Uint32Array, pixels: number): number {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => {
      seen += count;
      return seen > pixels;
    }),
  );
}

const MIDDLE = { x: 0.5, y: 0.5 };

/** Darker towards the corners. */
function vignetted({ width, height, data }: Raster, amount: number): Raster {
  const out = new Uint8ClampedArray(data.length);
  for (let i = 0; i < width * height; i++) {
    checkpointAt(i);
    const away = distance({ x: (i % width) / width, y: Math.floor(i / width) / height }, MIDDLE) / Math.SQRT1_2;
    const light = 1 - VIGNETTE * amount * smoothstep(0.45, 1.05, away);
    for (let c = 0; c < 3; c++) out[i * 3 + c] = data[i * 3 + c] * light;
  }
  return { width, height, data: out };
}

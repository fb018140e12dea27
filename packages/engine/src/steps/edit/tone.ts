import { checkpointAt } from '../../checkpoint.ts';
import { blurColours } from '../../pixels/filters.ts';
import { clamp, pixelMiddle, smoothstep } from '../../pixels/geometry.ts';
import { luma } from '../../pixels/lab.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import type { Raster } from '../../pixels/raster.ts';
import type { Tone } from './grammar/instruction.ts';

/** Exponents of the curves for a brighter and a darker picture at full amount. */
const BRIGHTER = 0.72;
const DARKER = 1.4;
/** Gains of the channels for a warmer picture. */
const WARMER = [1.09, 1, 0.87] as const;
/** Steepness of the curve around the middle for more and for less contrast. */
const CONTRAST = 0.48;
/** Gain of saturation. */
const SATURATION = 0.4;
/** Tints of the channels of brown paper. */
const SEPIA = [1.08, 0.96, 0.78] as const;
/** Share of a blurred copy in soft light, and the blur's radius as a share of the height. */
const SOFT_SHARE = 0.4;
const SOFT_RADIUS = 0.012;

/** Share of the pixels clipped at each end by the balance, and the limits of a channel's gain. */
const CLIPPED = 0.004;
const BALANCE_MAX = 1.22;
/** Strengths of lifted shadows, calmer highlights and a vignette. */
const LIFT = 0.9;
const CALM = 0.15;
const VIGNETTE = 0.45;

/** The picture in another light; `amount` 1 is obvious, 0.5 slight. */
export function toned(picture: Raster, tone: Tone, amount: number): Raster {
  if (tone === 'softer') return softened(picture, amount);
  if (tone === 'vignette') return vignetted(picture, amount);
  const { width, height, data } = picture;
  const out = { width, height, data: new Uint8ClampedArray(data.length) };
  const change = tone === 'balanced' ? balancing(picture, amount) : CHANGES[tone](amount);
  for (let i = 0; i < width * height; i++) {
    checkpointAt(i);
    const grey = luma(data, i);
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = change(data[i * 3 + c], grey, c);
  }
  return out;
}

/** The new value of a byte, by the pixel's luma and the channel (0 red to 2 blue). */
type ByteChange = (value: number, grey: number, channel: number) => number;

const curve = (exponent: number) => (amount: number) => {
  const power = 1 + (exponent - 1) * amount;
  return (value: number) => 255 * (value / 255) ** power;
};
const warmth = (sign: number) => (amount: number) => {
  const gains = WARMER.map((gain) => gain ** (sign * amount));
  return (value: number, _grey: number, channel: number) => value * gains[channel];
};
const contrast = (sign: number) => (amount: number) => (value: number) =>
  value + 255 * sign * CONTRAST * amount * (smoothstep(0, 255, value) - value / 255);
const saturation = (sign: number) => (amount: number) => (value: number, grey: number) =>
  grey + (value - grey) * Math.max(0, 1 + sign * SATURATION * amount);

/** The changes of each tone that look at one pixel alone. */
const CHANGES: Readonly<Record<Exclude<Tone, 'softer' | 'vignette' | 'balanced'>, (amount: number) => ByteChange>> = {
  brighter: curve(BRIGHTER),
  darker: curve(DARKER),
  warmer: warmth(1),
  cooler: warmth(-1),
  'more contrast': contrast(1),
  'less contrast': contrast(-1),
  'more saturated': saturation(1),
  'less saturated': saturation(-1),
  'lifted shadows': (amount) => (value, grey) => value * (1 + LIFT * amount * (1 - grey / 255) ** 3),
  'calmer highlights': (amount) => (value, grey) => value * (1 - CALM * amount * smoothstep(0.55, 1, grey / 255)),
  'black and white': () => (_value, grey) => grey,
  sepia: () => (_value, grey, channel) => grey * SEPIA[channel],
};

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
  return counts.findIndex((count) => {
    seen += count;
    return seen > pixels;
  });
}

/** Darker towards the corners. */
function vignetted(picture: Raster, amount: number): Raster {
  const { width, height, data } = picture;
  return laidOver(picture, new Uint8Array(data.length), (i) => {
    const { x, y } = pixelMiddle(i, width);
    const away = Math.hypot(x / width - 0.5, y / height - 0.5) / Math.SQRT1_2;
    return VIGNETTE * amount * smoothstep(0.45, 1.05, away);
  });
}

import { checkpoint, checkpointAt } from '../../checkpoint.ts';
import { boxAbove, cropPlane, cropRaster, laidInto } from '../../pixels/crop.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { labOf, rgbOf, toLab } from '../../pixels/lab.ts';
import { pixelsWhere, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { clothOf } from './cloth.ts';
import type { Colour } from './grammar/colours.ts';
import type { Pattern } from './grammar/instruction.ts';

/** Kept share of the cloth's own variation in hue. */
const CHROMA_KEPT = 0.35;
/** Distance in a*b* from the cloth's colour within which a pixel is cloth, and beyond which it is print. */
const CLOTH_NEAR = 16;
const CLOTH_FAR = 38;
/** Greatest share of the part beyond that distance that is a print, which stays. */
const PRINT_SHARE_MAX = 0.18;
/**
 * Range of the contrast of folds, relative to the original: less on darker cloth. More on lighter cloth would turn its
 * grain to speckles.
 */
const CONTRAST_RANGE = [0.55, 0.9] as const;

/**
 * The picture with one part in another colour. Light, shade and small differences in hue stay, and so does a print on
 * plain cloth. `part` is the share of each pixel that belongs; `strength` is 0 to 1.
 */
export function recolourMasked(picture: Raster, part: Plane, colour: Colour, strength = 1): Raster {
  const dye = dyeOf(picture, part, colour);
  return dye ? dyed(picture, part, dye, strength) : picture;
}

/** The same for a detected garment. Along its edge, colours decide about pixels just outside the part too. */
export function recolourGarment(whole: Raster, garment: Plane, colour: Colour): Raster {
  const box = boxAbove(garment, 0, EDGE_WIDTH);
  const [picture, part] = [cropRaster(whole, box), cropPlane(garment, box)];
  const dye = dyeOf(picture, part, colour);
  if (!dye) return whole;
  const { data } = picture;
  const out = dyed(picture, part, dye, 1);
  for (const { pixel, within, cover } of edgePixels(picture, part)) {
    const rgb = dye.rgb(within);
    const share = cover * dye.share(within);
    for (let c = 0; c < 3; c++) out.data[pixel * 3 + c] = data[pixel * 3 + c] + (rgb[c] - data[within * 3 + c]) * share;
  }
  return { ...whole, data: laidInto(whole.data.slice(), out.data, 3, whole.width, box) };
}

/** The change of a part's pixels. */
interface Dye {
  /** Share of a pixel that is cloth and not print, 0 to 1. */
  share(pixel: number): number;
  /** Its new colour. */
  rgb(pixel: number): readonly number[];
}

function dyeOf(picture: Raster, part: Plane, colour: Colour): Dye | null {
  const lab = toLab(picture);
  const cloth = clothOf(lab, part.data);
  if (!cloth) return null;
  const { l, a, b } = lab;
  const { typical, away } = cloth;
  const [toL, toA, toB] = labOf(...colour);
  const [low, high] = CONTRAST_RANGE;
  const contrast = clamp((toL + 20) / (typical[0] + 20), low, high);
  const sure = pixelsWhere(part.data.length, (i) => i % 3 === 0 && part.data[i] >= 0.7);
  const isPrinted = sure.filter((i) => away(i) > CLOTH_FAR).length < PRINT_SHARE_MAX * (sure.length + 1);
  return {
    share: (i) => (isPrinted ? clamp((CLOTH_FAR - away(i)) / (CLOTH_FAR - CLOTH_NEAR)) : 1),
    rgb: (i) =>
      rgbOf(
        toL + (l[i] - typical[0]) * contrast,
        toA + (a[i] - typical[1]) * CHROMA_KEPT,
        toB + (b[i] - typical[2]) * CHROMA_KEPT,
      ),
  };
}

function dyed({ width, height, data }: Raster, part: Plane, dye: Dye, strength: number): Raster {
  const out = { width, height, data: new Uint8ClampedArray(data) };
  for (let i = 0; i < part.data.length; i++) {
    checkpointAt(i);
    const weight = part.data[i] > 0 ? part.data[i] * strength * dye.share(i) : 0;
    if (weight === 0) continue;
    const rgb = dye.rgb(i);
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = data[i * 3 + c] + (rgb[c] - data[i * 3 + c]) * weight;
  }
  return out;
}

/** Greatest distance between the outline of a part and that of the cloth, in pixels. */
const REACH = 3;
/** Mean coverage within that distance below which a pixel is outside, and above which it is inside. */
const OUTSIDE = 0.03;
const WITHIN = 0.97;
/** Search range for both, in pixels. */
const STEPS_MAX = 11;
/** Width of the edge around a part, in pixels. */
const EDGE_WIDTH = 2 * REACH + STEPS_MAX;
/** Least difference of the colours inside and outside, in byte steps, that gives the shares of a mixed pixel. */
const DIFFERENCE_MIN = 60;

/** A pixel at the edge of a part. */
interface EdgePixel {
  readonly pixel: number;
  /** The nearest pixel that is certainly in the part. */
  readonly within: number;
  /** Share of the pixel that the part covers, by its colour, 0 to 1. */
  readonly cover: number;
}

/**
 * The pixels along the edge of a part whose colour lies between inside and outside, with the part's share of each. An
 * outline alone would leave a line of dark cloth beside a light colour.
 */
function edgePixels({ width, height, data }: Raster, part: Plane): EdgePixel[] {
  const soft = boxFilter(part.data, width, height, REACH);
  const found: EdgePixel[] = [];
  for (let y = 1; y < height - 1; y++) {
    checkpoint();
    for (let x = 1; x < width - 1; x++) {
      const pixel = y * width + x;
      if (soft[pixel] <= OUTSIDE || soft[pixel] >= WITHIN) continue;
      const across = soft[pixel + 1] - soft[pixel - 1];
      const down = soft[pixel + width] - soft[pixel - width];
      const size = Math.sqrt(across * across + down * down);
      if (size < 1e-3) continue;
      const along = (sign: 1 | -1, isThere: (share: number) => boolean) => {
        for (let step = 1; step <= STEPS_MAX; step++) {
          const [column, row] = [
            Math.round(x + (sign * step * across) / size),
            Math.round(y + (sign * step * down) / size),
          ];
          if (column < 0 || row < 0 || column >= width || row >= height) return null;
          if (isThere(soft[row * width + column])) return row * width + column;
        }
        return null;
      };
      const within = along(1, (share) => share >= WITHIN);
      const outside = along(-1, (share) => share <= OUTSIDE);
      if (within === null || outside === null) continue;
      let [between, length] = [0, 0];
      for (let c = 0; c < 3; c++) {
        const difference = data[within * 3 + c] - data[outside * 3 + c];
        between += difference * (data[pixel * 3 + c] - data[outside * 3 + c]);
        length += difference * difference;
      }
      if (length > DIFFERENCE_MIN ** 2) found.push({ pixel, within, cover: clamp(between / length) });
    }
  }
  return found;
}

/** Distance between stripes, checks or dots, as a share of the part's width. */
const PITCH = 0.11;
/** Width of a stripe, and radius of a dot, as shares of the pitch. */
const STRIPE = 0.42;
const DOT = 0.24;
/** Width of a pinstripe, as a share of a third of the pitch. */
const PINSTRIPE = 0.1;

/** The picture with a pattern on one part: the second colour in the pattern, with the folds and shade of the cloth. */
export function withPattern(picture: Raster, part: Plane, pattern: Pattern, colour: Colour): Raster {
  const { width, data } = part;
  const pitch = Math.max(6, PITCH * boxAbove(part, 0.5).width);
  const inked = {
    ...part,
    data: planeOf(data.length, (i) => data[i] * inkAt(pattern, (i % width) / pitch, Math.floor(i / width) / pitch)),
  };
  return recolourMasked(picture, inked, colour);
}

/** Coverage of ink at a place, in units of the pitch, with edges soft over a tenth of it. */
function inkAt(pattern: Pattern, x: number, y: number): number {
  const soft = (inside: number) => clamp(inside * 10 + 0.5);
  /** Distance from the middle of a unit, 0 to 0.5. */
  const aside = (at: number) => Math.abs(at - Math.floor(at) - 0.5);
  const band = (at: number) => soft(STRIPE / 2 - aside(at));
  switch (pattern) {
    case 'stripes':
      return band(y);
    case 'pinstripes':
      return soft(PINSTRIPE / 2 - aside(x * 3));
    case 'checks':
      return 0.5 * band(x) + 0.5 * band(y);
    case 'dots':
      return soft(DOT - Math.hypot(aside(x + (Math.floor(y) % 2) * 0.5), aside(y)));
  }
}

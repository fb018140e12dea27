import type { AccessoryAnalysis, AccessoryKind } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import type { DecodedPicture } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import { luma } from '../../pixels/lab.ts';
import { maskOf, sumOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';
import type { GarmentCutOut } from './cut-out/cut-out.ts';
import { openHandles } from './cut-out/handle-holes.ts';

/** Least lightness of a pixel of clear glass between dark rims, in byte steps. It shows the background. */
const CLEAR_MIN = 205;
/** Greatest difference between the channels of such a pixel, in byte steps. */
const GREY_MAX = 26;
/** Smallest clear lens, and largest light patch that is not the frame itself, as shares of the cut-out. */
const LENS_SHARE_MIN = 0.06;
const LENS_SHARE_MAX = 0.6;
/** Opacity of a clear lens: a trace of shine. */
const CLEAR_GLASS = 0.08;
/** Opacity of a tinted lens. */
const TINTED_GLASS = 0.93;

/** Range of a transparent photo's opacity that is glass: less is none, more is frame. */
const GLASS_MIN = 0.1;
const SOLID = 0.97;

/**
 * Turns a cut-out into an accessory. Lenses and the loops of handles become transparent. `likeness` is the probability
 * of its category, 0 to 1, and `photo` the original.
 */
export function analyseAccessory(
  cutOut: GarmentCutOut,
  kind: AccessoryKind,
  likeness: number,
  photo: DecodedPicture,
): AccessoryAnalysis {
  const { raster, alpha } = partsOf(cutOut, kind, photo);
  return { raster, alpha, category: kind, confidence: { cutOut: cutOut.confidence, category: likeness } };
}

type Parts = Pick<AccessoryAnalysis, 'raster' | 'alpha'>;

function partsOf(cutOut: GarmentCutOut, kind: AccessoryKind, photo: DecodedPicture): Parts {
  if (kind === 'bag' && !photo.alpha) return openHandles(photo.raster, cutOut);
  if (kind !== 'glasses') return cutOut;
  return photo.alpha ? throughGlass(cutOut, photo.raster, photo.alpha) : throughLenses(cutOut);
}

/** Lenses of a photo with transparency of its own keep it, in their own colours without the white behind them. */
function throughGlass({ raster, alpha }: GarmentCutOut, laid: Raster, given: Float32Array): Parts {
  const data = new Uint8ClampedArray(raster.data);
  for (let i = 0; i < given.length; i++) {
    if (given[i] <= GLASS_MIN || given[i] > SOLID || alpha.data[i] < given[i]) continue;
    for (let c = 0; c < 3; c++) data[i * 3 + c] = 255 - (255 - laid.data[i * 3 + c]) / given[i];
  }
  return { raster: { ...raster, data }, alpha };
}

/** Removes light, colourless patches of lens size from a cut-out, because they show the background. */
function throughLenses({ raster, alpha }: GarmentCutOut): Parts {
  const { width, height, data } = raster;
  const isClear = (i: number) => {
    const [r, g, b] = data.subarray(i * 3, i * 3 + 3);
    return luma(data, i) > CLEAR_MIN && Math.max(r, g, b) - Math.min(r, g, b) < GREY_MAX;
  };
  const clear = maskOf(alpha.data.length, (i) => alpha.data[i] > 0.5 && isClear(i));
  const { labels, sizes } = findComponents(clear, width, height);
  const covered = sumOf(alpha.data);
  const isLens = (size: number) => size > LENS_SHARE_MIN * covered && size < LENS_SHARE_MAX * covered;
  const opacity = (i: number) =>
    labels[i] && isLens(sizes[labels[i]])
      ? CLEAR_GLASS
      : clamp(TINTED_GLASS + (1 - TINTED_GLASS) * (luma(data, i) / 90));
  return { raster, alpha: { width, height, data: alpha.data.map((value, i) => value * opacity(i)) } };
}

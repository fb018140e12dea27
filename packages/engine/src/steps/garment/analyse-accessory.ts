import type { AccessoryAnalysis, AccessoryKind } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
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

/** An original photo and its transparency, if it has any. */
interface Photo {
  readonly raster: Raster;
  readonly alpha: Float32Array | null;
}

/**
 * Turns a cut-out into an accessory. Lenses and the loops of handles become transparent. `likeness` is the probability
 * of its category, 0 to 1.
 */
export function analyseAccessory(
  cutOut: GarmentCutOut,
  kind: AccessoryKind,
  likeness: number,
  photo: Photo,
): AccessoryAnalysis {
  return {
    ...partsOf(cutOut, kind, photo),
    category: kind,
    confidence: { cutOut: cutOut.confidence, category: likeness },
  };
}

type Parts = Pick<AccessoryAnalysis, 'raster' | 'alpha'>;

function partsOf(cutOut: GarmentCutOut, kind: AccessoryKind, photo: Photo): Parts {
  const { raster, alpha } = kind === 'bag' && !photo.alpha ? openHandles(photo.raster, cutOut) : cutOut;
  if (kind !== 'glasses') return { raster, alpha };
  if (photo.alpha) return throughGlass(cutOut, photo.raster, photo.alpha);
  return { raster, alpha: { ...alpha, data: seeThrough(raster, alpha.data) } };
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
function seeThrough({ width, height, data }: Raster, alpha: Float32Array): Float32Array {
  const isClear = (i: number) => {
    const [r, g, b] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]];
    return luma(data, i) > CLEAR_MIN && Math.max(r, g, b) - Math.min(r, g, b) < GREY_MAX;
  };
  const { labels, sizes } = findComponents(
    maskOf(alpha.length, (i) => alpha[i] > 0.5 && isClear(i)),
    width,
    height,
  );
  const covered = sumOf(alpha);
  const isLens = sizes.map(
    (size, label) => label > 0 && size > LENS_SHARE_MIN * covered && size < LENS_SHARE_MAX * covered,
  );
  return alpha.map((value, i) => {
    if (labels[i] && isLens[labels[i]]) return value * CLEAR_GLASS;
    return value * clamp(TINTED_GLASS + (1 - TINTED_GLASS) * (luma(data, i) / 90));
  });
}

import { ACCESSORIES, type AccessoryKind, NET_CATEGORIES, type NetCategory } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { softmax } from '../../../models/softmax.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { luma } from '../../../pixels/lab.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { frameOf } from '../frame.ts';

/** What the net tells apart, in the order of its output. */
const PRODUCT_KINDS = [...NET_CATEGORIES, ...ACCESSORIES] as const;

/** Side of the net's input in pixels. */
const SIDE = 64;
/** Samples along each side of an input pixel. */
const SAMPLES = 4;
/** Least spread that lightness is divided by: a plain product stays plain. */
const SPREAD_MIN = 0.06;

/**
 * Likeness to accessories from which a product is one: where it was cut out with certainty (measured: garments 0.05 and below, accessories
 * 0.36 and above), and where the outline may be wrong (garments 0.90 and below).
 */
const ACCESSORY_MIN = 0.3;
const ACCESSORY_MIN_ROUGH = 0.92;
/** The same without bags, which garments in a rough outline are taken for first (garments 0.70 and below). */
const BAGLESS_MIN_ROUGH = 0.77;
/** Certainty of the cut-out from which the outline is right. */
const CUT_OUT_MIN = 0.9;
/**
 * Likeness to one kind below which a product is only some accessory (measured: 0.81 and below where it is another). Glasses and soft hats
 * are told by their shape once more before they are put on.
 */
const KIND_MIN: Readonly<Record<AccessoryKind, number>> = {
  glasses: 0.5,
  beanie: 0.5,
  hat: 0.85,
  shoes: 0.85,
  bag: 0.85,
  other: 0,
};
/** Likeness to accessories from which a garment is not certainly one. */
const DOUBT_MIN = 0.4;

/** How likely a product is of each kind, 0 to 1, summing to 1. */
export type ProductKindShares = Readonly<Record<NetCategory | AccessoryKind, number>>;

/**
 * What a cut-out shows, by our own net, which is trained on drawn products (`training/product-kind`) and sees the outline, the light and
 * dark within it, and where its colours differ. The mean of the picture and its mirror image.
 */
export async function guessProductKind(raster: Raster, silhouette: Uint8Array, net: Net): Promise<ProductKindShares> {
  const cells = sampleCells(raster, silhouette);
  const planes = inputPlanes(cells);
  const [straight] = await net.run(planes, [1, 3, SIDE, SIDE]);
  const [turned] = await net.run(mirrored(planes), [1, 3, SIDE, SIDE]);
  const [a, b] = [softmax(straight), softmax(turned)];
  const share = (kind: (typeof PRODUCT_KINDS)[number]) => {
    const index = PRODUCT_KINDS.indexOf(kind);
    return (a[index] + b[index]) / 2;
  };
  return {
    top: share('top'),
    dress: share('dress'),
    trousers: share('trousers'),
    skirt: share('skirt'),
    glasses: share('glasses'),
    beanie: share('beanie'),
    hat: share('hat'),
    shoes: share('shoes'),
    bag: share('bag'),
    other: share('other'),
  };
}

/** What a product is, between garment and accessory. */
export interface ProductGuess {
  /** The likeliest accessory, or null where it is taken for a garment. */
  readonly accessory: AccessoryKind | null;
  /** Certainty of that, 0 to 1. */
  readonly certainty: number;
}

/** Decides between garment and accessory; `cutOut` is the certainty of the cut-out, 0 to 1. */
export function judgeProduct(shares: ProductKindShares, cutOut: number): ProductGuess {
  const likeness = ACCESSORIES.reduce((sum, kind) => sum + shares[kind], 0);
  const isAccessory =
    cutOut < CUT_OUT_MIN
      ? likeness > ACCESSORY_MIN_ROUGH || likeness - shares.bag > BAGLESS_MIN_ROUGH
      : likeness > ACCESSORY_MIN;
  if (!isAccessory) return { accessory: null, certainty: likeness < DOUBT_MIN ? 1 : 1 - likeness };
  const likeliest = ACCESSORIES.reduce((a, b) => (shares[b] > shares[a] ? b : a));
  return { accessory: shares[likeliest] < KIND_MIN[likeliest] ? 'other' : likeliest, certainty: likeness };
}

/** The photo at the size of the net's input: how much of each cell is product, and the product's mean colour there, 0 to 1. */
interface Cells {
  readonly cover: Float32Array;
  /** Three values a cell. */
  readonly colour: Float32Array;
}

function sampleCells({ width, height, data }: Raster, silhouette: Uint8Array): Cells {
  const { left, top, side } = frameOf(silhouette, width, height);
  const cover = new Float32Array(SIDE * SIDE);
  const colour = new Float32Array(3 * SIDE * SIDE);
  for (let cell = 0; cell < cover.length; cell++) {
    let count = 0;
    for (let s = 0; s < SAMPLES * SAMPLES; s++) {
      const x = Math.floor(left + (((cell % SIDE) + ((s % SAMPLES) + 0.5) / SAMPLES) / SIDE) * side);
      const y = Math.floor(top + ((Math.floor(cell / SIDE) + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES) / SIDE) * side);
      if (x < 0 || y < 0 || x >= width || y >= height || !silhouette[y * width + x]) continue;
      count++;
      for (let c = 0; c < 3; c++) colour[cell * 3 + c] += data[(y * width + x) * 3 + c] / 255;
    }
    cover[cell] = count / (SAMPLES * SAMPLES);
    for (let c = 0; c < 3 && count > 0; c++) colour[cell * 3 + c] /= count;
  }
  return { cover, colour };
}

/** The net's three planes, as `training/product-kind/looks.py` computes them. */
function inputPlanes({ cover, colour }: Cells): Float32Array {
  const size = cover.length;
  const area = Math.max(
    1,
    cover.reduce((sum, value) => sum + value, 0),
  );
  const light = cover.map((_, i) => luma(colour, i));
  const meanOf = (value: (i: number) => number) => cover.reduce((sum, share, i) => sum + share * value(i), 0) / area;
  const mean = meanOf((i) => light[i]);
  const spread = Math.max(SPREAD_MIN, Math.sqrt(meanOf((i) => (light[i] - mean) ** 2)));
  const tints = [0, 1, 2].map((c) => meanOf((i) => colour[i * 3 + c] - light[i]));
  const planes = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) {
    planes[i] = cover[i];
    planes[size + i] = (clamp((light[i] - mean) / spread, -3, 3) * cover[i]) / 2;
    const distance = Math.hypot(...tints.map((tint, c) => colour[i * 3 + c] - light[i] - tint));
    planes[2 * size + i] = clamp(distance * 3, 0, 1.5) * cover[i];
  }
  return planes;
}

/** The planes of the picture's mirror image. */
function mirrored(planes: Float32Array): Float32Array {
  return planes.map((_, i) => planes[i - (i % SIDE) + SIDE - 1 - (i % SIDE)]);
}

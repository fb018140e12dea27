import sharp from 'sharp';

/** Pixels of a picture. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Opacity and brightness from which a pixel of a mask says "repaint", of 255. */
const REPAINT_MIN = 128;

/** Longest side of a mask while it is widened, in pixels; larger masks are scaled to it. */
const WIDEN_SIDE_MAX = 2048;

/**
 * How far the ratios of a mask, or of an engine's answer, and of its picture may lie apart: rounding of small pictures.
 */
const RATIO_TOLERANCE = 0.02;

/** Said of a mask that selects nothing. */
export const MASK_IS_EMPTY =
  'the mask selects nothing; paint the part to change white on black, or make it transparent in a PNG with transparency.';

/** True where two pictures have one ratio, up to rounding. */
export function haveOneRatio(one: Size, other: Size): boolean {
  return Math.abs((one.width / one.height) * (other.height / other.width) - 1) <= RATIO_TOLERANCE;
}

/** Why a mask has no shape for its picture; null where it has. */
export function wrongShape(mask: Size, picture: Size): string | null {
  if (haveOneRatio(mask, picture)) return null;
  return `the mask has ${mask.width} × ${mask.height} pixels; allowed: the ratio of the image, ${picture.width} × ${picture.height}.`;
}

/** True for an encoded mask that has no pixel to repaint. */
export async function selectsNothing(mask: Uint8Array): Promise<boolean> {
  const { marks } = await marksOf(mask);
  return marks.every((mark) => mark < REPAINT_MIN);
}

/**
 * A mask as every engine takes it: an opaque PNG of a size. It is white where the picture may change and black
 * elsewhere, widened by a percentage of the longer side. Users may send transparency instead of white, and other sizes.
 * Null where it selects nothing.
 */
export async function plainMask(mask: Uint8Array, size: Size, percent: number): Promise<Uint8Array | null> {
  const { marks, width, height } = await marksOf(mask);
  const marked = await scaled(marks, { width, height }, size, REPAINT_MIN);
  if (!marked.includes(255)) return null;
  const wide = percent > 0 ? await widened(marked, size, percent / 100) : marked;
  const raw = rawOf(size);
  return sharp(wide, raw).boolean(Buffer.from(marked), 'or', raw).toColourspace('b-w').png().toBuffer();
}

interface Marks extends Size {
  /** One byte a pixel: the brighter, the more of it is repainted. */
  readonly marks: Uint8Array;
}

/** The marks of a mask: its holes if it has some, else its white. */
async function marksOf(mask: Uint8Array): Promise<Marks> {
  const { width, height, hasAlpha } = await sharp(mask).metadata();
  const opaqueness = hasAlpha ? await sharp(mask).toColourspace('srgb').extractChannel('alpha').raw().toBuffer() : null;
  if (opaqueness?.some((opacity) => opacity < REPAINT_MIN))
    return { marks: opaqueness.map((opacity) => 255 - opacity), width, height };
  const brightness = sharp(mask).removeAlpha().greyscale().extractChannel(0);
  return { marks: await brightness.raw().toBuffer(), width, height };
}

function rawOf({ width, height }: Size) {
  return { raw: { width, height, channels: 1 } } as const;
}

/** One byte for each pixel of another size, 255 where the marks are bright and else 0. */
async function scaled(marks: Uint8Array, from: Size, { width, height }: Size, brightMin: number): Promise<Uint8Array> {
  const picture = sharp(marks, rawOf(from)).resize(width, height, { fit: 'fill' });
  return picture.threshold(brightMin).extractChannel(0).raw().toBuffer();
}

/**
 * The marks grown by a share of the longer side, to round corners; by a little less where that is done at a smaller
 * size.
 */
async function widened(marked: Uint8Array, size: Size, share: number): Promise<Uint8Array> {
  const scale = Math.min(1, WIDEN_SIDE_MAX / Math.max(size.width, size.height));
  const radius = share * Math.max(size.width, size.height);
  if (scale === 1) return grownBy(marked, size, radius);
  const small = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  const marks = await scaled(marked, size, small, 1);
  // Rounding to pixels of the smaller size must not reach beyond the asked width.
  return scaled(grownBy(marks, small, Math.max(0, radius * scale - 2)), small, size, REPAINT_MIN);
}

/** Marks every pixel that is no farther than `radius` from a marked one. */
function grownBy(marks: Uint8Array, { width, height }: Size, radius: number): Uint8Array {
  const down = columnDistances(marks, width);
  const grown = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    // Each column reaches a stretch of the row; their ends are counted, and the row is read once.
    const ends = new Int32Array(width + 1);
    for (let x = 0; x < width; x++) {
      const away = down[y * width + x] ?? Number.POSITIVE_INFINITY;
      if (away > radius) continue;
      const reach = Math.floor(Math.sqrt(radius * radius - away * away));
      const [first, end] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      ends[first] = (ends[first] ?? 0) + 1;
      ends[end] = (ends[end] ?? 0) - 1;
    }
    for (let x = 0, open = 0; x < width; x++) {
      open += ends[x] ?? 0;
      if (open > 0) grown[y * width + x] = 255;
    }
  }
  return grown;
}

/** For each pixel the distance to the nearest marked one of its column. */
function columnDistances(marks: Uint8Array, width: number): Float32Array {
  const distances = Float32Array.from(marks, (mark) => (mark ? 0 : Number.POSITIVE_INFINITY));
  const near = (index: number, neighbour: number) => {
    const through = (distances[neighbour] ?? Number.POSITIVE_INFINITY) + 1;
    if (through < (distances[index] ?? 0)) distances[index] = through;
  };
  for (let index = width; index < marks.length; index++) near(index, index - width);
  for (let index = marks.length - width - 1; index >= 0; index--) near(index, index + width);
  return distances;
}

import sharp, { type Sharp } from 'sharp';
import type { EngineTask, GatheredPicture } from './port.ts';

/** Pixels of a picture. */
type Size = Pick<GatheredPicture, 'width' | 'height'>;

/** Opacity and brightness from which a pixel of a mask says "repaint", of 255: as the embedded engine reads masks. */
const REPAINT_MIN = 128;

/** Longest side at which a mask is widened, in pixels: what that costs grows with the third power of it. */
const WIDEN_SIDE_MAX = 512;

/**
 * The task with its mask as every hosted engine takes one: opaque, of the source's size, white where the picture may change, and
 * widened as the order asks. Users may send transparency instead of white, and other sizes.
 */
export async function withPlainMask(task: EngineTask): Promise<EngineTask> {
  const source = task.pictures.find(({ role }) => role === 'source');
  if (!source || !task.pictures.some(({ role }) => role === 'mask')) return task;
  const percent = task.order.options.maskExpansionPercent ?? 0;
  const pictures = task.pictures.map(async (picture) =>
    picture.role === 'mask' ? plainMask(picture, source, percent) : picture,
  );
  return { ...task, pictures: await Promise.all(pictures) };
}

async function plainMask(mask: GatheredPicture, source: Size, percent: number): Promise<GatheredPicture> {
  const size = { width: source.width, height: source.height };
  const marked = await scaled(await marksOf(mask.bytes), size);
  const wide = percent > 0 ? await widened(marked, size, percent / 100) : marked;
  const raw = { ...size, channels: 1 } as const;
  const bytes = await sharp(wide, { raw }).boolean(marked, 'or', { raw }).toColourspace('b-w').png().toBuffer();
  return { ...mask, ...size, bytes };
}

/** What a mask marks, bright in a picture of one channel: its white, or its holes where it has some. */
async function marksOf(bytes: Uint8Array): Promise<Sharp> {
  const { channels } = await sharp(bytes).toColourspace('srgb').ensureAlpha().stats();
  const hasHoles = (channels[3]?.min ?? 255) < REPAINT_MIN;
  const marks = hasHoles ? sharp(bytes).ensureAlpha().extractChannel('alpha') : sharp(bytes).removeAlpha().greyscale();
  const plain = sharp(await marks.png().toBuffer());
  return hasHoles ? plain.negate() : plain;
}

/** One byte for each pixel, 255 where it is bright. */
function scaled(picture: Sharp, { width, height }: Size, brightMin = REPAINT_MIN): Promise<Buffer> {
  return picture.resize(width, height, { fit: 'fill' }).threshold(brightMin).extractChannel(0).raw().toBuffer();
}

/** The marks grown by a share of the longer side, to round corners. */
async function widened(marked: Buffer, size: Size, share: number): Promise<Buffer> {
  const scale = Math.min(1, WIDEN_SIDE_MAX / Math.max(size.width, size.height));
  const small = { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
  const marks = await scaled(sharp(marked, { raw: { ...size, channels: 1 } }), small, 1);
  const grown = grownBy(marks, small, share * Math.max(small.width, small.height));
  return scaled(sharp(grown, { raw: { ...small, channels: 1 } }), size);
}

/** Marks every pixel that is no farther than `radius` from a marked one. */
function grownBy(marks: Uint8Array, { width, height }: Size, radius: number): Uint8Array {
  const down = columnDistances(marks, width);
  const reach = Math.floor(radius);
  const isNear = (x: number, y: number): boolean => {
    for (let other = Math.max(0, x - reach); other <= Math.min(width - 1, x + reach); other++)
      if ((down[y * width + other] ?? 0) ** 2 + (other - x) ** 2 <= radius * radius) return true;
    return false;
  };
  const grown = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isNear(x, y)) grown[y * width + x] = 255;
  return grown;
}

/** For each pixel the distance to the nearest marked one of its column. */
function columnDistances(marks: Uint8Array, width: number): Float64Array {
  const distances = Float64Array.from(marks, (mark) => (mark ? 0 : Number.POSITIVE_INFINITY));
  const near = (index: number, neighbour: number) => {
    const through = (distances[neighbour] ?? Number.POSITIVE_INFINITY) + 1;
    if (through < (distances[index] ?? 0)) distances[index] = through;
  };
  for (let index = width; index < marks.length; index++) near(index, index - width);
  for (let index = marks.length - width - 1; index >= 0; index--) near(index, index + width);
  return distances;
}

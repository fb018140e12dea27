import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { scaledSize } from '@atelier/contract';
import sharp from 'sharp';
import type { WorkOrder } from '../../work-order.ts';
import type { EngineOutput, GatheredPicture, Place } from '../port.ts';
import { type PixelFile, pixelsOf, WHITE } from './formats.ts';
import { haveOneRatio, MASK_IS_EMPTY, plainMask, wrongShape } from './mask.ts';

/** An engine's paint, received by the service. */
export type Painted = Extract<EngineOutput, { kind: 'pixels' | 'pixel_file' }>;

/** Softness of the edge of the paint as shares: of how far the mask was widened, and at most of the longer side. */
const SOFTNESS = 0.15;
const SOFTNESS_MAX = 0.002;

/**
 * The pictures of an inpaint as every engine gets them. The source has the size of the output; the mask is plain,
 * widened and of that size. A text says why the mask cannot be used.
 */
export async function inpaintPictures(
  { resolution, options }: Pick<WorkOrder, 'resolution' | 'options'>,
  pictures: readonly GatheredPicture[],
): Promise<readonly GatheredPicture[] | string> {
  const { source: given, mask } = partsOf(pictures);
  const wrong = wrongShape(mask, given);
  if (wrong !== null) return `${mask.pointer}: ${wrong}`;
  const source = options.isScaled ? await scaledTo(given, scaledSize(given, resolution)) : given;
  const { width, height } = source;
  const bytes = await plainMask(mask.bytes, source, options.maskExpansionPercent ?? 0);
  if (bytes === null) return `${mask.pointer}: ${MASK_IS_EMPTY}`;
  return pictures.map((one) => (one === given ? source : one === mask ? { ...mask, bytes, width, height } : one));
}

function partsOf(pictures: readonly GatheredPicture[]) {
  const [source, mask] = (['source', 'mask'] as const).map((role) => pictures.find((picture) => picture.role === role));
  if (!source || !mask) throw new Error('an inpaint without a source or a mask reached the engines');
  return { source, mask };
}

/** A picture at another size, without further loss. */
async function scaledTo(picture: GatheredPicture, { width, height }: { width: number; height: number }) {
  const bytes = await sharp(picture.bytes)
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { ...picture, bytes, width, height };
}

/**
 * Lays the paint of any engine into the source of an inpaint. The result has the size of the source, and every pixel
 * outside the mask is the source's, byte for byte. Paint of another size is scaled; null where it has another ratio.
 * The pixels lie in `folder`, so memory is needed only for the two masks. `pictures` are those of {@link
 * inpaintPictures}.
 */
export async function composeInpaint(
  pictures: readonly GatheredPicture[],
  expansionPercent: number,
  painted: Painted,
  folder: string,
): Promise<PixelFile | null> {
  const { source, mask } = partsOf(pictures);
  const { width, height } = source;
  const place = (painted.kind === 'pixels' ? painted.place : undefined) ?? { left: 0, top: 0, width, height };
  if (!haveOneRatio(painted, place)) return null;
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const [whole, paint] = [path.join(folder, `${randomUUID()}.v`), path.join(folder, `${randomUUID()}.v`)];
  try {
    const shares = await paintShares(mask, place, expansionPercent);
    await pixelsOf(painted)
      .resize(place.width, place.height, { fit: 'fill' })
      .joinChannel(shares, { raw: { width: place.width, height: place.height, channels: 1 } })
      .toFile(paint);
    await sharp(source.bytes)
      .toColourspace('srgb')
      .flatten({ background: WHITE })
      .composite([{ input: paint, left: place.left, top: place.top }])
      .removeAlpha()
      .toFile(whole);
    return { kind: 'pixel_file', path: whole, width, height };
  } catch (error) {
    await fs.rm(whole, { force: true });
    throw error;
  } finally {
    await fs.rm(paint, { force: true });
  }
}

/**
 * How much of each pixel of a place is paint, 0 to 255. It is 0 outside the mask, and less at its edge where it was
 * widened.
 */
async function paintShares(mask: GatheredPicture, place: Place, expansionPercent: number): Promise<Buffer> {
  const cut = () => sharp(mask.bytes).extract(place);
  const shares = await cut().extractChannel(0).raw().toBuffer();
  const longer = Math.max(mask.width, mask.height);
  const softness = Math.min(SOFTNESS_MAX, (expansionPercent / 100) * SOFTNESS) * longer;
  // Least that libvips blurs by.
  if (softness < 0.3) return shares;
  const soft = await cut().blur(softness).extractChannel(0).raw().toBuffer();
  // A straight edge is half as bright when it is blurred.
  for (let i = 0; i < shares.length; i++) if (shares[i]) shares[i] = Math.max(0, 2 * (soft[i] ?? 0) - 255);
  return shares;
}

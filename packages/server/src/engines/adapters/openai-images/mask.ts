import sharp from 'sharp';
import type { GatheredPicture } from '../../port.ts';

/**
 * The mask of a task as a PNG of its source's size that holds both conventions: what may change is transparent, as OpenAI takes
 * it, and white beneath, as other servers do. Null where the task has no mask.
 */
export async function maskFile(pictures: readonly GatheredPicture[]): Promise<Uint8Array | null> {
  const source = pictures.find(({ role }) => role === 'source');
  const mask = pictures.find(({ role }) => role === 'mask');
  if (!source || !mask) return null;
  const { width, height } = source;
  const raw = { width, height, channels: 1 } as const;
  const marked = await sharp(mask.bytes)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .removeAlpha()
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
  const opaque = Buffer.from(marked.map((value) => 255 - value));
  return sharp(marked, { raw }).joinChannel([marked, marked, opaque], { raw }).toColourspace('srgb').png().toBuffer();
}

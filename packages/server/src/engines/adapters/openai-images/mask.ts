import sharp from 'sharp';
import type { GatheredPicture } from '../../port.ts';

/**
 * The plain mask of a task as a PNG in both conventions. The part to repaint is transparent, as OpenAI takes it, and
 * white beneath, as other servers do. Null if the task has no mask.
 */
export async function maskFile(pictures: readonly GatheredPicture[]): Promise<Uint8Array | null> {
  const mask = pictures.find(({ role }) => role === 'mask');
  if (!mask) return null;
  const { width, height } = mask;
  const raw = { width, height, channels: 1 } as const;
  const marked = await sharp(mask.bytes).extractChannel(0).raw().toBuffer();
  const opaque = Buffer.from(marked.map((value) => 255 - value));
  return sharp(marked, { raw }).joinChannel([marked, marked, opaque], { raw }).toColourspace('srgb').png().toBuffer();
}

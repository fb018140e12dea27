import sharp from 'sharp';
import type { EngineTask, GatheredPicture } from '../port.ts';

/** Ground that transparency is laid on. */
export const WHITE = '#ffffff';

/**
 * The task as every hosted engine takes it: pictures upright, in sRGB with 8 bits a channel, without transparency (on
 * white) and without metadata. Engines treat anything else differently.
 */
export async function withPlainPictures(task: EngineTask): Promise<EngineTask> {
  return { ...task, pictures: await Promise.all(task.pictures.map(plainPicture)) };
}

/** An upright 8-bit sRGB picture without transparency and metadata keeps its bytes; any other becomes a PNG. */
async function plainPicture(picture: GatheredPicture): Promise<GatheredPicture> {
  if (await isPlain(picture.bytes)) return picture;
  const plain = sharp(picture.bytes).autoOrient().toColourspace('srgb').flatten({ background: WHITE }).png();
  const { data, info } = await plain.toBuffer({ resolveWithObject: true });
  return { ...picture, bytes: data, width: info.width, height: info.height };
}

async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const { format, space, depth, hasAlpha, orientation = 1, pages = 1, ...rest } = await sharp(bytes).metadata();
  const isKnown = format === 'jpeg' || format === 'png' || format === 'webp';
  const isOfEngines = isKnown && (space === 'srgb' || space === 'b-w') && depth === 'uchar' && pages === 1;
  const hasMetadata = [rest.exif, rest.icc, rest.iptc, rest.xmp, rest.comments].some((part) => part !== undefined);
  return isOfEngines && !hasAlpha && orientation === 1 && !hasMetadata;
}

import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** The public model under which the suite asks for inpaints. */
export const INPAINT_MODEL = 'nano-banana-pro';

type Bytes = Promise<Uint8Array<ArrayBuffer>>;

async function png(picture: Sharp): Bytes {
  return new Uint8Array(await picture.png().toBuffer());
}

/** A picture of one colour. */
export function plain(width: number, height: number, background: string): Bytes {
  return png(sharp({ create: { width, height, channels: 3, background } }));
}

/** A mask of one colour for the small picture of tests. */
export function smallMaskOf(background: string): Bytes {
  return plain(48, 64, background);
}

/** A picture whose left half is transparent, with magenta under it, and whose right half is red. */
export function halfTransparent(width: number, height: number): Bytes {
  const pixels = Array.from({ length: width * height }, (_, at) =>
    at % width < width / 2 ? [255, 0, 255, 0] : [200, 60, 60, 255],
  );
  return png(sharp(new Uint8Array(pixels.flat()), { raw: { width, height, channels: 4 } }));
}

/** A picture of noise, a mask that marks the middle ninth of it, and which pixels these are. */
export async function inpaintOf(width: number, height: number) {
  const isMarked = (x: number, y: number) => Math.floor((x * 3) / width) === 1 && Math.floor((y * 3) / height) === 1;
  const marks = Array.from({ length: width * height }, (_, at) =>
    isMarked(at % width, Math.floor(at / width)) ? 255 : 0,
  );
  return {
    source: await png(sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })),
    mask: await png(sharp(new Uint8Array(marks), { raw: { width, height, channels: 1 } })),
    isMarked,
  };
}

/** The pixels of a picture file. `at` takes shares of its width and height, `pixel` pixels. */
export async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
  ];
  return {
    ...{ width, height, channels, pixel },
    at: (x: number, y: number) => pixel(Math.floor(x * width), Math.floor(y * height)),
  };
}

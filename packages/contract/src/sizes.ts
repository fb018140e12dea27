import type { AspectRatio, Resolution } from './models.ts';

/** Approximate pixels of an output by resolution: one megapixel and four. */
const AREA_PIXELS: Readonly<Record<Resolution, number>> = { standard: 1024 * 1024, high: 2048 * 2048 };

/** Each side is a multiple of this many pixels, as encoders and most engines require. */
const SIDE_STEP_PIXELS = 8;

/** Widest and tallest ratio of a source that an output keeps. Wider and taller sources are cropped to it. */
const RATIO_MAX = 21 / 9;

/** Width divided by height. */
export function ratioOf(aspectRatio: AspectRatio): number {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return width / height;
}

/**
 * The size of an output in pixels: about the resolution's area, sides multiples of 8. `shape` is the asked aspect ratio
 * or the size of the source whose ratio is kept.
 */
export function outputSize(
  shape: AspectRatio | { readonly width: number; readonly height: number },
  resolution: Resolution,
): { width: number; height: number } {
  const asked = typeof shape === 'string' ? ratioOf(shape) : shape.width / shape.height;
  return sizeOfRatio(Math.min(RATIO_MAX, Math.max(1 / RATIO_MAX, asked)), resolution);
}

/** The size of a picture that is scaled as a whole, in pixels: like that of an output, and of any ratio. */
export function scaledSize(
  { width, height }: { readonly width: number; readonly height: number },
  resolution: Resolution,
): { width: number; height: number } {
  return sizeOfRatio(width / height, resolution);
}

function sizeOfRatio(ratio: number, resolution: Resolution): { width: number; height: number } {
  const area = AREA_PIXELS[resolution];
  const side = (length: number) => Math.max(SIDE_STEP_PIXELS, Math.round(length / SIDE_STEP_PIXELS) * SIDE_STEP_PIXELS);
  return { width: side(Math.sqrt(area * ratio)), height: side(Math.sqrt(area / ratio)) };
}

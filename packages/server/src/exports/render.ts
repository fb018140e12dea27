import { EXPORT_SIDE_PIXELS_MAX, type ExportSettings, type OutputFormat } from '@atelier/contract';
import sharp, { type Sharp } from 'sharp';
import { decodes } from '../media/picture/reencode.ts';

/** A file of an export, with its size in pixels. */
export type RenderedFile = Awaited<ReturnType<typeof render>>;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Opacity, 0 to 255, below which a pixel of a cut-out counts as its background. */
const SEEN_MIN = 8;
/** Memory of a decoded picture: a WebP is decoded whole, and the opacity of a cut-out is read before. */
const DECODED_BYTES_PER_PIXEL = 5;
/** Memory of an encoder for its canvas, measured on noise of 36 megapixels. JPEG and WebP take in the whole first. */
const ENCODED_BYTES_PER_PIXEL: Readonly<Record<OutputFormat, number>> = { jpeg: 15, png: 4, webp: 30 };
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

const DECODE_OPTIONS = { limitInputPixels: false };

/** True if the whole of a stored image decodes as {@link render} would: its failure then has another cause. */
export const canDecode = (stored: Uint8Array): Promise<boolean> => decodes(stored, DECODE_OPTIONS);

/**
 * Makes the file of a format from the bytes of a stored image. A cut-out is trimmed to its subject and set into the
 * margins. The note of its origin (XMP) goes along.
 */
export async function render(stored: Uint8Array, format: ExportSettings) {
  const picture = () => sharp(stored, DECODE_OPTIONS);
  const { width, height, hasAlpha, xmp } = await picture().metadata();
  const subject = hasAlpha ? await subjectOf(picture()) : null;
  const shown = subject ?? { left: 0, top: 0, width, height };
  const inner = subject ? innerOf(format) : 1;
  const canvas = canvasOf(format, shown, inner);
  const placed = laidOut(picture().extract(shown), shown, canvas, format, inner);
  const marked = xmp ? placed.withXmp(xmp.toString()) : placed;
  const bytes = await encoded(marked, format.file_format, format.quality).toBuffer();
  return { bytes, mimeType: `image/${format.file_format}`, ...canvas };
}

/** The box of the pixels of a cut-out that are not transparent; null for an opaque picture, and for an empty one. */
async function subjectOf(picture: Sharp): Promise<Box | null> {
  const { data, info } = await picture.extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  let [left, right, top, bottom] = [info.width, -1, info.height, -1];
  let isOpaque = true;
  for (let i = 0; i < data.length; i++) {
    const opacity = data[i] ?? 0;
    if (opacity < 255) isOpaque = false;
    if (opacity < SEEN_MIN) continue;
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return isOpaque || right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Most bytes that {@link render} holds for a stored picture. The canvas of a cut-out has margins, and no cut-out is
 * larger than its picture.
 */
export function heldBytesMax(stored: Size, format: ExportSettings): number {
  const { width, height } = idealCanvas(format, stored, innerOf(format));
  const canvas = Math.min(width, EXPORT_SIDE_PIXELS_MAX) * Math.min(height, EXPORT_SIDE_PIXELS_MAX);
  return stored.width * stored.height * DECODED_BYTES_PER_PIXEL + canvas * ENCODED_BYTES_PER_PIXEL[format.file_format];
}

/** The share of each side of the canvas that a cut-out fills. */
function innerOf({ fit, margin_percent: margin }: ExportSettings): number {
  return fit === 'contain' ? 1 - (2 * margin) / 100 : 1;
}

/** The size of the file: {@link idealCanvas} with no side longer than {@link EXPORT_SIDE_PIXELS_MAX}. */
function canvasOf(format: ExportSettings, shown: Size, inner: number): Size {
  const { width, height } = idealCanvas(format, shown, inner);
  const shrink = Math.min(1, EXPORT_SIDE_PIXELS_MAX / Math.max(width, height));
  const sideOf = (pixels: number) => Math.max(1, Math.round(pixels * shrink));
  return { width: sideOf(width), height: sideOf(height) };
}

/** The size of the format, or the one of its ratio that shows the picture at its own scale. */
function idealCanvas({ width, height, aspect_ratio: named, fit }: ExportSettings, shown: Size, inner: number): Size {
  if (width !== null && height !== null) return { width, height };
  const [across, down] = (named ?? `${shown.width}:${shown.height}`).split(':').map(Number);
  const ratio = (across ?? 1) / (down ?? 1);
  const isWide = shown.width / shown.height > ratio;
  // The side of the picture that decides: the whole of it is shown, or nothing but it.
  const byWidth = fit === 'contain' ? isWide : !isWide;
  const [w, h] = byWidth ? [shown.width, shown.width / ratio] : [shown.height * ratio, shown.height];
  return { width: w / inner, height: h / inner };
}

/** The picture at its size and place on the canvas. One pipeline: the encoder alone holds the canvas. */
function laidOut(picture: Sharp, shown: Size, canvas: Size, { fit, ground }: ExportSettings, inner: number): Sharp {
  const within = { width: canvas.width * inner, height: canvas.height * inner };
  const scales = [within.width / shown.width, within.height / shown.height];
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const sideOf = (side: 'width' | 'height') => Math.min(canvas[side], Math.max(1, Math.round(shown[side] * scale)));
  const size = { width: sideOf('width'), height: sideOf('height') };
  const left = Math.floor((canvas.width - size.width) / 2);
  const top = Math.floor((canvas.height - size.height) / 2);
  const background = ground === 'transparent' ? TRANSPARENT : ground;
  return (ground === 'transparent' ? picture.ensureAlpha() : picture.flatten({ background }))
    .resize({ ...size, fit: fit === 'contain' ? 'fill' : 'cover' })
    .extend({
      left,
      top,
      right: canvas.width - size.width - left,
      bottom: canvas.height - size.height - top,
      background,
    })
    .toColourspace('srgb');
}

function encoded(picture: Sharp, format: OutputFormat, quality: number): Sharp {
  const encoders = {
    png: { compressionLevel: 6 },
    jpeg: { quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' },
    webp: { quality, smartSubsample: true },
  };
  return picture.toFormat(format, encoders[format]);
}

import { EXPORT_SIDE_PIXELS_MAX, type ExportSettings, type OutputFormat } from '@atelier/contract';
import sharp, { type Sharp } from 'sharp';

/** A file of an export. */
export interface RenderedFile {
  readonly bytes: Buffer;
  readonly mimeType: string;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
}

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
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Makes the file of a format from the bytes of a stored image. A cut-out is trimmed to its subject and set into the
 * margins. The note of its origin (XMP) goes along.
 */
export async function render(stored: Uint8Array, format: ExportSettings): Promise<RenderedFile> {
  const picture = () => sharp(stored, { limitInputPixels: false });
  const { width, height, hasAlpha, xmp } = await picture().metadata();
  const subject = hasAlpha ? await subjectOf(picture()) : null;
  const shown = subject ?? { left: 0, top: 0, width, height };
  const inner = subject && format.fit === 'contain' ? 1 - (2 * format.margin_percent) / 100 : 1;
  const canvas = canvasOf(format, shown, inner);
  const placed = await place(picture().extract(shown), shown, canvas, format.fit, inner);
  const ground = format.ground === 'transparent' ? TRANSPARENT : format.ground;
  const laid = sharp({ create: { ...canvas, channels: 4, background: ground } }).composite([placed]);
  const whole = format.ground === 'transparent' ? laid : laid.flatten({ background: format.ground });
  const marked = xmp ? whole.withXmp(xmp.toString()) : whole;
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
 * The size of the file: that of the format, or the one of its ratio that shows the picture at its own scale. No side is
 * longer than {@link EXPORT_SIDE_PIXELS_MAX}.
 */
function canvasOf({ width, height, aspect_ratio: named, fit }: ExportSettings, shown: Size, inner: number): Size {
  if (width !== null && height !== null) return { width, height };
  const [across, down] = (named ?? `${shown.width}:${shown.height}`).split(':').map(Number);
  const ratio = (across ?? 1) / (down ?? 1);
  const isWide = shown.width / shown.height > ratio;
  // The side of the picture that decides: the whole of it is shown, or nothing but it.
  const byWidth = fit === 'contain' ? isWide : !isWide;
  const [w, h] = byWidth ? [shown.width, shown.width / ratio] : [shown.height * ratio, shown.height];
  const shrink = Math.min(1, EXPORT_SIDE_PIXELS_MAX / (Math.max(w, h) / inner));
  const sideOf = (pixels: number) => Math.max(1, Math.round((pixels / inner) * shrink));
  return { width: sideOf(w), height: sideOf(h) };
}

/** The picture at its size and place on the canvas. */
async function place(picture: Sharp, shown: Size, canvas: Size, fit: ExportSettings['fit'], inner: number) {
  const within = { width: canvas.width * inner, height: canvas.height * inner };
  const scales = [within.width / shown.width, within.height / shown.height];
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const size = {
    width: Math.min(canvas.width, Math.max(1, Math.round(shown.width * scale))),
    height: Math.min(canvas.height, Math.max(1, Math.round(shown.height * scale))),
  };
  const resized = picture.resize({ ...size, fit: fit === 'contain' ? 'fill' : 'cover' });
  const { data, info } = await resized.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    input: data,
    raw: { width: info.width, height: info.height, channels: 4 as const },
    left: Math.floor((canvas.width - info.width) / 2),
    top: Math.floor((canvas.height - info.height) / 2),
  };
}

function encoded(picture: Sharp, format: OutputFormat, quality: number): Sharp {
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: 6 });
    case 'jpeg':
      return picture.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' });
    case 'webp':
      return picture.webp({ quality, smartSubsample: true });
  }
}

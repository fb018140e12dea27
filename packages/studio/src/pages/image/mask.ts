/** A line of the brush, in shares of the picture: 0–1 across and down; the width is a share of the longer side. */
export interface Stroke {
  readonly width: number;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Length of a dot's line, in pixels: canvases draw nothing for a line without length. */
const DOT_LENGTH = 0.01;

/** Draws strokes onto a canvas of any size, in its present colour. A stroke of one point is a dot. */
export function drawStrokes(
  canvas: CanvasRenderingContext2D,
  strokes: readonly Stroke[],
  { width, height }: Size,
): void {
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  for (const { width: share, points } of strokes) {
    canvas.lineWidth = share * Math.max(width, height);
    canvas.beginPath();
    const [first] = points;
    if (first) canvas.moveTo(first[0] * width - DOT_LENGTH, first[1] * height);
    for (const [x, y] of points) canvas.lineTo(x * width, y * height);
    canvas.stroke();
  }
}

/** Longest side of a canvas to paint on, in pixels: sharp on any screen, and far below the limits of phones. */
export const PAINT_SIDE_PIXELS = 1_600;

/** Longest side of a mask, in pixels. The service scales it to the picture. */
const MASK_SIDE_PIXELS = 2_048;

/** A size of the same ratio whose longest side has at most `longest` pixels. */
export function within({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The strokes as a mask of a picture of this size, or of its ratio where that is large. It is a PNG as data URI, white
 * where there is a stroke, black elsewhere.
 */
export function maskOf(strokes: readonly Stroke[], picture: Size): string {
  const size = within(picture, MASK_SIDE_PIXELS);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the mask.');
  context.fillStyle = '#000';
  context.fillRect(0, 0, size.width, size.height);
  context.strokeStyle = '#fff';
  drawStrokes(context, strokes, size);
  return canvas.toDataURL('image/png');
}

/** Least lightness, and transparency, of a marked pixel of a mask. Compression artefacts of black are darker. */
const MARKED_LEVEL = 24;

/** Longest side of a mask while it is checked; a mark of a few pixels is still visible. */
const LOOK_SIDE_PIXELS = 1_024;

/** True for a mask that marks nothing: all of it is black and opaque. */
export async function isEmptyMask(file: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = within(bitmap, LOOK_SIDE_PIXELS);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot read the mask.');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 0; at < data.length; at += 4)
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 255 - (data[at + 3] ?? 255)) >= MARKED_LEVEL)
      return false;
  return true;
}

/** A line of the brush, in shares of the picture: 0–1 across and down; the width is a share of the longer side. */
export interface Stroke {
  readonly width: number;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Share of the width that is marked in full; towards the edge the mark fades. Absent: 1. */
  readonly hardness?: number;
  /** The stroke removes marks. */
  readonly erases?: true;
}

/** An eraser over the whole picture. */
export const ERASE_ALL: Stroke = { width: 4, points: [[0.5, 0.5]], erases: true };

/** Size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Length of a dot's line, in pixels: canvases draw nothing for a line without length. */
const DOT_LENGTH = 0.01;

/** Draws strokes over each other onto a canvas of any size, in its present stroke colour. */
export function drawStrokes(canvas: CanvasRenderingContext2D, strokes: readonly Stroke[], size: Size): void {
  for (const stroke of strokes) {
    canvas.globalCompositeOperation = stroke.erases ? 'destination-out' : 'source-over';
    if ((stroke.hardness ?? 1) >= 1) drawLine(canvas, stroke, 1, size);
    else canvas.drawImage(softStroke(stroke, canvas.strokeStyle, size), 0, 0);
  }
  canvas.globalCompositeOperation = 'source-over';
}

/** Steps of a soft edge. */
const SOFT_STEPS = 16;

/** One stroke with a soft edge on a canvas of its own: each narrower line replaces the fainter one under it. */
function softStroke(stroke: Stroke, colour: CanvasRenderingContext2D['strokeStyle'], size: Size): HTMLCanvasElement {
  const context = newCanvas(size);
  context.strokeStyle = colour;
  const { hardness = 1 } = stroke;
  for (let step = 1; step <= SOFT_STEPS; step++) {
    const share = 1 - (1 - hardness) * (step / SOFT_STEPS);
    context.globalCompositeOperation = 'destination-out';
    context.globalAlpha = 1;
    drawLine(context, stroke, share, size);
    context.globalCompositeOperation = 'source-over';
    context.globalAlpha = step / SOFT_STEPS;
    drawLine(context, stroke, share, size);
  }
  return context.canvas;
}

/** The line of a stroke at a share of its width. A stroke of one point is a dot. */
function drawLine(canvas: CanvasRenderingContext2D, stroke: Stroke, share: number, { width, height }: Size): void {
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  canvas.lineWidth = Math.max(DOT_LENGTH, stroke.width * share * Math.max(width, height));
  canvas.beginPath();
  const [first] = stroke.points;
  if (first) canvas.moveTo(first[0] * width - DOT_LENGTH, first[1] * height);
  for (const [x, y] of stroke.points) canvas.lineTo(x * width, y * height);
  canvas.stroke();
}

/** An empty, transparent canvas to draw on. */
function newCanvas({ width, height }: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the mask.');
  return context;
}

/** Longest side on which strokes are checked for marks that are left. */
const LEFT_SIDE_PIXELS = 512;

/** True if the strokes leave nothing marked. */
export function isNothingLeft(strokes: readonly Stroke[], picture: Size): boolean {
  if (!strokes.some(({ erases }) => erases)) return strokes.length === 0;
  const size = within(picture, LEFT_SIDE_PIXELS);
  const context = newCanvas(size);
  drawStrokes(context, strokes, size);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= 128) return false;
  return true;
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
 * where there is a mark, black elsewhere, and grey where a mark fades.
 */
export function maskOf(strokes: readonly Stroke[], picture: Size): string {
  const size = within(picture, MASK_SIDE_PIXELS);
  const context = newCanvas(size);
  context.strokeStyle = '#fff';
  drawStrokes(context, strokes, size);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#000';
  context.fillRect(0, 0, size.width, size.height);
  return context.canvas.toDataURL('image/png');
}

/** Least lightness, and transparency, of a marked pixel of a mask. Compression artefacts of black are darker. */
const MARKED_LEVEL = 24;

/** Longest side of a mask while it is checked; a mark of a few pixels is still visible. */
const LOOK_SIDE_PIXELS = 1_024;

/** True for a mask that marks nothing: all of it is black and opaque. */
export async function isEmptyMask(file: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(file);
  const size = within(bitmap, LOOK_SIDE_PIXELS);
  const context = newCanvas(size);
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, size.width, size.height);
  for (let at = 0; at < data.length; at += 4)
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 255 - (data[at + 3] ?? 255)) >= MARKED_LEVEL)
      return false;
  return true;
}

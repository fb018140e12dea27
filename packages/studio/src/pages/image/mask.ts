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

/** Draws strokes onto a canvas of any size, in its present colour. A stroke of one point is a dot. */
export function drawStrokes(canvas: CanvasRenderingContext2D, strokes: readonly Stroke[], { width, height }: Size): void {
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  for (const { width: share, points } of strokes) {
    canvas.lineWidth = share * Math.max(width, height);
    canvas.beginPath();
    const [first] = points;
    if (first) canvas.moveTo(first[0] * width, first[1] * height);
    for (const [x, y] of points) canvas.lineTo(x * width, y * height);
    canvas.stroke();
  }
}

/** The strokes as a mask of the picture's size: a PNG as data URI, white where there is a stroke, black elsewhere. */
export function maskOf(strokes: readonly Stroke[], size: Size): string {
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

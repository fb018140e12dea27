import { checkpoint } from '../../../checkpoint.ts';
import { add, boundingBox, pixelMiddle, segmentDistance, subtract, unit } from '../../../pixels/geometry.ts';
import type { Layer } from '../../../pixels/layer.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Point, Size } from '../../../pixels/raster.ts';
import type { Seam } from '../fit/fit.ts';

/** Greatest distance of a gap from the seam, and the widest gap to close, in shoulder widths. */
const BESIDE = 0.14;
const GAP_MAX = 0.08;
/** Share of the seam beyond which a gap is the space under the arm. */
const SEAM_END = 0.96;
/** Coverage from which nothing shows through, and from which colours are unmixed. */
const SOLID = 0.98;
const PURE = 0.99;

/**
 * Closes the slits between sleeves and body. Separate warps part them along the seam of a lifted arm. Seams in pixels
 * of the layers.
 */
export function sealSeams(body: Layer, sleeves: Layer, seams: readonly Seam[], shoulderWidth: number): void {
  for (const seam of seams) sealSeam(body, sleeves, seam, shoulderWidth);
}

function sealSeam(body: Layer, sleeves: Layer, seam: Seam, shoulderWidth: number): void {
  const window = windowAround(seam, 2 * BESIDE * shoulderWidth, body);
  const { width, height, pixels } = window;
  const cover = planeOf(pixels.length, (k) => 1 - (1 - body.alpha[pixels[k]]) * (1 - sleeves.alpha[pixels[k]]));
  const toCloth = lookAcross(seam, window, cover, GAP_MAX * shoulderWidth);
  const isGap = (k: number) => {
    if (cover[k] >= SOLID) return false;
    const at = pixelMiddle(k, width);
    const { distance, along } = segmentDistance({ x: window.left + at.x, y: window.top + at.y }, ...seam);
    if (along === 0 || along >= SEAM_END || distance >= BESIDE * shoulderWidth) return false;
    return toCloth(at, 1) + toCloth(at, -1) <= GAP_MAX * shoulderWidth;
  };
  const gaps = Array.from(pixels.keys()).filter(isGap);
  if (gaps.length === 0) return;
  const colours = new Float32Array(pixels.length * 3);
  for (let k = 0; k < pixels.length; k++)
    for (let c = 0; c < 3; c++) {
      const below = body.colour[pixels[k] * 3 + c];
      colours[k * 3 + c] = below + (sleeves.colour[pixels[k] * 3 + c] - below) * sleeves.alpha[pixels[k]];
    }
  const filled = pushPull(
    colours,
    maskOf(pixels.length, (k) => cover[k] > PURE),
    width,
    height,
  );
  for (const k of gaps) {
    const i = pixels[k];
    for (let c = 0; c < 3; c++)
      body.colour[i * 3 + c] = body.colour[i * 3 + c] * body.alpha[i] + filled[k * 3 + c] * (1 - body.alpha[i]);
    body.alpha[i] = 1;
  }
}

/**
 * Distance from a point of the window to the nearest cloth on one side of a seam, measured across it; infinite beyond
 * reach. A point outside the outline has cloth on one side at most.
 */
function lookAcross(seam: Seam, { width, height }: Size, cover: Float32Array, reach: number) {
  const { x, y } = unit(subtract(seam[1], seam[0]));
  const across = { x: -y, y: x };
  return (from: Point, direction: 1 | -1): number => {
    for (let step = 1; step < reach; step++) {
      const at = add(from, across, direction * step);
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
      if (column >= 0 && row >= 0 && column < width && row < height && cover[row * width + column] >= SOLID)
        return step;
    }
    return Number.POSITIVE_INFINITY;
  };
}

/** The pixels of the layers around a seam, row by row. */
function windowAround(seam: Seam, margin: number, layer: Layer) {
  checkpoint();
  const box = boundingBox(seam, margin);
  const [left, top] = [Math.max(0, Math.floor(box[0])), Math.max(0, Math.floor(box[1]))];
  const width = Math.max(0, Math.min(layer.width, Math.ceil(box[2])) - left);
  const height = Math.max(0, Math.min(layer.height, Math.ceil(box[3])) - top);
  const pixels = Int32Array.from(
    { length: width * height },
    (_, k) => (top + Math.floor(k / width)) * layer.width + left + (k % width),
  );
  return { left, top, width, height, pixels };
}

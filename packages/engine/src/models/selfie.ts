import type { Plane, Raster } from '../pixels/raster.ts';
import { cropSquare } from './crop.ts';
import type { Net } from './sessions.ts';

/** Side of the net's input and output in pixels. */
const SIDE = 256;
/** Side of the overlapping crops, as a share of the picture's shorter side. */
const CROP_SHARE = 0.8;
/** Weight of an overlapping crop beside that of a view of the whole picture. */
const CROP_WEIGHT = 0.5;
/** Output pixels over which a crop fades out at its border. */
const FEATHER = 64;

interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
}

/**
 * How likely each pixel belongs to a person (0 to 1): MediaPipe's selfie net on the whole picture, stretched and
 * letterboxed, and on overlapping crops, which see the edges sharper; a feathered mean of all.
 */
export async function segmentPerson(raster: Raster, net: Net): Promise<Plane> {
  const { width, height } = raster;
  const sum = new Float32Array(width * height);
  const weights = new Float32Array(width * height);
  for (const view of viewsOf(width, height)) {
    const input = cropSquare(raster, SIDE, (u, v) => [
      view.left + (u / SIDE) * view.width,
      view.top + (v / SIDE) * view.height,
    ]);
    const [mask] = await net.run(input, [1, SIDE, SIDE, 3]);
    accumulate(sum, weights, raster, view, mask);
  }
  for (let i = 0; i < sum.length; i++) sum[i] /= weights[i] || 1;
  return { width, height, data: sum };
}

function viewsOf(width: number, height: number): View[] {
  const longer = Math.max(width, height);
  const side = Math.min(width, height) * CROP_SHARE;
  const crops = [0, (height - side) / 2, height - side].flatMap((top) =>
    [0, width - side].map((left) => ({ left, top, width: side, height: side, weight: CROP_WEIGHT })),
  );
  return [
    { left: 0, top: 0, width, height, weight: 1 },
    { left: (width - longer) / 2, top: (height - longer) / 2, width: longer, height: longer, weight: 1 },
    ...crops,
  ];
}

function accumulate(sum: Float32Array, weights: Float32Array, { width, height }: Raster, view: View, mask: Float32Array): void {
  const right = Math.min(width, Math.ceil(view.left + view.width));
  const bottom = Math.min(height, Math.ceil(view.top + view.height));
  const inside = (value: number) => Math.min(SIDE - 1.001, Math.max(0, value));
  for (let y = Math.max(0, Math.floor(view.top)); y < bottom; y++) {
    const fy = inside(((y + 0.5 - view.top) / view.height) * SIDE - 0.5);
    const iy = fy | 0;
    const ty = fy - iy;
    const fadeY = Math.min(fy, SIDE - 1 - fy) / FEATHER;
    for (let x = Math.max(0, Math.floor(view.left)); x < right; x++) {
      const fx = inside(((x + 0.5 - view.left) / view.width) * SIDE - 0.5);
      const ix = fx | 0;
      const tx = fx - ix;
      const at = iy * SIDE + ix;
      const value =
        (mask[at] * (1 - tx) + mask[at + 1] * tx) * (1 - ty) + (mask[at + SIDE] * (1 - tx) + mask[at + SIDE + 1] * tx) * ty;
      const weight = view.weight * Math.max(0.02, Math.min(1, fadeY, Math.min(fx, SIDE - 1 - fx) / FEATHER));
      sum[y * width + x] += value * weight;
      weights[y * width + x] += weight;
    }
  }
}

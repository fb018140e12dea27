import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from './cut-out.ts';

/** A picture turned by 0 to 3 quarters clockwise. */
export function turnedRaster(raster: Raster, quarters: number): Raster {
  const { size, from } = turnOf(raster, quarters);
  const data = new Uint8ClampedArray(raster.data.length);
  for (let i = 0; i < data.length / 3; i++) data.set(raster.data.subarray(from(i) * 3, from(i) * 3 + 3), i * 3);
  return { ...size, data };
}

/** A cut-out turned by quarters clockwise. */
export function turnedCutOut(cutOut: GarmentCutOut, quarters: number): GarmentCutOut {
  const { raster, alpha, silhouette } = cutOut;
  const { size, from } = turnOf(raster, quarters);
  return {
    ...cutOut,
    raster: turnedRaster(raster, quarters),
    alpha: { ...size, data: planeOf(silhouette.length, (i) => alpha.data[from(i)]) },
    silhouette: maskOf(silhouette.length, (i) => silhouette[from(i)] === 1),
  };
}

/** The size of a picture after a turn by quarters clockwise, and the pixel that each of its pixels was before. */
function turnOf({ width, height }: Size, quarters: number) {
  const size = quarters % 2 === 1 ? { width: height, height: width } : { width, height };
  const [first, right, down] = [
    [0, 1, width],
    [(height - 1) * width, -width, 1],
    [height * width - 1, -1, -width],
    [width - 1, width, -1],
  ][quarters];
  return { size, from: (i: number) => first + (i % size.width) * right + Math.floor(i / size.width) * down };
}

import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { createRaster, type Raster, type Size } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from './cut-out.ts';

/** A picture turned by quarters clockwise. */
export function turnedRaster(raster: Raster, quarters: number): Raster {
  const { size, from } = turnOf(raster, quarters);
  const turned = createRaster(size.width, size.height);
  for (let i = 0; i < from.length; i++)
    for (let c = 0; c < 3; c++) turned.data[i * 3 + c] = raster.data[from[i] * 3 + c];
  return turned;
}

/** A cut-out turned by quarters clockwise. */
export function turnedCutOut(
  { raster, alpha, silhouette, confidence }: GarmentCutOut,
  quarters: number,
): GarmentCutOut {
  const { size, from } = turnOf(raster, quarters);
  return {
    raster: turnedRaster(raster, quarters),
    alpha: { ...size, data: planeOf(from.length, (i) => alpha.data[from[i]]) },
    silhouette: maskOf(from.length, (i) => silhouette[from[i]] === 1),
    confidence,
  };
}

/** The size of a picture turned by quarters clockwise, and the pixel that each of its pixels was before. */
function turnOf({ width, height }: Size, quarters: number): { readonly size: Size; readonly from: Int32Array } {
  const size = quarters % 2 ? { width: height, height: width } : { width, height };
  const from = new Int32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [
        [x, y],
        [height - 1 - y, x],
        [width - 1 - x, height - 1 - y],
        [y, width - 1 - x],
      ][quarters];
      from[row * size.width + column] = y * width + x;
    }
  return { size, from };
}

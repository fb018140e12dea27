import { checkpointAt } from '../../../checkpoint.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { createRaster, type Raster, type Size } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from './cut-out.ts';

/** A picture turned by quarters clockwise. */
export function turnedRaster(raster: Raster, quarters: number): Raster {
  return rasterOf(raster, turnOf(raster, quarters));
}

/** A cut-out turned by quarters clockwise. */
export function turnedCutOut(
  { raster, alpha, silhouette, confidence }: GarmentCutOut,
  quarters: number,
): GarmentCutOut {
  const turn = turnOf(raster, quarters);
  const { size, from } = turn;
  return {
    raster: rasterOf(raster, turn),
    alpha: { ...size, data: planeOf(from.length, (i) => alpha.data[from[i]]) },
    silhouette: maskOf(from.length, (i) => silhouette[from[i]] === 1),
    confidence,
  };
}

/** The size of a turned picture, and the pixel that each of its pixels was before. */
interface Turn {
  readonly size: Size;
  readonly from: Int32Array;
}

function rasterOf({ data }: Raster, { size, from }: Turn): Raster {
  const turned = createRaster(size.width, size.height);
  for (let i = 0; i < from.length; i++) {
    checkpointAt(i);
    for (let c = 0; c < 3; c++) turned.data[i * 3 + c] = data[from[i] * 3 + c];
  }
  return turned;
}

/** The turn by quarters clockwise of a picture of a size. */
function turnOf({ width, height }: Size, quarters: number): Turn {
  const isAcross = quarters % 2 === 1;
  const size = isAcross ? { width: height, height: width } : { width, height };
  const from = new Int32Array(width * height);
  for (let i = 0; i < from.length; i++) {
    checkpointAt(i);
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const [column, row] = isAcross ? [y, height - 1 - x] : [width - 1 - x, height - 1 - y];
    // Three quarters are a quarter and a half turn.
    const isBack = quarters === 0 || quarters === 3;
    from[i] = isBack ? (height - 1 - row) * width + (width - 1 - column) : row * width + column;
  }
  return { size, from };
}

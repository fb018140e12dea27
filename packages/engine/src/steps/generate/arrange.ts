import type { GarmentAnalysis } from '../../analysis.ts';
import { boxAbove, cropPlane, cropRaster } from '../../pixels/crop.ts';
import { resizeRaster } from '../../pixels/decode.ts';
import { resizeValues } from '../../pixels/filters.ts';
import { createPlane, type Plane, type Raster, type Size } from '../../pixels/raster.ts';

/** Share of the frame that the products take, and the room between two of them. */
const FRAME_SHARE = 0.8;
const GAP_SHARE = 0.04;

/** Products side by side in the middle of a frame: their colours and how much of each pixel they cover. */
export async function arrange(
  products: readonly GarmentAnalysis[],
  size: Size,
  bottom: number | null,
): Promise<{ readonly raster: Raster; readonly matte: Plane }> {
  const cuts = products.map(({ raster, alpha }) => {
    const box = boxAbove(alpha, 0.3, 2, 2);
    return { raster: cropRaster(raster, box), alpha: cropPlane(alpha, box) };
  });
  // Each as high as the others, and all together no wider than the frame: garments are of like size.
  const relative = cuts.reduce((sum, { raster }) => sum + raster.width / raster.height, 0);
  const room = size.width * (FRAME_SHARE - GAP_SHARE * (cuts.length - 1));
  const high = Math.min(
    bottom === null ? size.height * FRAME_SHARE : bottom - size.height * (1 - FRAME_SHARE),
    room / relative,
  );
  const total = relative * high + size.width * GAP_SHARE * (cuts.length - 1);
  const top = bottom === null ? (size.height - high) / 2 : bottom - high;
  const raster = { ...size, data: new Uint8ClampedArray(size.width * size.height * 3) };
  const matte = createPlane(size.width, size.height);
  let left = (size.width - total) / 2;
  for (const cut of cuts) {
    const to = { width: Math.round((cut.raster.width / cut.raster.height) * high), height: Math.round(high) };
    const resized = await resizeRaster(cut.raster, to);
    const alpha = resizeValues(cut.alpha.data, cut.alpha.width, cut.alpha.height, to.width, to.height);
    paste(resized, alpha, Math.round(left), Math.round(top), raster, matte);
    left += to.width + size.width * GAP_SHARE;
  }
  return { raster, matte };
}

function paste(from: Raster, alpha: Float32Array, left: number, top: number, to: Raster, matte: Plane): void {
  for (let y = 0; y < from.height; y++) {
    for (let x = 0; x < from.width; x++) {
      const [px, py] = [left + x, top + y];
      if (px < 0 || py < 0 || px >= to.width || py >= to.height) continue;
      const i = py * to.width + px;
      matte.data[i] = Math.max(matte.data[i], alpha[y * from.width + x]);
      for (let c = 0; c < 3; c++) to.data[i * 3 + c] = from.data[(y * from.width + x) * 3 + c];
    }
  }
}

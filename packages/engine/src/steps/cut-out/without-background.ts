import { createRaster, type Plane, type Raster } from '../../pixels/raster.ts';
import { withoutHalo } from './halo.ts';

/** A picture whose background is transparent. */
export interface CutOutPicture {
  /** Black where nothing is left. */
  readonly raster: Raster;
  /** Opacity of each pixel, 0 to 255. */
  readonly alpha: Uint8ClampedArray<ArrayBuffer>;
}

/** A picture without its background. No colour of the background remains along the edges. */
export function withoutBackground(picture: Raster, matte: Plane): CutOutPicture {
  const { width, height } = picture;
  const colours = withoutHalo(Float32Array.from(picture.data), matte);
  const alpha = new Uint8ClampedArray(width * height);
  const raster = createRaster(width, height);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = matte.data[i] * 255;
    if (alpha[i] > 0) for (let k = i * 3; k < i * 3 + 3; k++) raster.data[k] = colours[k];
  }
  return { raster, alpha };
}

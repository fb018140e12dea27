import type { PictureResult } from '../../engine.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { clamp } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import { createRaster, type Plane, type Raster } from '../../pixels/raster.ts';

/** Least matte of a pixel that shows the subject alone. */
const SOLID = 0.95;
/** Width in pixels of the rim of solid pixels that still holds some of the old background. */
const RIM = 2;
/**
 * Greatest distance in pixels of an edge from a solid pixel within that rim. A part beyond it is uncertain as a whole.
 */
const EDGE = 4;

/**
 * The colours of a subject without its old background. Along the edge, mixed colours become those of the nearest pixels
 * inside. A part that is uncertain as a whole, such as white shoes on a white floor, keeps its own.
 */
export function withoutHalo(colours: Float32Array, { width, height, data }: Plane): Float32Array {
  const mixed = maskOf(data.length, (i) => data[i] <= SOLID);
  const rim = distanceTo(mixed, width, height, RIM + 1);
  const solid = maskOf(data.length, (i) => rim[i] > RIM);
  if (!solid.includes(1)) return colours;
  const spread = pushPull(colours, solid, width, height);
  const away = distanceTo(solid, width, height, 2 * EDGE);
  const out = colours.slice();
  for (let i = 0; i < solid.length; i++) {
    if (solid[i] || away[i] >= 2 * EDGE) continue;
    const share = clamp((2 * EDGE - away[i]) / EDGE);
    for (let k = i * 3; k < i * 3 + 3; k++) out[k] += (spread[k] - out[k]) * share;
  }
  return out;
}

/**
 * A picture without its background, black where nothing is left. No colour of the background remains along the edges.
 */
export function withoutBackground(picture: Raster, matte: Plane): Required<Pick<PictureResult, 'raster' | 'alpha'>> {
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

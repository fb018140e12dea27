import { blurRaster } from '../../pixels/filters.ts';
import { smoothstep } from '../../pixels/geometry.ts';
import { fractalNoise } from '../../pixels/noise.ts';
import type { Raster } from '../../pixels/raster.ts';
import { blended, lit, painted, type Rgb, type Stage } from './stage.ts';

/** Row of the horizon, as a share of the height, for a camera at chest height. */
const HORIZON = 0.46;
/** Radius of the blur of distant things, as a share of the height. */
const SOFT = 0.006;

const ZENITH: Rgb = [128, 172, 214];
const HAZE: Rgb = [222, 232, 238];
const SEA_FAR: Rgb = [112, 158, 178];
const SEA_NEAR: Rgb = [146, 196, 200];
const SAND_FAR: Rgb = [226, 206, 176];
const SAND_NEAR: Rgb = [206, 180, 142];
const SAND_WET: Rgb = [178, 160, 136];

const clouds = fractalNoise(41, 5);
const ripples = fractalNoise(42, 4);

/** Sea and sand under a light sky, out of focus. */
export function beach(stage: Stage, floor: number): Raster {
  const { width, height } = stage;
  const horizon = height * HORIZON;
  const shore = Math.min(height * 0.66, floor < height ? floor - height * 0.06 : height * 0.66);
  const picture = painted(stage, (x, y) => {
    if (y < horizon) return skyAt(x / height, y / horizon);
    const edge = shore + height * 0.012 * ripples((x / width) * 3, 1);
    if (y < edge) {
      const near = (y - horizon) / (edge - horizon);
      const wave = ripples((x / height) * (14 - 8 * near), 40 / (0.15 + near));
      const foam = smoothstep(0.9, 1, near) * smoothstep(-0.35, 0.4, ripples((x / height) * 16, y * 0.03));
      return blended(lit(blended(SEA_FAR, SEA_NEAR, near), 1 + 0.05 * wave), [244, 246, 244], foam * 0.8);
    }
    const near = (y - edge) / (height - edge);
    const wet = 1 - smoothstep(0, 0.1, near);
    const grain =
      0.05 * ripples((x / height) * 40, (y / height) * 130) + 0.04 * ripples((x / height) * 6, (y / height) * 22);
    return lit(blended(blended(SAND_FAR, SAND_NEAR, near), SAND_WET, wet), 1 + grain);
  });
  return blurRaster(picture, height * SOFT);
}

/** The sky with light clouds. */
export function sky(stage: Stage): Raster {
  const picture = painted(stage, (x, y) => skyAt(x / stage.height, y / stage.height));
  return blurRaster(picture, stage.height * SOFT * 0.5);
}

function skyAt(x: number, down: number): Rgb {
  const air = blended(ZENITH, HAZE, smoothstep(0, 1, down));
  const cloud = smoothstep(0.02, 0.5, clouds(x * 2.2, down * 2.6)) * (1 - 0.5 * down);
  return blended(air, [250, 250, 250], cloud * 0.75);
}

import { smoothstep } from '../../pixels/geometry.ts';
import { fractalNoise } from '../../pixels/noise.ts';
import type { Raster } from '../../pixels/raster.ts';
import { blended, lit, painted, type Rgb, type Stage } from './stage.ts';

/** Warm grey paper of a studio. */
const PAPER: Rgb = [216, 212, 206];
/** Darkening of the corners against the light behind the person, and of the paper's bend against its wall. */
const FALL_OFF = 0.2;
const BEND = 0.032;
/** Noise in bytes that hides the steps of a smooth gradient. */
const GRAIN = 1.2;

/** Seamless paper: the light falls off towards the corners, the floor is a shade lighter than the bend behind it. */
export function paperSweep(stage: Stage, floor: number): Raster {
  const { width, height } = stage;
  const paper = stage.tint ?? PAPER;
  return painted(stage, (x, y) => {
    const across = (x / width - 0.46) * 1.2;
    const down = y / height - 0.36;
    const light = 1 - FALL_OFF * Math.min(1, (across * across + down * down) * 1.6);
    const bend = BEND * smoothstep(floor - height * 0.14, floor, y) * (1 - smoothstep(floor, floor + height * 0.16, y));
    const front = 0.04 * smoothstep(floor, height, y);
    return grained(lit(paper, light - bend + front), x, y);
  });
}

/** From a light to a full tone, top to bottom. */
export function gradient(stage: Stage): Raster {
  const full: Rgb = stage.tint ?? [172, 178, 190];
  const light = blended(full, [255, 255, 255], 0.62);
  return painted(stage, (x, y) => {
    const down = y / stage.height + (x / stage.width - 0.5) * 0.12;
    return grained(blended(light, full, smoothstep(0, 1, down)), x, y);
  });
}

const grain = fractalNoise(11, 1);

function grained([red, green, blue]: Rgb, x: number, y: number): Rgb {
  const speck = grain(x, y) * GRAIN;
  return [red + speck, green + speck, blue + speck];
}

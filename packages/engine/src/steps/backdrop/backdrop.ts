import { resizeRaster } from '../../pixels/decode.ts';
import type { Raster } from '../../pixels/raster.ts';
import { bokeh } from './bokeh.ts';
import { beach, sky } from './open-air.ts';
import { gradient, paperSweep } from './paper.ts';
import { brickWall, concreteWall, plasterWall, windowLight, woodFloor } from './room.ts';
import type { Stage } from './stage.ts';

/** Distance from the soles up to the line between floor and wall, as a share of the picture's height. */
const FLOOR_DEPTH = 0.085;

const PAINTERS = {
  studio: paperSweep,
  gradient,
  wall: plasterWall,
  concrete: concreteWall,
  brick: brickWall,
  'wood floor': woodFloor,
  'window light': windowLight,
  greenery: (stage: Stage, floor: number) => bokeh(stage, floor, 'greenery'),
  beach,
  'city lights': (stage: Stage, floor: number) => bokeh(stage, floor, 'city lights'),
  sky,
} as const satisfies Record<string, (stage: Stage, floor: number) => Raster>;

/** Places and surfaces that the engine paints. */
export type Backdrop = keyof typeof PAINTERS;

/** Paints a backdrop. The same stage gives the same picture. */
export function paintBackdrop(name: Backdrop, { width, height, soles, tint }: Stage): Promise<Raster> {
  // Every backdrop is blurred or smooth, so half the size looks the same in a quarter of the time.
  const half = {
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
    soles: soles === null ? null : soles / 2,
    tint,
  };
  const floor = half.soles === null ? half.height * 2 : half.soles - half.height * FLOOR_DEPTH;
  return resizeRaster(PAINTERS[name](half, floor), { width, height });
}

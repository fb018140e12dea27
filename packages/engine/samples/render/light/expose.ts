import { type Random, seeded } from '../maths/random.ts';
import { add, scale, type Vector } from '../maths/vector.ts';
import { type Camera, viewDirection } from './camera.ts';
import { type Picture, shade } from './shade.ts';
import type { Hit } from './trace.ts';
import { trace } from './trace.ts';

/** Brightest radiance one sample may add: keeps single glints from speckling a pixel. */
const sampleLimit = 6;
const rayReach = 5000;

/** Size of the picture and samples along each side of a pixel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
}

/** Light seen along one ray through the picture, linear RGB. */
function seen(picture: Picture, camera: Camera, direction: Vector, random: Random): Vector {
  const hit: Hit = { distance: 0, triangle: 0, u: 0, v: 0, outside: true };
  const [ex, ey, ez] = camera.eye;
  if (!trace(picture.scene, ex, ey, ez, ...direction, rayReach, false, hit))
    return picture.studio.surroundings(...direction);
  return shade(picture, hit, add(camera.eye, direction, hit.distance), scale(direction, -1), random);
}

/** Mean light of one pixel over a jittered grid of samples. */
function pixel(picture: Picture, camera: Camera, raster: Raster, x: number, y: number, random: Random): Vector {
  let sum: Vector = [0, 0, 0];
  const side = raster.samples;
  for (let i = 0; i < side * side; i++) {
    const px = x + ((i % side) + random()) / side;
    const py = y + (Math.floor(i / side) + random()) / side;
    const light = seen(picture, camera, viewDirection(camera, px, py, raster.width, raster.height), random);
    sum = [
      sum[0] + Math.min(light[0], sampleLimit),
      sum[1] + Math.min(light[1], sampleLimit),
      sum[2] + Math.min(light[2], sampleLimit),
    ];
  }
  return scale(sum, 1 / (side * side));
}

/** Renders the rows [from, to) into `light` (three numbers a pixel of the whole picture). */
export function exposeRows(
  picture: Picture,
  camera: Camera,
  raster: Raster,
  light: Float32Array,
  from: number,
  to: number,
): void {
  for (let y = from; y < to; y++) {
    const random = seeded(y * 7919 + 17);
    for (let x = 0; x < raster.width; x++)
      light.set(pixel(picture, camera, raster, x, y, random), (y * raster.width + x) * 3);
  }
}

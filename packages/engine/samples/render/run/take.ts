import { develop } from '../light/film.ts';
import { scatterLight } from '../light/scatter.ts';
import { assemble } from '../light/scene.ts';
import { type ShotName, shots } from '../scenes/shots.ts';
import { hire } from './crew.ts';
import type { SceneTask } from './task.ts';

/** How much work goes into a picture. */
export interface Quality {
  /** Divides width and height of the picture. */
  readonly reduction: number;
  /** Coarsens every mesh by this factor, see `Shot.build`. */
  readonly coarseness: number;
  /** Rays to the surroundings per vertex in the last baking pass. */
  readonly rays: number;
  /** Samples along each side of a pixel. */
  readonly samples: number;
  /** Worker threads; 0 works in the calling thread. */
  readonly threads: number;
  /** Called with the name of each step as it begins. */
  readonly progress?: (step: string) => void;
}

/** A finished picture: 8-bit sRGB, three bytes a pixel. */
export interface Take {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** Cuts [0, count) into tasks of `size`. */
function ranges<T extends object>(count: number, size: number, task: T): (T & { from: number; to: number })[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, i) => ({
    ...task,
    from: i * size,
    to: Math.min(count, (i + 1) * size),
  }));
}

/**
 * Takes one picture. Builds the model, gathers light at its vertices from the lamps and the room, then once more with
 * bounced light. Scatters the light in skin and renders through the camera.
 */
export async function take(name: ShotName, quality: Quality): Promise<Take> {
  const shot = shots[name];
  const progress = quality.progress ?? (() => {});
  progress('model');
  const scene = assemble(shot.build(quality.coarseness));
  const vertices = scene.positions.length / 3;
  progress(`light: ${vertices} vertices, ${scene.triangles.length / 3} triangles`);
  const [width, height] = [Math.round(shot.width / quality.reduction), Math.round(shot.height / quality.reduction)];
  const light = new Float32Array(new SharedArrayBuffer(width * height * 3 * 4));
  const crew = hire({ shot: name, scene, raster: { width, height, samples: quality.samples }, light }, quality.threads);
  try {
    await crew.run(ranges(vertices, 5000, { kind: 'albedo' as const }));
    const passes = [
      { rays: Math.ceil(quality.rays / 4), fineShadows: false, bounce: false },
      { rays: quality.rays, fineShadows: true, bounce: true },
    ];
    for (const settings of passes) {
      const tasks: SceneTask[] = ranges(vertices, 2000, { kind: 'irradiance' as const, settings });
      await crew.run(tasks);
    }
    scatterLight(
      scene,
      shot.materials.map((material) => material.scatter),
    );
    progress('expose');
    await crew.run(ranges(height, 8, { kind: 'expose' as const }));
  } finally {
    await crew.stop();
  }
  progress('develop');
  return { width, height, pixels: develop(light, width, height, shot.film) };
}

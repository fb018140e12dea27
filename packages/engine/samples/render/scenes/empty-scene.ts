import type { Camera } from '../light/camera.ts';
import type { Film } from '../light/film.ts';
import type { Part } from '../light/scene.ts';
import type { Studio } from '../light/studio.ts';
import type { Material } from '../light/surface.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { ScatterRadii, Shot } from './shot.ts';

/** A place without anybody in it. */
export interface EmptyScene {
  /** Size of the picture in pixels. */
  readonly size: readonly [width: number, height: number];
  readonly camera: Camera;
  readonly studio: Studio;
  readonly film?: Partial<Film>;
  /** Pieces of the place, each of its own material. */
  readonly pieces: (coarseness: number) => readonly Mesh[];
  readonly materials: readonly Material[];
}

/** Evens out the light on the pieces: it is gathered at their vertices only. */
const smoothing: ScatterRadii = [3, 3, 3];

/** Picture of a place to set people or products into. */
export function emptyShot({ size: [width, height], camera, studio, film, pieces, materials }: EmptyScene): Shot {
  return {
    width,
    height,
    camera,
    film: { exposure: 0.84, grain: 0.7, vignette: 0.08, ...film },
    studio,
    materials: materials.map((surface) => ({ surface, scatter: smoothing })),
    build: (coarseness) => pieces(coarseness).map((mesh, material): Part => ({ mesh, material, kind: 'closed' })),
  };
}

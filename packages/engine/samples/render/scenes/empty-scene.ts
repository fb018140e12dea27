import type { Camera } from '../light/camera.ts';
import type { Film } from '../light/film.ts';
import type { Part } from '../light/scene.ts';
import type { Studio } from '../light/studio.ts';
import type { Material } from '../light/surface.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { Shot } from './shot.ts';

/** A piece of a place, and the material it is made of. */
export interface Piece {
  readonly mesh: (coarseness: number) => Mesh;
  readonly surface: Material;
}

/** A place without anybody in it. */
export interface EmptyScene {
  /** Size of the picture in pixels. */
  readonly size: readonly [width: number, height: number];
  readonly camera: Camera;
  readonly studio: Studio;
  readonly film?: Partial<Film>;
  readonly pieces: readonly Piece[];
  /** Distance over which the light on the pieces is evened out, centimetres: it is gathered at their vertices only. */
  readonly smoothing?: number;
}

/** Picture of a place to set people or products into. */
export function emptyShot({ size: [width, height], camera, studio, film, pieces, smoothing = 3 }: EmptyScene): Shot {
  return {
    width,
    height,
    samples: 3,
    camera,
    film: { exposure: 0.84, grain: 1.7, vignette: 0.08, ...film },
    studio,
    materials: pieces.map(({ surface }) => ({ surface, scatter: [smoothing, smoothing, smoothing] })),
    build: (coarseness) =>
      pieces.map(({ mesh }, material): Part => ({ mesh: mesh(coarseness), material, kind: 'closed' })),
  };
}

import type { Camera } from '../light/camera.ts';
import type { Film } from '../light/film.ts';
import type { Part } from '../light/scene.ts';
import type { Material } from '../light/surface.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { Shot } from './shot.ts';
import { catalogueStudio, wall, whitePaint } from './studio-wall.ts';

/** A garment as it hangs in front of the wall. */
export interface Hanging {
  /** Height of the middle of the picture and of its frame, centimetres. */
  readonly middle: number;
  readonly height: number;
  /** Pieces of cloth, each with its material. */
  readonly pieces: (coarseness: number) => readonly { readonly mesh: Mesh; readonly material: number }[];
  readonly materials: readonly Material[];
}

const width = 900;
const height = 1100;
/** Spread that takes the grain out of the wall's soft shadow, centimetres. */
const wallSmoothing = [3, 3, 3] as const;
/** Depth of the wall behind the body's middle plane, centimetres: far enough for a faint, wide shadow. */
const wallDepth = -42;
/** How far the eye is above the middle, centimetres: it looks a little into the collar. */
const eyeLift = 48;
const film: Film = { exposure: 0.84, grain: 0.6, vignette: 0.03 };

/** Catalogue picture of a garment without the body that shaped it, on white. */
export function garmentShot(hanging: Hanging): Shot {
  const camera: Camera = {
    eye: [0, hanging.middle + eyeLift, 420],
    middle: [0, hanging.middle],
    height: hanging.height,
  };
  return {
    width,
    height,
    samples: 5,
    camera,
    film,
    studio: catalogueStudio(hanging.middle),
    materials: [...hanging.materials.map((surface) => ({ surface })), { surface: whitePaint, scatter: wallSmoothing }],
    build: (coarseness) => [
      ...hanging.pieces(coarseness).map(({ mesh, material }): Part => ({ mesh, material, kind: 'sheet' })),
      { mesh: wall(hanging.middle, wallDepth, coarseness), material: hanging.materials.length, kind: 'closed' },
    ],
  };
}

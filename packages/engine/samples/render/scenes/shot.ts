import type { Camera } from '../light/camera.ts';
import type { Film } from '../light/film.ts';
import type { Part } from '../light/scene.ts';
import type { Studio } from '../light/studio.ts';
import type { Material } from '../light/surface.ts';

/** Red, green and blue distance that light travels inside a material, centimetres. */
export type ScatterRadii = readonly [number, number, number];

/** Everything needed to take one sample picture. */
export interface Shot {
  /** Size of the committed picture in pixels. */
  readonly width: number;
  readonly height: number;
  /** Samples along each side of a pixel of the committed picture: hair and cloth need more than bare places. */
  readonly samples: number;
  readonly camera: Camera;
  readonly film: Film;
  readonly studio: Studio;
  /** The materials of the parts, in the order of their `material` numbers. */
  readonly materials: readonly { readonly surface: Material; readonly scatter?: ScatterRadii }[];
  /**
   * Models the subject. `coarseness` is 1 for the committed picture; 2 and more make every mesh that much coarser
   * for quick looks and tests.
   */
  readonly build: (coarseness: number) => readonly Part[];
}

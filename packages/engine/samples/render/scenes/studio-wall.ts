import { type Studio, softbox } from '../light/studio.ts';
import { colour, type Material, matt } from '../light/surface.ts';
import { mix } from '../maths/scalar.ts';
import type { Mesh } from '../meshes/mesh.ts';
import { gradedSteps, parametricSheet } from '../meshes/sheet.ts';

/** White wall right behind a hanging garment at depth `z`, centred at a height. */
export function wall(middle: number, z: number, coarseness: number): Mesh {
  const us = gradedSteps(-160, 160, 0, 50, 1.5 * coarseness);
  const vs = gradedSteps(middle - 160, middle + 160, middle, 60, 1.5 * coarseness);
  return parametricSheet(us, vs, (u, v) => [u, v, z]);
}

/** White paint. */
export const whitePaint: Material = matt(colour('#f4f4f3'));

/** Catalogue light: a large key from the upper left, a weaker fill from the right, the wall lit on its own. */
export function catalogueStudio(middle: number): Studio {
  return {
    softboxes: [
      softbox([-170, middle + 150, 190], [0, middle, 0], [150, 150], [9.4, 9.3, 9.2], 4),
      softbox([190, middle + 40, 230], [0, middle, 0], [170, 190], [2.7, 2.72, 2.8], 3),
      // Two lamps behind the garment that light only the wall.
      softbox([-150, middle, -2], [0, middle, -42], [50, 240], [5.4, 5.4, 5.4], 3),
      softbox([150, middle, -2], [0, middle, -42], [50, 240], [5.4, 5.4, 5.4], 3),
    ],
    surroundings: (x, y, z) => {
      const sky = mix(0.42, 0.86, 0.5 + 0.5 * y) * (0.8 + 0.2 * z) * (1 - 0.12 * x);
      return [sky, sky, sky];
    },
  };
}

import { type Studio, softbox } from '../light/studio.ts';
import { colour, type Material, matt } from '../light/surface.ts';
import { mix } from '../maths/scalar.ts';
import type { Vector } from '../maths/vector.ts';
import type { Mesh } from '../meshes/mesh.ts';
import { gradedSteps, parametricSheet } from '../meshes/sheet.ts';

/** Distance of the wall behind the subject and radius of its sweep into the floor, centimetres. */
const wallDistance = 190;
const sweepRadius = 110;

/** Point of the paper roll at arc length `v` from below the subject towards the wall. */
function sweep(u: number, v: number): Vector {
  const flat = wallDistance - sweepRadius;
  const arc = (Math.PI / 2) * sweepRadius;
  if (v < flat) return [u, 0, -v];
  if (v < flat + arc) {
    const angle = (v - flat) / sweepRadius;
    return [u, sweepRadius * (1 - Math.cos(angle)), -flat - sweepRadius * Math.sin(angle)];
  }
  return [u, sweepRadius + v - flat - arc, -wallDistance];
}

/** Roll of paper hanging behind the subject and running under its feet. */
export function paperRoll(coarseness: number): Mesh {
  const us = gradedSteps(-420, 420, 0, 45, 1.6 * coarseness);
  const vs = gradedSteps(-420, 700, 0, 45, 1.6 * coarseness);
  return parametricSheet(us, vs, sweep);
}

/** Matt paper of an sRGB hex colour. */
export function paper(hex: string): Material {
  return matt(colour(hex));
}

/** Portrait lighting: large key from the upper left, weak fill from the right, two strips from behind for the edges. */
export const portraitStudio: Studio = {
  softboxes: [
    softbox([-190, 255, 270], [0, 115, 0], [150, 190], [12.4, 11.9, 11.3], 4),
    softbox([260, 170, 240], [0, 110, 0], [180, 220], [1.1, 1.14, 1.22], 3),
    softbox([230, 210, -110], [0, 135, 0], [50, 190], [7, 7.1, 7.4], 3),
    softbox([-240, 210, -110], [0, 135, 0], [40, 190], [3.4, 3.4, 3.5], 3),
  ],
  surroundings: (_x, y, z) => {
    const sky = mix(0.12, 0.5, 0.5 + 0.5 * y) * (0.75 + 0.25 * z);
    return [sky, sky * 0.99, sky * 0.98];
  },
};

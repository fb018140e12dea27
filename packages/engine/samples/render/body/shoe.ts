import { colour, type Material } from '../light/surface.ts';
import { bell, smoothstep } from '../maths/scalar.ts';
import { blend, bounded, ellipsoid, type Field, rod, smoothMax, union } from '../shapes/field.ts';

/** Height of the top edge of a shoe's sole, centimetres. */
const soleHeight = 2.4;

/** Outline of the sole from above: distance in the floor plane to a foot-shaped blend of discs, toe along +z. */
const print = blend(
  6,
  ellipsoid([0.3, 0, 13.6], [4.7, 40, 6.2]),
  ellipsoid([0.2, 0, 6], [3.7, 40, 8]),
  ellipsoid([0, 0, -1.6], [3.5, 40, 4.6]),
);

/** Rubber sole with a rounded edge. */
const sole: Field = (x, y, z) => smoothMax(print(x, 0, z) - 0.35, Math.abs(y - soleHeight / 2) - soleHeight / 2, 0.8);

/** Height of laces and tongue on the instep: four crossings and their edge strips, centimetres. */
function laces(x: number, y: number, z: number): number {
  const along = (z - 3.6) / 7.4;
  if (y < 4 || along < 0 || along > 1) return 0;
  const width = 1.9 - 0.5 * along;
  const within = smoothstep(width + 0.25, width, Math.abs(x));
  const crossing = Math.max(0, Math.cos((along * 4 + 0.5 + 0.1 * Math.sign(x)) * 2 * Math.PI)) ** 0.7;
  const strip = 0.12 * bell(Math.abs(x) - width - 0.35, 0.3);
  return 0.2 * within * crossing + strip;
}

/** Upper of a plain low trainer. */
const upper: Field = (() => {
  const body = blend(
    3.5,
    ellipsoid([0.3, 2.6, 13], [4.5, 3.4, 6.4]),
    ellipsoid([0.1, 3.2, 6], [3.9, 5.2, 7.5]),
    ellipsoid([0, 4.2, -1.2], [3.5, 5.4, 4.6]),
  );
  const collar = rod([0, 7.6, 0.4], [0, 8.6, 0], 3.6, 3.5);
  const cut = blend(1.4, body, collar);
  return (x, y, z) => smoothMax(smoothMax(cut(x, y, z) - laces(x, y, z), soleHeight - 0.4 - y, 0.4), y - 9, 0.6);
})();

/** A shoe standing on the floor, ankle above the origin, toe along +z, 25 cm long. */
export const shoeField: Field = bounded(union(sole, upper), [0, 4, 6], 19);

/** Smooth leather over a white rubber sole. */
export function trainer(hex: string): Material {
  const [leather, rubber] = [colour(hex), colour('#f1efe9')];
  return ({ rest, normal }) => ({
    albedo: rest[1] < soleHeight ? rubber : leather,
    specular: 0.03,
    roughness: 0.5,
    sheen: 0,
    normal,
  });
}

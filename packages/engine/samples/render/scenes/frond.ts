import { seeded } from '../maths/random.ts';
import { mix } from '../maths/scalar.ts';
import { add, normalize, scale, type Vector } from '../maths/vector.ts';
import { type Mesh, merged } from '../meshes/mesh.ts';
import { parametricSheet } from '../meshes/sheet.ts';

/** Leaves on each side of a frond's stem. */
const LEAVES = 18;

/** A narrow blade from a point that tapers to its end; `half` is half its greatest width, centimetres. */
function blade(root: Vector, along: Vector, across: Vector, length: number, half: number): Mesh {
  return parametricSheet([-1, 0, 1], [0, 0.15, 0.35, 0.6, 0.85, 1], (u, v) =>
    add(add(root, along, length * v), across, half * Math.sin(Math.PI * (0.08 + 0.92 * v) ** 0.7) * u),
  );
}

/**
 * A palm frond from a point: leaves on both sides of a stem that bends towards `across`. `along` and `across` span its
 * plane; the length is in centimetres.
 */
export function frond(root: Vector, along: Vector, across: Vector, length: number, seed: number): Mesh {
  const random = seeded(seed);
  const [ahead, aside] = [normalize(along), normalize(across)];
  /** A direction in the plane of the frond, at an angle from the beginning of the stem. */
  const turned = (angle: number) => add(scale(ahead, Math.cos(angle)), aside, Math.sin(angle));
  const stem = (share: number) => add(add(root, ahead, length * share), aside, 0.2 * length * share * share);
  const leaves = Array.from({ length: LEAVES * 2 }, (_, i) => {
    const share = 0.1 + (0.9 * Math.floor(i / 2)) / (LEAVES - 1);
    const side = i % 2 === 0 ? 1 : -1;
    const angle = 0.4 * share + side * mix(1.05, 0.4, share) + 0.12 * (random() - 0.5);
    const reach = length * mix(0.46, 0.2, share) * (0.9 + 0.2 * random());
    return blade(stem(share), turned(angle), turned(angle + Math.PI / 2), reach, length * 0.015);
  });
  const middle = parametricSheet([-0.4, 0.4], [0, 0.25, 0.5, 0.75, 1], (u, v) => add(stem(v), aside, u));
  return merged([...leaves, middle]);
}

import type { Vector } from '../maths/vector.ts';
import { type Mesh, triangleNormals } from './mesh.ts';

/** Widest step, in fine ones. */
const coarsest = 5;

/**
 * Positions from `low` to `high`, `fine` apart within `focus` of `middle` and growing coarser outwards (centimetres).
 */
export function gradedSteps(low: number, high: number, middle: number, focus: number, fine: number): number[] {
  const outwards = (end: number) => {
    const steps: number[] = [];
    const sign = Math.sign(end - middle);
    let step = fine;
    for (let at = fine; at < Math.abs(end - middle); at += step) {
      steps.push(middle + sign * at);
      if (at > focus) step = Math.min(step * 1.2, fine * coarsest);
    }
    return [...steps, end];
  };
  return [...outwards(low).reverse(), middle, ...outwards(high)];
}

/** Triangulates a surface given by a point for each pair of parameters. */
export function parametricSheet(
  us: readonly number[],
  vs: readonly number[],
  point: (u: number, v: number) => Vector,
): Mesh {
  const positions = Float32Array.from(vs.flatMap((v) => us.flatMap((u) => [...point(u, v)])));
  const triangles: number[] = [];
  const row = us.length;
  for (let j = 0; j + 1 < vs.length; j++)
    for (let i = 0; i + 1 < row; i++) {
      const a = j * row + i;
      triangles.push(a, a + 1, a + row, a + 1, a + row + 1, a + row);
    }
  const faces = Uint32Array.from(triangles);
  return { positions, normals: triangleNormals(positions, faces), rest: positions.slice(), triangles: faces };
}

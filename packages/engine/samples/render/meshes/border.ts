import { add, between, length, scale, subtract, triple, type Vector } from '../maths/vector.ts';
import type { Mesh } from './mesh.ts';

/** A point on the open edge of a mesh: where it is and which way the surface faces there. */
export interface BorderPoint {
  readonly position: Vector;
  readonly normal: Vector;
}

/** For each vertex on an open edge, the next one along that edge. */
function borderSteps(mesh: Mesh): Map<number, number> {
  const count = mesh.positions.length / 3;
  const directed = new Set<number>();
  for (let t = 0; t < mesh.triangles.length; t += 3)
    for (let corner = 0; corner < 3; corner++)
      directed.add(mesh.triangles[t + corner] * count + mesh.triangles[t + ((corner + 1) % 3)]);
  const steps = new Map<number, number>();
  for (const key of directed) {
    const [from, to] = [Math.floor(key / count), key % count];
    if (!directed.has(to * count + from)) steps.set(from, to);
  }
  return steps;
}

/** Follows the open edge from a vertex until it closes. */
function walk(steps: ReadonlyMap<number, number>, start: number): number[] {
  const loop = [start];
  for (
    let next = steps.get(start);
    next !== undefined && next !== start && loop.length <= steps.size;
    next = steps.get(next)
  )
    loop.push(next);
  return loop;
}

/** `count` points evenly spaced along a closed line. */
function resampled(line: readonly Vector[], count: number): Vector[] {
  const lengths = line.map((point, i) => length(subtract(line[(i + 1) % line.length], point)));
  const whole = lengths.reduce((a, b) => a + b, 0);
  const points: Vector[] = [];
  let [segment, walked] = [0, 0];
  for (let i = 0; i < count; i++) {
    const wanted = (i / count) * whole;
    while (walked + lengths[segment] < wanted) walked += lengths[segment++];
    points.push(between(line[segment], line[(segment + 1) % line.length], (wanted - walked) / lengths[segment]));
  }
  return points;
}

/** Running mean over `reach` neighbours on both sides of a closed line. */
function smoothed(line: readonly Vector[], reach: number): Vector[] {
  return line.map((_, i) => {
    let sum: Vector = [0, 0, 0];
    for (let k = -reach; k <= reach; k++) sum = add(sum, line[(i + k + line.length) % line.length]);
    return scale(sum, 1 / (2 * reach + 1));
  });
}

/**
 * The longest open edge whose vertices pass `belongs` (given rest positions), as `count` evenly spaced points with the
 * small steps of the triangles smoothed out. It starts at the point with the largest z.
 */
export function borderLine(mesh: Mesh, belongs: (rest: Vector) => boolean, count: number): BorderPoint[] {
  const steps = borderSteps(mesh);
  let longest: number[] = [];
  const seen = new Set<number>();
  for (const start of steps.keys()) {
    if (seen.has(start) || !belongs(triple(mesh.rest, start))) continue;
    const loop = walk(steps, start);
    for (const vertex of loop) seen.add(vertex);
    if (loop.length > longest.length) longest = loop;
  }
  const line = longest.map((vertex) => triple(mesh.positions, vertex));
  const front = line.reduce((best, point, i) => (point[2] > line[best][2] ? i : best), 0);
  const order = [...longest.slice(front), ...longest.slice(0, front)];
  const positions = smoothed(
    resampled(
      order.map((v) => triple(mesh.positions, v)),
      count,
    ),
    3,
  );
  const normals = smoothed(
    resampled(
      order.map((v) => triple(mesh.normals, v)),
      count,
    ),
    5,
  );
  return positions.map((position, i) => ({ position, normal: normals[i] }));
}

import type { Field } from '../shapes/field.ts';
import type { Mesh } from './mesh.ts';
import { filtered, triangleNormals } from './mesh.ts';

/** Vertices nearer to the cut than this share of a mean edge are moved onto it: it avoids slivers. */
const snapShare = 0.35;

/** Mean edge length over a sample of triangles, centimetres. */
function meanEdge(mesh: Mesh): number {
  let [sum, count] = [0, 0];
  for (let t = 0; t < mesh.triangles.length; t += 30) {
    const [a, b] = [mesh.triangles[t] * 3, mesh.triangles[t + 1] * 3];
    sum += Math.hypot(
      mesh.positions[a] - mesh.positions[b],
      mesh.positions[a + 1] - mesh.positions[b + 1],
      mesh.positions[a + 2] - mesh.positions[b + 2],
    );
    count++;
  }
  return sum / Math.max(1, count);
}

/** Slides vertices that lie nearly on the cut onto it; returns the cut's value at every vertex. */
function snapToCut(positions: Float32Array, cut: Field, reach: number): Float32Array {
  const values = new Float32Array(positions.length / 3);
  const probe = 0.05;
  for (let i = 0; i < values.length; i++) {
    const [x, y, z] = [positions[i * 3], positions[i * 3 + 1], positions[i * 3 + 2]];
    const value = cut(x, y, z);
    values[i] = value;
    if (Math.abs(value) > reach) continue;
    const slope = [cut(x + probe, y, z) - value, cut(x, y + probe, z) - value, cut(x, y, z + probe) - value].map(
      (d) => d / probe,
    );
    const square = slope.reduce((sum, d) => sum + d * d, 0) || 1;
    for (let axis = 0; axis < 3; axis++) positions[i * 3 + axis] -= (slope[axis] * value) / square;
    values[i] = 0;
  }
  return values;
}

/** Corners of the part of a triangle where the cut is ≤ 0: vertex numbers, new ones made by `crossing`. */
function keptPolygon(
  corners: readonly number[],
  values: ArrayLike<number>,
  crossing: (a: number, b: number) => number,
): number[] {
  const kept: number[] = [];
  for (let i = 0; i < 3; i++) {
    const [from, to] = [corners[i], corners[(i + 1) % 3]];
    if (values[from] <= 0) kept.push(from);
    if (values[from] * values[to] < 0) kept.push(crossing(from, to));
  }
  return kept;
}

/**
 * The part of a mesh where `cut` is ≤ 0, with a clean edge along its zero set. Positions are taken as rest positions
 * too.
 */
export function clipped(mesh: Mesh, cut: Field): Mesh {
  const snapped = mesh.positions.slice();
  const values = snapToCut(snapped, cut, meanEdge(mesh) * snapShare);
  const points = Array.from(snapped);
  const made = new Map<number, number>();
  const crossing = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * values.length + high;
    const known = made.get(key);
    if (known !== undefined) return known;
    const share = values[low] / (values[low] - values[high]);
    for (let axis = 0; axis < 3; axis++)
      points.push(snapped[low * 3 + axis] + (snapped[high * 3 + axis] - snapped[low * 3 + axis]) * share);
    made.set(key, points.length / 3 - 1);
    return points.length / 3 - 1;
  };
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const polygon = keptPolygon([mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]], values, crossing);
    for (let i = 2; i < polygon.length; i++) triangles.push(polygon[0], polygon[i - 1], polygon[i]);
  }
  const positions = Float32Array.from(points);
  const faces = Uint32Array.from(triangles);
  const whole = { positions, normals: triangleNormals(positions, faces), rest: positions.slice(), triangles: faces };
  return filtered(whole, (t) => new Set(faces.subarray(t, t + 3)).size === 3 && !flat(values, faces, t));
}

/** Whether a triangle was squeezed into the cut line by snapping. */
function flat(values: Float32Array, triangles: Uint32Array, t: number): boolean {
  return [0, 1, 2].every((corner) => triangles[t + corner] < values.length && values[triangles[t + corner]] === 0);
}

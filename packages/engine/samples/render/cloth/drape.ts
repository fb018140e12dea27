import type { Vector } from '../maths/vector.ts';
import { type Mesh, triangleNormals, vertexCount } from '../meshes/mesh.ts';
import { type Field, normalOf } from '../shapes/field.ts';

/** How a cloth hangs. */
export interface DrapeSettings {
  /** The body under it. */
  readonly body: Field;
  /** Number of time steps; a few hundred until it rests. */
  readonly steps: number;
  /** Rounds of constraint solving per step: more is stiffer against stretching. */
  readonly rounds: number;
  /** Resistance to folding, 0 (silk) … 1 (board). */
  readonly stiffness: number;
  /** Distance kept from the body, centimetres. */
  readonly gap: number;
  /** Share of sliding speed lost where cloth touches the body, 0 … 1. */
  readonly friction: number;
  /** Extra length along edges at a rest position, as a factor; slack cloth makes folds. Default 1. */
  readonly slack?: (x: number, y: number, z: number, dx: number, dy: number, dz: number) => number;
  /** Where the vertex at a rest position starts to fall; the rest position itself when left out. */
  readonly start?: (x: number, y: number, z: number) => Vector;
  /** How firmly a vertex at this rest position is held where it starts, 0 (free) … 1 (fixed, as by a waistband). */
  readonly held?: (x: number, y: number, z: number) => number;
}

/**
 * Fall per step squared, in centimetres: far below gravity. Only the shape at rest matters. Cloth that hardly stretches
 * rests in the same shape under a gentle pull, with fewer constraint errors.
 */
const fallPerStep = 0.005;
/** Share of its speed that cloth keeps from step to step: air and fibres take the rest. */
const keptSpeed = 0.96;
/** Smoothing steps after the fall. */
const evenRounds = 3;

/** Pairs of vertices that keep their distance. */
interface Links {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly rest: Float32Array;
}

const pairKey = (a: number, b: number, count: number) => (a < b ? a * count + b : b * count + a);

/**
 * Edges of the mesh; the two corners opposite each inner edge, whose distance resists folding; and the keys of the
 * inner edges.
 */
function findPairs(mesh: Mesh): { edges: [number, number][]; bends: [number, number][]; shared: Set<number> } {
  const count = mesh.positions.length / 3;
  const opposite = new Map<number, number>();
  const edges: [number, number][] = [];
  const bends: [number, number][] = [];
  const shared = new Set<number>();
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const [a, b, c] = [0, 1, 2].map((k) => mesh.triangles[t + ((corner + k) % 3)]);
      const key = pairKey(a, b, count);
      const other = opposite.get(key);
      if (other === undefined) {
        opposite.set(key, c);
        edges.push([a, b]);
      } else {
        bends.push([c, other]);
        shared.add(key);
      }
    }
  }
  return { edges, bends, shared };
}

/** Turns pairs into links with their rest lengths. */
function links(mesh: Mesh, pairs: readonly [number, number][], slack: DrapeSettings['slack']): Links {
  const rest = pairs.map(([a, b]) => {
    const [i, j] = [a * 3, b * 3];
    const p = mesh.positions;
    const [dx, dy, dz] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
    return Math.hypot(dx, dy, dz) * (slack?.(p[i], p[i + 1], p[i + 2], dx, dy, dz) ?? 1);
  });
  return {
    first: Uint32Array.from(pairs, (pair) => pair[0]),
    second: Uint32Array.from(pairs, (pair) => pair[1]),
    rest: Float32Array.from(rest),
  };
}

/** Moves both ends of every link towards its rest length by `strength`; ends with weight 0 stay. */
function pull(positions: Float32Array, weights: Float32Array, { first, second, rest }: Links, strength: number): void {
  for (let k = 0; k < first.length; k++) {
    const [i, j] = [first[k] * 3, second[k] * 3];
    const weight = weights[first[k]] + weights[second[k]];
    if (weight === 0) continue;
    const dx = positions[j] - positions[i];
    const dy = positions[j + 1] - positions[i + 1];
    const dz = positions[j + 2] - positions[i + 2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1e-6;
    const share = ((distance - rest[k]) / distance / weight) * strength;
    const [a, b] = [share * weights[first[k]], share * weights[second[k]]];
    positions[i] += dx * a;
    positions[i + 1] += dy * a;
    positions[i + 2] += dz * a;
    positions[j] -= dx * b;
    positions[j + 1] -= dy * b;
    positions[j + 2] -= dz * b;
  }
}

/** Lifts vertices out of the body and slows them where they touch it. */
function collide(positions: Float32Array, before: Float32Array, weights: Float32Array, settings: DrapeSettings): void {
  for (let vertex = 0; vertex < weights.length; vertex++) {
    if (weights[vertex] === 0) continue;
    const i = vertex * 3;
    const depth = settings.gap - settings.body(positions[i], positions[i + 1], positions[i + 2]);
    if (depth <= 0) continue;
    const normal = normalOf(settings.body, positions[i], positions[i + 1], positions[i + 2], 0.4);
    for (let axis = 0; axis < 3; axis++) positions[i + axis] += normal[axis] * depth;
    const moved = [0, 1, 2].map((axis) => positions[i + axis] - before[i + axis]);
    const outward = moved[0] * normal[0] + moved[1] * normal[1] + moved[2] * normal[2];
    for (let axis = 0; axis < 3; axis++)
      positions[i + axis] -= (moved[axis] - outward * normal[axis]) * settings.friction;
  }
}

/** Lets each vertex fall on with the speed it has. */
function advance(positions: Float32Array, before: Float32Array, weights: Float32Array): void {
  for (let vertex = 0; vertex < weights.length; vertex++) {
    if (weights[vertex] === 0) continue;
    for (let i = vertex * 3; i < vertex * 3 + 3; i++) {
      const speed = (positions[i] - before[i]) * keptSpeed;
      before[i] = positions[i];
      positions[i] += (speed - (i % 3 === 1 ? fallPerStep : 0)) * weights[vertex];
    }
  }
}

/** Marks the vertices on an open edge: those of edges that no second triangle shares. */
function openEdge(mesh: Mesh, edges: Links, shared: ReadonlySet<number>): Uint8Array {
  const open = new Uint8Array(vertexCount(mesh));
  for (let k = 0; k < edges.first.length; k++) {
    if (shared.has(pairKey(edges.first[k], edges.second[k], open.length))) continue;
    open[edges.first[k]] = 1;
    open[edges.second[k]] = 1;
  }
  return open;
}

/** Sum of the neighbours' positions of every vertex, and how many there are. */
function neighbourSums(positions: Float32Array, { first, second }: Links): { sums: Float32Array; counts: Uint8Array } {
  const sums = new Float32Array(positions.length);
  const counts = new Uint8Array(positions.length / 3);
  for (let k = 0; k < first.length; k++) {
    const [a, b] = [first[k], second[k]];
    for (let axis = 0; axis < 3; axis++) {
      sums[a * 3 + axis] += positions[b * 3 + axis];
      sums[b * 3 + axis] += positions[a * 3 + axis];
    }
    counts[a]++;
    counts[b]++;
  }
  return { sums, counts };
}

/**
 * Smooths the solver's remaining unevenness: inner vertices move halfway to the mean of their neighbours. They move
 * across the cloth, never along it, so prints keep straight lines.
 */
function evenOut(positions: Float32Array, triangles: Uint32Array, edges: Links, fixed: Uint8Array): void {
  for (let round = 0; round < evenRounds; round++) {
    const { sums, counts } = neighbourSums(positions, edges);
    const normals = triangleNormals(positions, triangles);
    for (let vertex = 0; vertex < fixed.length; vertex++) {
      if (fixed[vertex]) continue;
      const i = vertex * 3;
      let out = 0;
      for (let axis = 0; axis < 3; axis++)
        out += normals[i + axis] * (sums[i + axis] / counts[vertex] - positions[i + axis]);
      for (let axis = 0; axis < 3; axis++) positions[i + axis] += (normals[i + axis] * out) / 2;
    }
  }
}

/** Positions at the beginning of the fall. */
function started(rest: Float32Array, start: DrapeSettings['start']): Float32Array {
  if (!start) return rest.slice();
  const positions = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) positions.set(start(rest[i], rest[i + 1], rest[i + 2]), i);
  return positions;
}

/**
 * Lets a cloth fall onto a body until it hangs. Position-based dynamics (Müller et al. 2007) with length constraints
 * along edges and across them. The shape of the mesh is the cut of the garment: width beyond the body's makes folds.
 */
export function drape(mesh: Mesh, settings: DrapeSettings): Mesh {
  const { edges, bends, shared } = findPairs(mesh);
  const stretch = links(mesh, edges, settings.slack);
  const bend = links(mesh, bends, settings.slack);
  const positions = started(mesh.positions, settings.start);
  const before = positions.slice();
  const weights = Float32Array.from(
    { length: vertexCount(mesh) },
    (_, v) => 1 - (settings.held?.(mesh.positions[v * 3], mesh.positions[v * 3 + 1], mesh.positions[v * 3 + 2]) ?? 0),
  );
  for (let step = 0; step < settings.steps; step++) {
    advance(positions, before, weights);
    for (let round = 0; round < settings.rounds; round++) {
      pull(positions, weights, stretch, 1);
      pull(positions, weights, bend, settings.stiffness);
    }
    collide(positions, before, weights, settings);
  }
  evenOut(positions, mesh.triangles, stretch, openEdge(mesh, stretch, shared));
  return { ...mesh, positions, normals: triangleNormals(positions, mesh.triangles) };
}

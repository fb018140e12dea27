import { type Scene, vertexKinds } from './scene.ts';

/** Neighbours of each vertex in one flat list: those of vertex i stand at starts[i] … starts[i + 1]. */
interface Adjacency {
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
}

/** The neighbours of each vertex by shared edges. A neighbour may occur twice, which changes no mean. */
function adjacency(scene: Scene): Adjacency {
  const count = scene.positions.length / 3;
  const starts = new Uint32Array(count + 1);
  const { triangles } = scene;
  for (const vertex of triangles) starts[vertex + 1] += 2;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  const next = starts.slice();
  const neighbours = new Uint32Array(triangles.length * 2);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[t + corner];
      neighbours[next[vertex]++] = triangles[t + ((corner + 1) % 3)];
      neighbours[next[vertex]++] = triangles[t + ((corner + 2) % 3)];
    }
  }
  return { starts, neighbours };
}

/** One smoothing step of one colour channel: each chosen vertex moves halfway towards its neighbours' mean. */
function smoothed(
  light: Float32Array,
  links: Adjacency,
  channel: number,
  rounds: (vertex: number) => number,
  round: number,
): void {
  const before = light.slice();
  for (let vertex = 0; vertex + 1 < links.starts.length; vertex++) {
    const [from, to] = [links.starts[vertex], links.starts[vertex + 1]];
    if (to === from || rounds(vertex) <= round) continue;
    let sum = 0;
    for (let i = from; i < to; i++) sum += before[links.neighbours[i] * 3 + channel];
    light[vertex * 3 + channel] = before[vertex * 3 + channel] * 0.5 + (0.5 * sum) / (to - from);
  }
}

/** Mean edge length around each vertex, centimetres. */
function meanEdges(scene: Scene, { starts, neighbours }: Adjacency): Float32Array {
  const edges = new Float32Array(starts.length - 1);
  for (let vertex = 0; vertex < edges.length; vertex++) {
    const [from, to] = [starts[vertex], starts[vertex + 1]];
    let sum = 0;
    for (let i = from; i < to; i++) {
      const other = neighbours[i] * 3;
      sum += Math.hypot(
        scene.positions[other] - scene.positions[vertex * 3],
        scene.positions[other + 1] - scene.positions[vertex * 3 + 1],
        scene.positions[other + 2] - scene.positions[vertex * 3 + 2],
      );
    }
    edges[vertex] = sum / Math.max(1, to - from);
  }
  return edges;
}

/**
 * Spreads light through the surface by smoothing it over the mesh. It smooths once everywhere, which removes the grain
 * of the ray samples, and further in materials that light enters. `radii` gives each material's spread in centimetres
 * for red, green and blue. In skin red travels several times further than blue (d'Eon and Luebke, GPU Gems 3, ch. 14).
 */
export function scatterLight(scene: Scene, radii: readonly (readonly [number, number, number] | undefined)[]): void {
  const links = adjacency(scene);
  const edges = meanEdges(scene, links);
  for (let channel = 0; channel < 3; channel++) {
    const rounds = Uint8Array.from(edges, (edge, vertex) => {
      if (scene.kinds[vertex] === vertexKinds.strand) return 0;
      const radius = radii[scene.materials[vertex]]?.[channel] ?? 0;
      // A half step over neighbours one edge away adds a variance of half an edge squared.
      return Math.min(255, 1 + Math.round((2 * radius * radius) / Math.max(1e-6, edge * edge)));
    });
    const last = rounds.reduce((a, b) => Math.max(a, b), 0);
    for (let round = 0; round < last; round++) {
      smoothed(scene.irradiance, links, channel, (vertex) => rounds[vertex], round);
      if (round === 0) smoothed(scene.innerIrradiance, links, channel, (vertex) => rounds[vertex], round);
    }
  }
}

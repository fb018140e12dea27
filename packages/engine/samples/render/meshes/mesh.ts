import { type Field, normalOf } from '../shapes/field.ts';

/**
 * Triangles with per-vertex data, three numbers a vertex or triangle.
 * `rest` is where the vertex was before cloth was draped: patterns and seams are laid out there.
 */
export interface Mesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly rest: Float32Array;
  readonly triangles: Uint32Array;
}

/** Number of vertices. */
export function vertexCount(mesh: Mesh): number {
  return mesh.positions.length / 3;
}

/** Area-weighted vertex normals of a triangle list, length 1. */
export function triangleNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ux, uy, uz] = [
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    ];
    const [vx, vy, vz] = [
      positions[c] - positions[a],
      positions[c + 1] - positions[a + 1],
      positions[c + 2] - positions[a + 2],
    ];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      normals[corner] += nx;
      normals[corner + 1] += ny;
      normals[corner + 2] += nz;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1;
    normals[i] /= size;
    normals[i + 1] /= size;
    normals[i + 2] /= size;
  }
  return normals;
}

/**
 * Vertex normals taken from the field the mesh was made of: smoother than the triangles' own. `reach` in centimetres.
 */
export function fieldNormals(positions: Float32Array, solid: Field, reach: number): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    normals.set(normalOf(solid, positions[i], positions[i + 1], positions[i + 2], reach), i);
  }
  return normals;
}

/** Several meshes as one. */
export function merged(meshes: readonly Mesh[]): Mesh {
  const joined = (pick: (mesh: Mesh) => Float32Array) => Float32Array.from(meshes.flatMap((mesh) => [...pick(mesh)]));
  let first = 0;
  const triangles = meshes.flatMap((mesh) => {
    const shifted = Array.from(mesh.triangles, (vertex) => vertex + first);
    first += vertexCount(mesh);
    return shifted;
  });
  return {
    positions: joined((mesh) => mesh.positions),
    normals: joined((mesh) => mesh.normals),
    rest: joined((mesh) => mesh.rest),
    triangles: Uint32Array.from(triangles),
  };
}

/**
 * The mesh without triangles that `keep` refuses (given the index of their first corner entry) and without vertices
 * left over.
 */
export function filtered(mesh: Mesh, keep: (triangle: number) => boolean): Mesh {
  const renumbered = new Int32Array(vertexCount(mesh)).fill(-1);
  const triangles: number[] = [];
  let kept = 0;
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    if (!keep(t)) continue;
    for (let corner = t; corner < t + 3; corner++) {
      const vertex = mesh.triangles[corner];
      if (renumbered[vertex] < 0) renumbered[vertex] = kept++;
      triangles.push(renumbered[vertex]);
    }
  }
  const gather = (source: Float32Array) => {
    const target = new Float32Array(kept * 3);
    for (let i = 0; i < renumbered.length; i++) {
      if (renumbered[i] >= 0) target.set(source.subarray(i * 3, i * 3 + 3), renumbered[i] * 3);
    }
    return target;
  };
  return {
    positions: gather(mesh.positions),
    normals: gather(mesh.normals),
    rest: gather(mesh.rest),
    triangles: Uint32Array.from(triangles),
  };
}

/** Number of the connected piece each vertex belongs to: the smallest vertex number of the piece. */
function pieces(mesh: Mesh): Uint32Array {
  const parent = Uint32Array.from({ length: vertexCount(mesh) }, (_, i) => i);
  const rootOf = (vertex: number) => {
    let root = vertex;
    while (parent[root] !== root) root = parent[root];
    while (parent[vertex] !== root) [parent[vertex], vertex] = [root, parent[vertex]];
    return root;
  };
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    for (const other of [mesh.triangles[t + 1], mesh.triangles[t + 2]]) {
      const [a, b] = [rootOf(mesh.triangles[t]), rootOf(other)];
      parent[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return parent.map((_, vertex) => rootOf(vertex));
}

/** The connected piece with the most vertices. */
export function largestPiece(mesh: Mesh): Mesh {
  const piece = pieces(mesh);
  const sizes = new Map<number, number>();
  for (const root of piece) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  const [largest] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a));
  return filtered(mesh, (t) => piece[mesh.triangles[t]] === largest);
}

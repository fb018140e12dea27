import { type Mesh, vertexCount } from '../meshes/mesh.ts';
import { buildHierarchy } from './bvh.ts';

/**
 * How light reaches a vertex: a closed skin, a thin sheet seen from both sides, or a hair strand (its normal is its
 * direction).
 */
export const vertexKinds = { closed: 0, sheet: 1, strand: 2 } as const;

/** One thing in a picture: a mesh, its material and its lighting. */
export interface Part {
  readonly mesh: Mesh;
  /** Index into the picture's list of materials. */
  readonly material: number;
  readonly kind: keyof typeof vertexKinds;
}

/**
 * All triangles of a picture in flat arrays on shared memory, so that worker threads see the same scene.
 * Three numbers a vertex or triangle unless said otherwise.
 */
export interface Scene {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly rest: Float32Array;
  /** Light arriving on the outer side of each vertex, linear RGB, filled by the baking pass. */
  readonly irradiance: Float32Array;
  /** The same for the inner side of sheets. */
  readonly innerIrradiance: Float32Array;
  /** Diffuse reflectance at each vertex, linear RGB: colours the light that bounces. */
  readonly albedo: Float32Array;
  /** One number a vertex, see {@link vertexKinds}. */
  readonly kinds: Uint8Array;
  /** Material index, one number a vertex. */
  readonly materials: Uint8Array;
  readonly triangles: Uint32Array;
  /** Corner positions in leaf order, nine numbers a triangle. */
  readonly corners: Float32Array;
  readonly bounds: Float32Array;
  readonly links: Int32Array;
}

/** Zeroed floats on shared memory. */
function sharedFloats(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(length * 4));
}

/** Copy of `source` on shared memory. */
function shared<T extends Float32Array | Int32Array | Uint32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}

/** Concatenates the parts' vertex data. */
function gathered(parts: readonly Part[], pick: (mesh: Mesh) => Float32Array): Float32Array {
  const target = sharedFloats(parts.reduce((sum, part) => sum + pick(part.mesh).length, 0));
  let offset = 0;
  for (const part of parts) {
    target.set(pick(part.mesh), offset);
    offset += pick(part.mesh).length;
  }
  return target;
}

/** Vertex numbers of all triangles, shifted to the joint vertex list. */
function gatheredTriangles(parts: readonly Part[]): Uint32Array {
  const target = new Uint32Array(parts.reduce((sum, part) => sum + part.mesh.triangles.length, 0));
  let [offset, firstVertex] = [0, 0];
  for (const part of parts) {
    for (const vertex of part.mesh.triangles) target[offset++] = vertex + firstVertex;
    firstVertex += vertexCount(part.mesh);
  }
  return target;
}

/** One byte a vertex that is the same for a whole part. */
function perPart(parts: readonly Part[], value: (part: Part) => number): Uint8Array {
  const counts = parts.map((part) => vertexCount(part.mesh));
  const target = new Uint8Array(new SharedArrayBuffer(counts.reduce((a, b) => a + b, 0)));
  let offset = 0;
  parts.forEach((part, i) => {
    target.fill(value(part), offset, offset + counts[i]);
    offset += counts[i];
  });
  return target;
}

/** Puts parts together and sorts their triangles for tracing. Irradiance and albedo start at zero. */
export function assemble(parts: readonly Part[]): Scene {
  const positions = gathered(parts, (mesh) => mesh.positions);
  const unordered = gatheredTriangles(parts);
  const { bounds, links, order } = buildHierarchy(positions, unordered);
  const triangles = new Uint32Array(new SharedArrayBuffer(unordered.length * 4));
  const corners = sharedFloats(unordered.length * 3);
  order.forEach((from, to) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = unordered[from * 3 + corner];
      triangles[to * 3 + corner] = vertex;
      for (let axis = 0; axis < 3; axis++) corners[to * 9 + corner * 3 + axis] = positions[vertex * 3 + axis];
    }
  });
  return {
    positions,
    normals: gathered(parts, (mesh) => mesh.normals),
    rest: gathered(parts, (mesh) => mesh.rest),
    irradiance: sharedFloats(positions.length),
    innerIrradiance: sharedFloats(positions.length),
    albedo: sharedFloats(positions.length),
    kinds: perPart(parts, (part) => vertexKinds[part.kind]),
    materials: perPart(parts, (part) => part.material),
    triangles,
    corners,
    bounds: shared(sharedFloats(bounds.length), bounds),
    links: shared(new Int32Array(new SharedArrayBuffer(links.length * 4)), links),
  };
}

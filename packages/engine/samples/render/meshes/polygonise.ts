import type { Vector } from '../maths/vector.ts';
import { type Field, normalOf } from '../shapes/field.ts';
import { fieldNormals, type Mesh } from './mesh.ts';

/** Cells along one side of a block that is skipped as a whole when the surface is far from it. */
const blockCells = 8;

/** How much a field may overstate its distance before a block is wrongly skipped. */
const distanceSlack = 1.8;

/** Field values on a regular lattice: `size` samples along x, y, z from `low`, `cell` centimetres apart. */
interface Lattice {
  readonly low: Vector;
  readonly cell: number;
  readonly size: readonly [number, number, number];
  readonly values: Float32Array;
}

/** Samples the field over a box; blocks far from the surface get one value. */
function sampled(solid: Field, low: Vector, high: Vector, cell: number): Lattice {
  const size = [0, 1, 2].map((axis) => Math.ceil((high[axis] - low[axis]) / cell) + 1);
  const [nx, ny, nz] = size;
  const values = new Float32Array(nx * ny * nz);
  const half = (blockCells * cell) / 2;
  const farAway = Math.sqrt(3) * half * distanceSlack + cell;
  for (let bz = 0; bz < nz; bz += blockCells)
    for (let by = 0; by < ny; by += blockCells)
      for (let bx = 0; bx < nx; bx += blockCells) {
        const middle = solid(low[0] + bx * cell + half, low[1] + by * cell + half, low[2] + bz * cell + half);
        const skip = Math.abs(middle) > farAway;
        for (let z = bz; z < Math.min(bz + blockCells, nz); z++)
          for (let y = by; y < Math.min(by + blockCells, ny); y++)
            for (let x = bx; x < Math.min(bx + blockCells, nx); x++) {
              values[(z * ny + y) * nx + x] = skip
                ? middle
                : solid(low[0] + x * cell, low[1] + y * cell, low[2] + z * cell);
            }
      }
  return { low, cell, size: [nx, ny, nz], values };
}

/**
 * Mean of the points where the cell's edges cross zero, in lattice units from its low corner; undefined when none do.
 */
function crossingMean(corners: ArrayLike<number>): Vector | undefined {
  let [sx, sy, sz, count] = [0, 0, 0, 0];
  for (let a = 0; a < 8; a++) {
    for (const bit of [1, 2, 4]) {
      if (a & bit || corners[a] < 0 === corners[a | bit] < 0) continue;
      const share = corners[a] / (corners[a] - corners[a | bit]);
      sx += (a & 1) + (bit === 1 ? share : 0);
      sy += ((a >> 1) & 1) + (bit === 2 ? share : 0);
      sz += ((a >> 2) & 1) + (bit === 4 ? share : 0);
      count++;
    }
  }
  return count > 0 ? [sx / count, sy / count, sz / count] : undefined;
}

/**
 * One vertex for each cell the surface passes through; returns their positions and the vertex of each cell (−1 for
 * none).
 */
function placeVertices({ low, cell, size: [nx, ny, nz], values }: Lattice) {
  const cellVertex = new Int32Array(values.length).fill(-1);
  const positions: number[] = [];
  const corners = new Float64Array(8);
  for (let z = 0; z < nz - 1; z++)
    for (let y = 0; y < ny - 1; y++)
      for (let x = 0; x < nx - 1; x++) {
        const at = (z * ny + y) * nx + x;
        for (let c = 0; c < 8; c++) corners[c] = values[at + (c & 1) + ((c >> 1) & 1) * nx + (c >> 2) * nx * ny];
        const mean = crossingMean(corners);
        if (!mean) continue;
        cellVertex[at] = positions.length / 3;
        positions.push(low[0] + (x + mean[0]) * cell, low[1] + (y + mean[1]) * cell, low[2] + (z + mean[2]) * cell);
      }
  return { cellVertex, positions: Float32Array.from(positions) };
}

/** Two triangles around every lattice edge that the surface crosses, wound so that they face outwards. */
function connect({ size: [nx, ny, nz], values }: Lattice, cellVertex: Int32Array): Uint32Array {
  const triangles: number[] = [];
  const steps = [1, nx, nx * ny];
  for (let z = 1; z < nz - 1; z++)
    for (let y = 1; y < ny - 1; y++)
      for (let x = 1; x < nx - 1; x++) {
        const at = (z * ny + y) * nx + x;
        const inside = values[at] < 0;
        for (let axis = 0; axis < 3; axis++) {
          if (inside === values[at + steps[axis]] < 0) continue;
          const [u, v] = [steps[(axis + 1) % 3], steps[(axis + 2) % 3]];
          const ring = [cellVertex[at], cellVertex[at - u], cellVertex[at - u - v], cellVertex[at - v]];
          if (!inside) ring.reverse();
          triangles.push(ring[0], ring[1], ring[2], ring[0], ring[2], ring[3]);
        }
      }
  return Uint32Array.from(triangles);
}

/** Moves each vertex onto the zero surface along the gradient, at most half a cell. */
function settle(positions: Float32Array, solid: Field, cell: number): void {
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    const normal = normalOf(solid, x, y, z, cell * 0.3);
    const ahead = solid(x + normal[0] * cell * 0.2, y + normal[1] * cell * 0.2, z + normal[2] * cell * 0.2);
    const here = solid(x, y, z);
    const slope = Math.max(0.3, (ahead - here) / (cell * 0.2));
    const step = Math.min(cell / 2, Math.max(-cell / 2, -here / slope));
    for (let axis = 0; axis < 3; axis++) positions[i + axis] += normal[axis] * step;
  }
}

/**
 * Triangulates the surface of a solid inside a box by naive surface nets (Gibson 1998): one vertex per crossed cell,
 * then moved onto the surface. The box must hold the surface or cut it where no one looks. `cell` in centimetres.
 */
export function polygonise(solid: Field, low: Vector, high: Vector, cell: number): Mesh {
  const lattice = sampled(solid, low, high, cell);
  const { cellVertex, positions } = placeVertices(lattice);
  const triangles = connect(lattice, cellVertex);
  settle(positions, solid, cell);
  return { positions, normals: fieldNormals(positions, solid, cell * 0.5), rest: positions.slice(), triangles };
}

import type { Vector } from '../maths/vector.ts';
import type { Field } from './field.ts';

/**
 * A field sampled once on a lattice of `cell` centimetres and read back by linear interpolation: much cheaper than a
 * body of a hundred primitives. Outside the box the nearest border value stands in.
 */
export function tabulated(solid: Field, low: Vector, high: Vector, cell: number): Field {
  const [nx, ny, nz] = [0, 1, 2].map((axis) => Math.ceil((high[axis] - low[axis]) / cell) + 2);
  const values = new Float32Array(nx * ny * nz);
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++)
        values[(z * ny + y) * nx + x] = solid(low[0] + x * cell, low[1] + y * cell, low[2] + z * cell);
  return (x, y, z) => {
    const px = Math.min(nx - 1.001, Math.max(0, (x - low[0]) / cell));
    const py = Math.min(ny - 1.001, Math.max(0, (y - low[1]) / cell));
    const pz = Math.min(nz - 1.001, Math.max(0, (z - low[2]) / cell));
    const [ix, iy, iz] = [px | 0, py | 0, pz | 0];
    const [fx, fy, fz] = [px - ix, py - iy, pz - iz];
    const at = (iz * ny + iy) * nx + ix;
    const row = (o: number) => values[o] + (values[o + 1] - values[o]) * fx;
    const near = row(at) + (row(at + nx) - row(at)) * fy;
    const deep = at + nx * ny;
    const far = row(deep) + (row(deep + nx) - row(deep)) * fy;
    return near + (far - near) * fz;
  };
}

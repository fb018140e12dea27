import type { Scene } from './scene.ts';

/**
 * Where a ray met the scene: distance in centimetres, triangle in leaf order, barycentric weights of its 2nd and 3rd
 * corner.
 */
export interface Hit {
  distance: number;
  triangle: number;
  u: number;
  v: number;
  /** Whether the side was hit that the triangle's winding faces. */
  outside: boolean;
}

/** Deepest hierarchy that can be walked; the builder's trees stay far below. */
const stackDepth = 96;
const stack = new Int32Array(stackDepth);
const candidate: Hit = { distance: 0, triangle: 0, u: 0, v: 0, outside: true };

/** Meetings nearer than this are the surface the ray starts from, centimetres. */
const nearLimit = 1e-4;

/**
 * Distance to a triangle (nine corner coordinates at `at`) along a ray, by Möller and Trumbore (1997); −1 for a miss.
 * On a hit within `reach` the weights and the side are left in `hit`.
 */
function meet(
  corners: Float32Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
  hit: Hit,
): number {
  const [cx, cy, cz] = [corners[at], corners[at + 1], corners[at + 2]];
  const [ax, ay, az] = [corners[at + 3] - cx, corners[at + 4] - cy, corners[at + 5] - cz];
  const [bx, by, bz] = [corners[at + 6] - cx, corners[at + 7] - cy, corners[at + 8] - cz];
  const px = dy * bz - dz * by;
  const py = dz * bx - dx * bz;
  const pz = dx * by - dy * bx;
  const determinant = ax * px + ay * py + az * pz;
  if (determinant === 0) return -1;
  const inverse = 1 / determinant;
  const [tx, ty, tz] = [ox - cx, oy - cy, oz - cz];
  const u = (tx * px + ty * py + tz * pz) * inverse;
  if (u < 0 || u > 1) return -1;
  const qx = ty * az - tz * ay;
  const qy = tz * ax - tx * az;
  const qz = tx * ay - ty * ax;
  const v = (dx * qx + dy * qy + dz * qz) * inverse;
  if (v < 0 || u + v > 1) return -1;
  const distance = (bx * qx + by * qy + bz * qz) * inverse;
  if (distance <= nearLimit || distance >= reach) return -1;
  hit.u = u;
  hit.v = v;
  hit.outside = determinant > 0;
  return distance;
}

/** Where a ray enters a node's box, or Infinity when it misses it or enters beyond `reach` (slab test). */
function enter(
  bounds: Float32Array,
  node: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  reach: number,
): number {
  const b = node * 6;
  const x0 = (bounds[b] - ox) * ix;
  const x1 = (bounds[b + 3] - ox) * ix;
  const y0 = (bounds[b + 1] - oy) * iy;
  const y1 = (bounds[b + 4] - oy) * iy;
  const z0 = (bounds[b + 2] - oz) * iz;
  const z1 = (bounds[b + 5] - oz) * iz;
  const near = Math.max(x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, z0 < z1 ? z0 : z1);
  const far = Math.min(x0 > x1 ? x0 : x1, y0 > y1 ? y0 : y1, z0 > z1 ? z0 : z1);
  return near <= far && far > 0 && near < reach ? near : Infinity;
}

/**
 * First triangle along a ray, or any at all when `anyHit` is set (cheaper, for shadows).
 * Writes into `hit` and says whether there was one before `reach`. Plain numbers throughout: this is the hot loop.
 */
export function trace(
  scene: Scene,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
  anyHit: boolean,
  hit: Hit,
): boolean {
  const { bounds, links, corners } = scene;
  const [ix, iy, iz] = [1 / dx, 1 / dy, 1 / dz];
  let nearest = reach;
  let found = false;
  let depth = 0;
  if (enter(bounds, 0, ox, oy, oz, ix, iy, iz, nearest) < Infinity) stack[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    const from = links[node * 2];
    const count = links[node * 2 + 1];
    if (count === 0) {
      // Searches the child that the ray enters first, because a hit there shortens the search in the other.
      const first = enter(bounds, node + 1, ox, oy, oz, ix, iy, iz, nearest);
      const second = enter(bounds, from, ox, oy, oz, ix, iy, iz, nearest);
      const firstIsNear = first <= second;
      if (Math.max(first, second) < Infinity) stack[depth++] = firstIsNear ? from : node + 1;
      if (Math.min(first, second) < Infinity) stack[depth++] = firstIsNear ? node + 1 : from;
      continue;
    }
    for (let triangle = from; triangle < from + count; triangle++) {
      const distance = meet(corners, triangle * 9, ox, oy, oz, dx, dy, dz, nearest, candidate);
      if (distance < 0) continue;
      if (anyHit) return true;
      nearest = distance;
      found = true;
      hit.distance = distance;
      hit.triangle = triangle;
      hit.u = candidate.u;
      hit.v = candidate.v;
      hit.outside = candidate.outside;
    }
  }
  return found;
}

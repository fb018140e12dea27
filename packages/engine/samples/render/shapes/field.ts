import type { Vector } from '../maths/vector.ts';

/**
 * A solid as a signed distance field: centimetres to its surface, negative inside. Lofts and blends are
 * only near the true distance away from the surface; users that need exactness take small steps.
 * The formulas of the primitives are those of Inigo Quilez, "Distance functions" (2008 ff.).
 */
export type Field = (x: number, y: number, z: number) => number;

/** Polynomial smooth minimum: rounds the crease between two solids over about `width` centimetres. */
export function smoothMin(a: number, b: number, width: number): number {
  const overlap = Math.max(width - Math.abs(a - b), 0) / width;
  return Math.min(a, b) - overlap * overlap * width * 0.25;
}

/** Smooth maximum, see {@link smoothMin}. */
export function smoothMax(a: number, b: number, width: number): number {
  return -smoothMin(-a, -b, width);
}

/** Everything that is in any of the parts, creases rounded over `width` centimetres. */
export function blend(width: number, ...parts: readonly Field[]): Field {
  return (x, y, z) => {
    let distance = parts[0](x, y, z);
    for (let i = 1; i < parts.length; i++) distance = smoothMin(distance, parts[i](x, y, z), width);
    return distance;
  };
}

/** Everything that is in any of the parts. */
export function union(...parts: readonly Field[]): Field {
  return (x, y, z) => {
    let distance = Infinity;
    for (const part of parts) distance = Math.min(distance, part(x, y, z));
    return distance;
  };
}

/** `solid` without `cutter`, the edge rounded over `width` centimetres. */
export function carve(solid: Field, cutter: Field, width: number): Field {
  return (x, y, z) => smoothMax(solid(x, y, z), -cutter(x, y, z), width);
}

/** `solid` grown by `by` centimetres. */
export function grown(solid: Field, by: number): Field {
  return (x, y, z) => solid(x, y, z) - by;
}

/** `half`, described for x > 0, and its mirror image. */
export function symmetric(half: Field): Field {
  return (x, y, z) => half(Math.abs(x), y, z);
}

/** Skips `solid` beyond `reach` centimetres of `centre`: there the distance to that ball stands in. */
export function bounded(solid: Field, centre: Vector, reach: number): Field {
  const [cx, cy, cz] = centre;
  return (x, y, z) => {
    const outside = Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - reach;
    return outside > 1 ? outside + 1 : solid(x, y, z);
  };
}

/** Ball. */
export function ball(centre: Vector, radius: number): Field {
  const [cx, cy, cz] = centre;
  return (x, y, z) => Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - radius;
}

/** Ellipsoid with its axes along x, y, z, turned by `tilt` radians about z. */
export function ellipsoid(centre: Vector, radii: Vector, tilt = 0): Field {
  const [cx, cy, cz] = centre;
  const [rx, ry, rz] = radii;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  return (x, y, z) => {
    const dx = (x - cx) * cos + (y - cy) * sin;
    const dy = (y - cy) * cos - (x - cx) * sin;
    const dz = z - cz;
    const inner = Math.sqrt((dx / rx) ** 2 + (dy / ry) ** 2 + (dz / rz) ** 2);
    const slope = Math.sqrt((dx / (rx * rx)) ** 2 + (dy / (ry * ry)) ** 2 + (dz / (rz * rz)) ** 2);
    return slope > 1e-9 ? (inner * (inner - 1)) / slope : -Math.min(rx, ry, rz);
  };
}

/** Rod from a to b whose radius runs straight from `radiusA` to `radiusB`, with round ends. */
export function rod(a: Vector, b: Vector, radiusA: number, radiusB = radiusA): Field {
  const [ax, ay, az] = a;
  const [dx, dy, dz] = [b[0] - ax, b[1] - ay, b[2] - az];
  const square = dx * dx + dy * dy + dz * dz;
  return (x, y, z) => {
    const [px, py, pz] = [x - ax, y - ay, z - az];
    const along = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / square));
    const distance = Math.sqrt((px - dx * along) ** 2 + (py - dy * along) ** 2 + (pz - dz * along) ** 2);
    return distance - radiusA - (radiusB - radiusA) * along;
  };
}

/** Rods through a chain of points with a radius at each, joined without a crease. */
export function chain(points: readonly Vector[], radii: readonly number[]): Field {
  return union(...points.slice(1).map((point, i) => rod(points[i], point, radii[i], radii[i + 1])));
}

/**
 * The field's gradient at a point, normalised: the outward normal there. `reach` is the probing distance in
 * centimetres.
 */
export function normalOf(solid: Field, x: number, y: number, z: number, reach: number): Vector {
  const dx = solid(x + reach, y, z) - solid(x - reach, y, z);
  const dy = solid(x, y + reach, z) - solid(x, y - reach, z);
  const dz = solid(x, y, z + reach) - solid(x, y, z - reach);
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
  return [dx / size, dy / size, dz / size];
}

import { add, cross, normalize, scale, triple, type Vector } from '../maths/vector.ts';
import { type Mesh, vertexCount } from '../meshes/mesh.ts';
import { polygonise } from '../meshes/polygonise.ts';
import { ball, type Field, smoothMax, union } from '../shapes/field.ts';

/** Radius and thickness of a shirt button, centimetres. */
const radius = 0.56;
const thickness = 0.16;

/** A button lying on the cloth: a disc with a sunken middle and four holes. */
function button(centre: Vector, normal: Vector): Field {
  const right = normalize(cross([0, 1, 0], normal));
  const up = cross(normal, right);
  const along = (point: Vector, axis: Vector) => point[0] * axis[0] + point[1] * axis[1] + point[2] * axis[2];
  return (x, y, z) => {
    const offset: Vector = [x - centre[0], y - centre[1], z - centre[2]];
    const [u, v, w] = [along(offset, right), along(offset, up), along(offset, normal)];
    const away = Math.hypot(u, v);
    const disc = smoothMax(away - radius, Math.abs(w) - thickness, 0.12);
    const hollow = ball([0, 0, 1.05], 0.98)(away * 1.6, 0, w);
    const hole = Math.hypot(Math.abs(u) - 0.13, Math.abs(v) - 0.13) - 0.065;
    return Math.max(disc, -hollow, -hole);
  };
}

/** The vertex of a draped cloth whose rest position is nearest to (x, y) on its front. */
function nearestOnFront(cloth: Mesh, x: number, y: number): number {
  let [best, distance] = [0, Infinity];
  for (let vertex = 0; vertex < vertexCount(cloth); vertex++) {
    const [rx, ry, rz] = triple(cloth.rest, vertex);
    const away = Math.hypot(rx - x, ry - y);
    if (rz > 0 && away < distance) [best, distance] = [vertex, away];
  }
  return best;
}

/** Buttons on the front of a draped cloth, at the given rest positions. */
export function buttonsOn(cloth: Mesh, places: readonly (readonly [x: number, y: number])[]): Mesh[] {
  return places.map(([x, y]) => {
    const vertex = nearestOnFront(cloth, x, y);
    const normal = normalize(triple(cloth.normals, vertex));
    const centre = add(triple(cloth.positions, vertex), normal, 0.12);
    const corner = scale([1, 1, 1], 0.9);
    return polygonise(union(button(centre, normal)), add(centre, corner, -1), add(centre, corner), 0.05);
  });
}

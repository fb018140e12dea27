import { clamp } from '../maths/scalar.ts';
import { add, cross, dot, length, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import { borderLine } from '../meshes/border.ts';
import { type Mesh, triangleNormals } from '../meshes/mesh.ts';
import { type NeckOpening, neckCut } from './shell.ts';

/** Points around the opening. */
const ringSize = 180;
/** Neighbours on each side over which the band's direction is evened out. */
const riseReach = 14;

/** A knitted band sewn along the neck line. */
export interface BandShape {
  /** Height of the band, centimetres. */
  readonly height: number;
  /** Thickness of the fold, centimetres. */
  readonly thickness: number;
}

/** Profile of the band: [share of the height, share of the thickness], out over the fold and back in. */
const profile = [
  [-0.3, 0.35],
  [0, 0.75],
  [0.2, 1],
  [0.5, 1.05],
  [0.8, 1],
  [0.96, 0.75],
  [1.02, 0.3],
  [0.98, -0.2],
  [0.7, -0.45],
  [0.2, -0.5],
  [-0.35, -0.4],
] as const;

/** Whether a rest position lies on the edge of a neck opening. */
export function onNeckEdge(neck: NeckOpening): (rest: Vector) => boolean {
  const cut = neckCut(neck);
  return ([x, y, z]) => Math.abs(cut(x, y, z)) < 0.3;
}

/**
 * Rib collar: a flat tube along the neck edge of a draped top that follows the cloth's slope towards the neck.
 * Rest positions are [centimetres along the ring, centimetres up the band, 0].
 */
export function ribCollar(top: Mesh, neck: NeckOpening, band: BandShape): Mesh {
  const ring = borderLine(top, onNeckEdge(neck), ringSize);
  const rises = ring.map(({ position, normal }, i) =>
    riseOf(position, normalize(subtract(ring[(i + 1) % ringSize].position, position)), normalize(normal), neck),
  );
  const positions: number[] = [];
  const rest: number[] = [];
  let walked = 0;
  for (let i = 0; i <= ringSize; i++) {
    const { position, normal } = ring[i % ringSize];
    const rise = meanAround(rises, i, riseReach);
    for (const [height, thick] of profile) {
      positions.push(...add(add(position, rise, height * band.height), normal, thick * band.thickness));
      rest.push(walked, height * band.height, 0);
    }
    walked += length(subtract(ring[(i + 1) % ringSize].position, position));
  }
  const points = Float32Array.from(positions);
  const triangles = grid(ringSize + 1, profile.length);
  return { positions: points, normals: triangleNormals(points, triangles), rest: Float32Array.from(rest), triangles };
}

/** Mean direction of a closed ring of directions around place `i`. */
function meanAround(ring: readonly Vector[], i: number, reach: number): Vector {
  let sum: Vector = [0, 0, 0];
  for (let k = -reach; k <= reach; k++) sum = add(sum, ring[(i + k + 2 * ring.length) % ring.length]);
  return normalize(sum);
}

/**
 * Direction in which a band stands at a point of the ring: along the cloth towards the neck, and a little more upright.
 */
function riseOf(position: Vector, along: Vector, outward: Vector, neck: NeckOpening): Vector {
  const towards = subtract([neck.centre[0], position[1] + 4, neck.centre[2]], position);
  const up = cross(outward, along);
  const rise = dot(up, towards) < 0 ? scale(up, -1) : up;
  // The band leans towards the neck rather than standing on steep cloth beside it.
  const inwards = normalize([towards[0], 0, towards[2]]);
  return normalize(add(add(rise, inwards, 0.5), [0, 1, 0], 0.2 * clamp(1 - Math.abs(rise[1]))));
}

/** Triangles between `rows` rows of `columns` vertices. */
function grid(rows: number, columns: number): Uint32Array {
  const triangles: number[] = [];
  for (let i = 0; i + 1 < rows; i++)
    for (let j = 0; j + 1 < columns; j++) {
      const a = i * columns + j;
      triangles.push(a, a + columns, a + 1, a + 1, a + columns, a + columns + 1);
    }
  return Uint32Array.from(triangles);
}

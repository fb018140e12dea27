import { bell, smoothstep } from '../maths/scalar.ts';
import { add, cross, dot, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import { borderLine } from '../meshes/border.ts';
import type { Mesh } from '../meshes/mesh.ts';
import { parametricSheet } from '../meshes/sheet.ts';
import { onNeckEdge } from './collar.ts';
import type { NeckOpening } from './shell.ts';

/** Measures of a shirt collar, centimetres. */
export interface CollarShape {
  /** Height of the stand at the back. */
  readonly stand: number;
  /** Width of the turned-down leaf at the back, and how much longer its points are. */
  readonly leaf: number;
  readonly points: number;
  /** Gap between the two leaves at the front, radians round the neck. */
  readonly gap: number;
}

/** Points round the neck and rows over stand and leaf. */
const ringSize = 240;
const standRows = [-0.4, 0, 0.35, 0.7, 0.92] as const;
const leafRows = [0, 0.06, 0.14, 0.25, 0.4, 0.6, 0.8, 1, 1.03] as const;

/** A place on the neck line with its directions: along it, up towards the neck, and outwards from the cloth. */
interface Footing {
  readonly position: Vector;
  readonly up: Vector;
  readonly outward: Vector;
}

/** The neck line of a draped top with directions at each point; index 0 is the middle of the front. */
function footings(top: Mesh, neck: NeckOpening): Footing[] {
  const ring = borderLine(top, onNeckEdge(neck), ringSize);
  return ring.map(({ position, normal }, i) => {
    const outward = normalize(normal);
    const along = normalize(subtract(ring[(i + 1) % ringSize].position, position));
    const across = cross(outward, along);
    const towards = subtract([neck.centre[0], position[1] + 4, neck.centre[2]], position);
    return { position, outward, up: dot(across, towards) < 0 ? scale(across, -1) : across };
  });
}

/** Point of the stand: it rises steeply and leans a little inwards. */
function standPoint({ position, up, outward }: Footing, share: number, height: number): Vector {
  const rise = normalize(add(scale(up, 0.55), [0, 1, 0]));
  return add(add(position, rise, share * height), outward, 0.25 - 0.1 * share);
}

/** Point of the leaf: from the top of the stand over the fold and down on the outside, towards its edge. */
function leafPoint(footing: Footing, shape: CollarShape, height: number, share: number, angle: number): Vector {
  const front = bell(angle - shape.gap, 0.55);
  const reach = shape.leaf + shape.points * front;
  const top = standPoint(footing, 1, height);
  const side = Math.sign(footing.position[0]) || 1;
  const edge = add(add(footing.position, footing.up, -(reach - height * 0.75)), footing.outward, 0.75);
  const target = add(edge, [side * shape.points * 0.42 * front, 0, 0.25 * front]);
  const middle = add(add(top, footing.outward, 0.85), [0, 0.6, 0]);
  const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share * share];
  return add(add(scale(top, a), middle, b), target, c);
}

/**
 * A classic shirt collar on the neck line of a draped shirt: a stand all round, and two leaves that meet at the back.
 * Rest positions are [radians from the middle of the front, share of the height, 0 for the stand or 1 for the leaf].
 */
export function shirtCollar(top: Mesh, neck: NeckOpening, shape: CollarShape): Mesh[] {
  const ring = footings(top, neck);
  const angles = ring.map((_, i) => (i / ringSize) * 2 * Math.PI);
  const fromFront = (angle: number) => Math.min(angle, 2 * Math.PI - angle);
  // Close to the front the stand runs out under the top button.
  const heightAt = (angle: number) => shape.stand * (0.72 + 0.28 * smoothstep(0.2, 1.4, fromFront(angle)));
  const footingAt = (angle: number) => ring[Math.round((angle / (2 * Math.PI)) * ringSize) % ringSize];
  const stand = parametricSheet([...angles, 2 * Math.PI], standRows, (angle, share) =>
    standPoint(footingAt(angle), share, heightAt(angle)),
  );
  const leafAngles = angles.filter((angle) => fromFront(angle) >= shape.gap);
  const leaf = parametricSheet(leafAngles, leafRows, (angle, share) =>
    leafPoint(footingAt(angle), shape, heightAt(angle), share, fromFront(angle)),
  );
  return [labelled(stand, [...angles, 2 * Math.PI], standRows, 0), labelled(leaf, leafAngles, leafRows, 1)];
}

/** Replaces the rest positions of a sheet by its parameters. */
function labelled(mesh: Mesh, us: readonly number[], vs: readonly number[], part: number): Mesh {
  return { ...mesh, rest: Float32Array.from(vs.flatMap((v) => us.flatMap((u) => [u, v, part]))) };
}

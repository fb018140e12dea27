import { noise } from '../maths/noise.ts';
import { type Random, seeded } from '../maths/random.ts';
import { clamp, mix, smoothstep } from '../maths/scalar.ts';
import { add, cross, dot, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import type { Mesh } from '../meshes/mesh.ts';
import { type Field, normalOf } from '../shapes/field.ts';

/** One hair: points from root to tip, local to the head. */
export type Strand = readonly Vector[];

/** How a head of hair grows, in the head's own frame. */
export interface HairStyle {
  readonly strands: number;
  /** Set for brows and beards: hair that may lie over the face. */
  readonly onFace?: boolean;
  readonly seed: number;
  /** Chance that hair grows at a scalp point, 0 … 1. */
  readonly density: (scalp: Vector) => number;
  /** Length of a hair rooted there, centimetres. */
  readonly length: (scalp: Vector, random: Random) => number;
  /** Direction that hair takes at a point, given where it is rooted and how far along it is (0 … 1). */
  readonly comb: (at: Vector, root: Vector, along: number) => Vector;
  /** How much a hair keeps its direction against comb and weight, 0 … 1. */
  readonly stiffness: number;
  /** How high above the scalp the outermost layer lies, centimetres. */
  readonly volume: (root: Vector) => number;
  /** How much neighbouring hairs run together, 0 … 1. */
  readonly clump: number;
  /** Sideways waver, centimetres. */
  readonly waver: number;
  /** Width of a ribbon, centimetres; thicker than hair, because one ribbon stands for several. */
  readonly width: number;
}

const stepsPerStrand = 14;

/** A random point on the scalp: from the middle of the skull outwards to where the head's field is 0. */
function scalpPoint(head: Field, random: Random): Vector {
  const height = mix(-0.96, 1, random());
  const angle = random() * 2 * Math.PI;
  const ring = Math.sqrt(1 - height * height);
  const direction: Vector = [ring * Math.sin(angle), height, ring * Math.cos(angle)];
  let distance = 14;
  for (let i = 0; i < 12; i++) {
    const [x, y, z] = add([0, 13, -0.5], direction, distance);
    distance -= head(x, y, z);
  }
  return add([0, 13, -0.5], direction, distance);
}

/** Grows one hair: it follows the comb, stays outside its own layer over the head, and wavers. */
function grow(style: HairStyle, head: Field, root: Vector, random: Random): Strand {
  const total = style.length(root, random);
  const step = total / stepsPerStrand;
  const layer = 0.12 + style.volume(root) * random() ** 0.7;
  // Hairs of one lock share the noise they waver by.
  const lock = scale(root, 0.75);
  const phase = mix(random() * 40, noise(...lock) * 9, style.clump);
  let point = root;
  let direction = normalize(add(normalOf(head, ...root, 0.2), style.comb(root, root, 0), 0.9));
  const points: Vector[] = [root];
  for (let i = 1; i <= stepsPerStrand; i++) {
    const along = i / stepsPerStrand;
    direction = normalize(add(scale(direction, style.stiffness), style.comb(point, root, along)));
    const waver: Vector = [noise(phase, along * 3, 1), noise(phase, along * 3, 5) * 0.4, noise(phase, along * 3, 9)];
    point = add(add(point, direction, step), waver, style.waver * along * step);
    const wanted = layer * smoothstep(0, 0.35, along * (total / (total + 2)) * 1.6);
    const lack = wanted - head(...point);
    if (lack > 0) point = add(point, normalOf(head, ...point, 0.3), Math.min(lack, step * 1.2));
    points.push(point);
    direction = normalize(subtract(point, points[i - 1]));
  }
  return points;
}

/** Whether a point hangs in front of the face, where no stray hair is wanted. */
function overFace([x, y, z]: Vector): boolean {
  return y < 15.5 && y > -4 && z > 4 && Math.abs(x) < 6.1 - Math.max(0, y - 12) * 0.25;
}

/** Grows a head of hair on the scalp of `head` (in its own frame). */
export function growHair(style: HairStyle, head: Field, coarseness: number): Strand[] {
  const random = seeded(style.seed);
  const strands: Strand[] = [];
  const wanted = style.strands / coarseness;
  for (let attempt = 0; attempt < wanted * 30 && strands.length < wanted; attempt++) {
    const root = scalpPoint(head, random);
    if (random() >= style.density(root)) continue;
    const strand = grow(style, head, root, random);
    if (style.onFace || !strand.some(overFace)) strands.push(strand);
  }
  return strands;
}

/**
 * Strands as ribbons of two triangles a step, tapering to the tip, turned at random about their direction.
 * Normals hold the strand's direction, rest positions [share of the length, a random number of the strand, 0].
 */
export function hairMesh(strands: readonly Strand[], width: number, toScene: (point: Vector) => Vector): Mesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const rest: number[] = [];
  const triangles: number[] = [];
  const random = seeded(5);
  for (const strand of strands) {
    const points = strand.map(toScene);
    const character = random();
    const first = positions.length / 3;
    const lean = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
    points.forEach((point, i) => {
      const tangent = normalize(subtract(points[Math.min(i + 1, points.length - 1)], points[Math.max(0, i - 1)]));
      const across = normalize(cross(tangent, Math.abs(dot(tangent, lean)) > 0.9 ? [1, 0, 0] : lean));
      const along = i / (points.length - 1);
      const half = (width / 2) * (1 - 0.75 * along ** 3) * mix(0.7, 1.3, character);
      for (const side of [-half, half]) {
        positions.push(...add(point, across, side));
        normals.push(...tangent);
        rest.push(along, character, 0);
      }
      if (i === 0) return;
      const v = first + i * 2;
      triangles.push(v - 2, v - 1, v, v - 1, v + 1, v);
    });
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    rest: Float32Array.from(rest),
    triangles: Uint32Array.from(triangles),
  };
}

/** Edge of the hair above forehead, temples, ears and nape: positive inside the hair, about centimetres. */
export function hairline(scalp: Vector): number {
  const [x, y, z] = scalp;
  const forehead = y - 16.7 + 0.035 * x * x;
  const temple = 4.4 - z + (y - 13) * 0.4;
  const aboveEar = y - 11.8 + smoothstep(-1, -3.5, z) * clamp(-z - 1, 0, 8) * 1.5;
  const nape = y - 5.6;
  return Math.max(Math.min(forehead, 6), Math.min(temple, z > -1.5 ? aboveEar : Math.max(aboveEar, nape)));
}

import { blendColour, type Material } from '../light/surface.ts';
import { fractalNoise, noise } from '../maths/noise.ts';
import { bell, clamp, smoothstep } from '../maths/scalar.ts';
import { add, normalize, scale, type Vector } from '../maths/vector.ts';
import type { Placement } from '../shapes/placement.ts';
import { eyeCentre, eyeRadius, type FaceShape, lipEdges, mouthHalf, mouthLine, openingDistance } from './face.ts';
import { hairline } from './hair.ts';

/** Colours of a person's skin and face, linear RGB. */
export interface Complexion {
  readonly skin: Vector;
  /** Where blood shows: cheeks, nose, ears, knuckles. */
  readonly blush: Vector;
  readonly lips: Vector;
  readonly brow: Vector;
  readonly iris: Vector;
  /** Colour of the scalp where hair grows. */
  readonly scalp: Vector;
  /** Strength of a shaved beard's shadow, 0 … 1. */
  readonly beard: number;
}

/** Light inside skin travels this far, centimetres: red deepest (Jensen et al. 2001, "skin1", widened for the mesh). */
export const skinScatter = [0.3, 0.11, 0.05] as const;

/** Share of lip colour at a face point. */
function lipShare(shape: FaceShape, x: number, y: number): number {
  const above = y - mouthLine(x);
  const { upper, lower } = lipEdges(shape, x);
  const within = above > 0 ? upper - above : lower + above;
  return smoothstep(-0.05, 0.09, within) * smoothstep(1.02, 0.96, Math.abs(x) / mouthHalf);
}

/** Share of eyebrow at a face point: an arch that thins outwards, broken into hairs. */
export function browShare(x: number, y: number, thickness: number): number {
  const along = (Math.abs(x) - 1.25) / 4.1;
  if (along < -0.1 || along > 1.05) return 0;
  const middle = 12.5 + 0.75 * Math.sin(clamp(along) * 2.5) * 0.9 - 0.25 * along;
  const half = thickness * (0.3 + 0.12 * Math.sin(along * 3) - 0.2 * along ** 2);
  const hairs = noise(x * 9 + y * 3, y * 2.5 - Math.abs(x) * 4, 3) * 0.35;
  const body = smoothstep(half + 0.1, half - 0.1, Math.abs(y - middle) + hairs * 0.16);
  return body * smoothstep(-0.08, 0.1, along) * smoothstep(1.03, 0.85, along) * (0.78 + hairs * 0.6);
}

/** Share of the dark root line of the lashes. */
function lashShare(shape: FaceShape, x: number, y: number): number {
  const distance = openingDistance(shape, x, y);
  const upper = y > eyeCentre[1] + 0.07 * (Math.abs(x) - eyeCentre[0]);
  return upper ? smoothstep(0.22, 0.06, Math.abs(distance - 0.06)) : 0.45 * smoothstep(0.08, 0.0, Math.abs(distance));
}

/** Area of the face where a beard grows, 0 … 1. */
export function beardArea(x: number, y: number, z: number): number {
  const lower = smoothstep(6.6 + 0.35 * Math.max(0, Math.abs(x) - 2.5), 5.2, y);
  const upperLip = bell(x, 2.6) * smoothstep(6.9, 6.2, y);
  return Math.max(lower, upperLip) * smoothstep(-0.5, 1.5, z) * smoothstep(-3.5, -1, y);
}

/** Colour of the face at a point in the head's own frame. */
function faceColour(complexion: Complexion, shape: FaceShape, base: Vector, [x, y, z]: Vector): Vector {
  if (z < 3)
    return blendColour(
      base,
      complexion.blush,
      0.35 * bell(Math.abs(x) - 7.6, 1) * smoothstep(6.5, 8, y) * smoothstep(14.5, 13, y),
    );
  const cheek = 0.5 * bell(Math.abs(x) - 4.1, 1.9) * bell(y - 7.9, 1.9);
  const nose = 0.32 * bell(x, 1.5) * bell(y - 7.3, 1.2);
  const socket = 0.3 * bell(Math.abs(x) - eyeCentre[0], 1.9) * bell(y - eyeCentre[1] - 0.1, 1.2);
  let tone = blendColour(base, complexion.blush, clamp(cheek + nose + socket));
  tone = scale(tone, 1 - 0.5 * complexion.beard * beardArea(x, y, z) * (0.8 + 0.4 * noise(x * 14, y * 14, z * 14)));
  tone = blendColour(tone, complexion.lips, 0.82 * lipShare(shape, x, y) * smoothstep(6, 7, z));
  tone = scale(tone, 1 - 0.6 * bell(y - mouthLine(x), 0.07) * smoothstep(1.0, 0.85, Math.abs(x) / mouthHalf));
  tone = blendColour(tone, complexion.brow, browShare(x, y, 1));
  return blendColour(tone, complexion.brow, 0.85 * lashShare(shape, x, y) * smoothstep(7, 7.6, z));
}

/** Skin of face and body. `head` maps scene points into the head's frame. */
export function skinMaterial(complexion: Complexion, shape: FaceShape, head: Placement): Material {
  return ({ position, rest, normal }) => {
    const [x, y, z] = rest;
    const mottle = fractalNoise(x * 0.7, y * 0.7, z * 0.7, 3) * 0.07 + noise(x * 5, y * 5, z * 5) * 0.02;
    const base = blendColour(complexion.skin, complexion.blush, clamp(0.14 + mottle * 1.6));
    const local = head.toLocal(rest);
    const onHead = local[1] > -1 && local[1] < 24;
    const face = onHead ? faceColour(complexion, shape, base, local) : base;
    const albedo = onHead
      ? blendColour(
          face,
          complexion.scalp,
          smoothstep(0.3, 1.6, hairline(local)) * smoothstep(7.6, 7, local[1] < 13 ? Math.abs(local[0]) : 0),
        )
      : face;
    const lip = onHead ? lipShare(shape, local[0], local[1]) : 0;
    const pores: Vector = [
      noise(position[0] * 8, y * 8, z * 8),
      noise(x * 8, y * 8 + 7, z * 8),
      noise(x * 8, y * 8, z * 8 + 7),
    ];
    return {
      albedo,
      specular: 0.026 + 0.02 * lip,
      roughness: 0.48 - 0.12 * lip,
      sheen: 0.12,
      normal: normalize(add(normal, pores, 0.035)),
    };
  };
}

/** An eyeball: white with a warm rim, iris with radial fibres and a dark edge, pupil. Wet, so it mirrors the lamps. */
export function eyeMaterial(complexion: Complexion, head: Placement): Material {
  return ({ rest, normal }) => {
    const [x, y, z] = head.toLocal(rest);
    const side = Math.sign(x);
    const [u, v] = [x - side * eyeCentre[0], y - eyeCentre[1] - 0.03];
    const radius = z > eyeCentre[2] ? Math.hypot(u, v) / eyeRadius : 1;
    const angle = Math.atan2(v, u);
    const fibres = 0.75 + 0.35 * noise(angle * 7, radius * 4, side) + 0.35 * smoothstep(0.2, 0.42, radius);
    const white: Vector = blendColour(
      [0.56, 0.53, 0.51],
      [0.55, 0.3, 0.26],
      smoothstep(0.75, 1.2, Math.abs(u) / eyeRadius) * 0.7,
    );
    const iris = scale(complexion.iris, fibres * (1 - 0.75 * smoothstep(0.38, 0.48, radius)));
    const pupil = smoothstep(0.2, 0.16, radius);
    const albedo = blendColour(blendColour(white, iris, smoothstep(0.5, 0.45, radius)), [0.004, 0.004, 0.004], pupil);
    return { albedo, specular: 0.05, roughness: 0.1, sheen: 0, normal };
  };
}

/** Hair: darker at the root, a little different from strand to strand. */
export function hairMaterial(tone: Vector, tip: Vector): Material {
  return ({ rest, normal }) => {
    const [along, character] = rest;
    const shaded = scale(blendColour(tone, tip, along * 0.7), 0.85 + 0.3 * character);
    return { albedo: shaded, specular: 0.08, roughness: 0.4, sheen: 0, normal };
  };
}

import type { Vector } from '../maths/vector.ts';

/** The input of a material: one visible point. */
export interface SurfacePoint {
  readonly position: Vector;
  /**
   * The same point before the cloth was draped. For hair: how far along the strand (0 root, 1 tip), a random number of
   * the strand, unused.
   */
  readonly rest: Vector;
  /** Unit normal on the visible side; for hair the direction of the strand. */
  readonly normal: Vector;
  /** Whether the outer side is visible; false on the inside of a collar or sleeve. */
  readonly outside: boolean;
}

/** How a point reflects light. */
export interface Surface {
  /** Diffuse reflectance, linear RGB, 0 … 1. */
  readonly albedo: Vector;
  /** Mirror reflectance straight on (Schlick's F0), 0 … 1; 0 for cloth. */
  readonly specular: number;
  /** GGX roughness of the mirror part, 0.02 … 1. */
  readonly roughness: number;
  /** Brightening at grazing angles by standing fibres, 0 … 1. */
  readonly sheen: number;
  /** Unit normal after fine relief that the mesh does not have. */
  readonly normal: Vector;
}

/** A material: a pure function from a point to how it reflects. */
export type Material = (point: SurfacePoint) => Surface;

/** Linear RGB of an sRGB hex colour such as `#c8a080` (IEC 61966-2-1). */
export function colour(hex: string): Vector {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Blend of two colours or vectors. */
export function blendColour(a: Vector, b: Vector, share: number): Vector {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** A matt surface of one colour. */
export function matt(albedo: Vector): Material {
  return ({ normal }) => ({ albedo, specular: 0, roughness: 1, sheen: 0, normal });
}

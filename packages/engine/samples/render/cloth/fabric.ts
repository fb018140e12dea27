import { colour, type Material } from '../light/surface.ts';
import { fractalNoise, noise } from '../maths/noise.ts';
import { bell } from '../maths/scalar.ts';
import { add, normalize, scale, type Vector } from '../maths/vector.ts';
import type { Field } from '../shapes/field.ts';
import { type Fold, foldTilt } from './folds.ts';

/** Ridges of a rib collar, per centimetre of its length. */
const ribsPerCentimetre = 3;

/** How a cloth is made, for its fine grain. */
export type Weave = 'jersey' | 'denim' | 'poplin';

/** A cloth with its prints and seams. Positions are those before draping. */
export interface FabricDesign {
  readonly weave: Weave;
  /** Colour at a rest position, linear RGB; `outside` is false for the inner side of the cloth. */
  readonly dye: (rest: Vector, outside: boolean) => Vector;
  /** Folds finer than the draped mesh carries. */
  readonly folds?: readonly Fold[];
  /** Signed distances to seams (zero on the stitching): a fold of cloth with a dark line. */
  readonly seams?: readonly Field[];
  /** Signed distances to visible rows of stitching. */
  readonly stitches?: readonly Field[];
}

/** Fineness of the grain per centimetre and strength of its relief. */
const grains: Record<
  Weave,
  { readonly per: number; readonly relief: number; readonly mottle: number; readonly sheen: number }
> = {
  jersey: { per: 9, relief: 0.05, mottle: 0.03, sheen: 0.35 },
  denim: { per: 8, relief: 0.12, mottle: 0.1, sheen: 0.2 },
  poplin: { per: 12, relief: 0.03, mottle: 0.015, sheen: 0.25 },
};

/** Slope of the cloth beside a seam: it puckers towards the stitching. */
function seamTilt(seams: readonly Field[], [x, y, z]: Vector): Vector {
  const probe = 0.1;
  let tilt: Vector = [0, 0, 0];
  for (const seam of seams) {
    const distance = seam(x, y, z);
    if (Math.abs(distance) > 1.2) continue;
    const gradient: Vector = [
      seam(x + probe, y, z) - distance,
      seam(x, y + probe, z) - distance,
      seam(x, y, z + probe) - distance,
    ];
    const pucker = 0.7 + 0.6 * noise(x * 1.6, y * 1.6, z * 1.6);
    tilt = add(tilt, normalize(gradient), -Math.sign(distance) * bell(Math.abs(distance) - 0.14, 0.14) * 0.32 * pucker);
  }
  return tilt;
}

/** Darkening by seam lines and stitches, 0 … 1. */
function lines(design: FabricDesign, [x, y, z]: Vector): number {
  let dark = 0;
  for (const seam of design.seams ?? []) dark = Math.max(dark, 0.42 * bell(seam(x, y, z), 0.07));
  for (const stitch of design.stitches ?? []) {
    const dashes = 0.55 + 0.45 * Math.sin((x + y + z) * 11);
    dark = Math.max(dark, 0.3 * dashes * bell(stitch(x, y, z), 0.06));
  }
  return dark;
}

/** Cloth with its grain, seams and print. */
export function fabric(design: FabricDesign): Material {
  const grain = grains[design.weave];
  return ({ rest, normal, outside }) => {
    const [x, y, z] = rest;
    const thread = noise(x * grain.per, y * grain.per, z * grain.per);
    const cloud = fractalNoise(x * 0.5, y * 0.35, z * 0.5, 3);
    const tone = (1 + grain.mottle * (thread + cloud)) * (1 - lines(design, rest));
    const bump: Vector = [
      thread,
      noise(x * grain.per, y * grain.per + 9, z * grain.per),
      noise(x * grain.per + 9, y * grain.per, z * grain.per),
    ];
    const sewn = add(scale(bump, grain.relief), seamTilt(design.seams ?? [], rest));
    const relief = add(sewn, foldTilt(design.folds ?? [], rest));
    return {
      albedo: scale(design.dye(rest, outside), tone),
      specular: 0,
      roughness: 1,
      sheen: grain.sheen,
      normal: normalize(add(normal, relief)),
    };
  };
}

/** A dye of one colour, given as sRGB hex. */
export function plain(hex: string): FabricDesign['dye'] {
  const tone = colour(hex);
  return () => tone;
}

/** Knitted rib of a collar: fine ridges across its length (first rest coordinate). */
export function rib(hex: string): Material {
  const tone = colour(hex);
  return ({ rest, normal, position }) => {
    const ridge = Math.cos(rest[0] * 2 * Math.PI * ribsPerCentimetre);
    const lean = Math.sin(rest[0] * 2 * Math.PI * ribsPerCentimetre) * 0.22;
    const seam = 0.35 * bell(rest[1], 0.12);
    return {
      albedo: scale(tone, (0.95 + 0.06 * ridge) * (1 - seam)),
      specular: 0,
      roughness: 1,
      sheen: 0.35,
      normal: normalize(add(normal, [lean * Math.sign(position[2]), 0, lean * 0.3])),
    };
  };
}

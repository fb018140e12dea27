import type { Vector } from '../maths/vector.ts';
import type { Turn } from '../shapes/placement.ts';
import type { FaceShape } from './face.ts';

/**
 * A cross-section of trunk or limb: `level` is a height (trunk) or a distance from the upper joint (limbs),
 * centimetres.
 */
export interface Section {
  readonly level: number;
  readonly front: number;
  readonly back: number;
  readonly side: number;
  /** Inner side of a limb, where it differs from `side`. */
  readonly inner?: number;
}

/**
 * Measures of a standing person, centimetres; joints are those on the viewer's right (x > 0) and are mirrored.
 * Sizes follow the 50th percentile of ANSUR II (2012) unless a table says otherwise.
 */
export interface Figure {
  readonly head: {
    readonly origin: Vector;
    readonly turn: Turn;
    readonly size: number;
    readonly face: FaceShape;
    /** The head of a mannequin, without the details of a face. */
    readonly sculpted?: boolean;
  };
  /** Middle of the neck's root, radius of the neck, and thickness of the muscle that slopes from it to the shoulder. */
  readonly neck: { readonly base: Vector; readonly radius: number; readonly slope: number };
  readonly trunk: readonly Section[];
  /** Centre and radii of a breast; absent on flat chests. */
  readonly breast?: { readonly centre: Vector; readonly radii: Vector };
  readonly shoulder: Vector;
  readonly shoulderRadius: number;
  readonly elbow: Vector;
  readonly wrist: Vector;
  readonly upperArm: readonly Section[];
  readonly foreArm: readonly Section[];
  readonly hand: { readonly size: number; readonly turn: Turn };
  readonly hip: Vector;
  readonly knee: Vector;
  readonly ankle: Vector;
  readonly thigh: readonly Section[];
  readonly calf: readonly Section[];
}

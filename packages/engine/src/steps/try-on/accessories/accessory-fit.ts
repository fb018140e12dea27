import type { EngineWarning } from '../../../engine.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Scene } from '../scene.ts';
import type { PlacedPiece } from './rigid.ts';

/** The placement of an accessory on a person. Places are pixels of the analysed person; shares are 0 to 1. */
export interface AccessoryFit {
  readonly piece: PlacedPiece;
  /**
   * The changed picture, if the person changes for the accessory, as a hand that closes around it. Absent: unchanged.
   */
  readonly scene?: Scene;
  /**
   * Share of the picture at a place that lies in front of the accessory. `pixel` is the place's index in the output.
   */
  front(p: Point, pixel: number): number;
  /** Share of each output pixel that is hair the accessory hides; absent: none. */
  readonly hidden?: Float32Array<ArrayBuffer>;
  readonly shadow: Shadow;
  /** Warnings about the person; absent: none. */
  readonly warnings?: readonly EngineWarning[];
  /** Confidence in the placement, 0 to 1. */
  readonly confidence: number;
}

/** The soft shadow of an accessory on the person behind it. */
export interface Shadow {
  /** Shift of the shadow against the accessory, and its softness. */
  readonly shift: Point;
  readonly softness: number;
  /** Darkness under the accessory's middle. */
  readonly depth: number;
}

import type { EngineWarning } from '../../../engine.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Scene } from '../scene.ts';
import type { PlacedPiece } from './rigid.ts';

/** How an accessory is put on a person. Places are pixels of the analysed person; shares are 0 to 1. */
export interface AccessoryFit {
  readonly piece: PlacedPiece;
  /** The picture it is drawn on, where the person changes for it: the hand that holds it closes. Absent: as it is. */
  readonly scene?: Scene;
  /**
   * How much of what the picture shows at a place lies in front of the accessory; `pixel` is its number in the output.
   */
  front(p: Point, pixel: number): number;
  /** How much of each pixel of the output is hair that must not be seen beside or above the accessory; absent: none. */
  readonly hidden?: Float32Array<ArrayBuffer>;
  readonly shadow: Shadow;
  /** Warnings about the person; absent: none. */
  readonly warnings?: readonly EngineWarning[];
  /** Trust in the placement, 0 to 1. */
  readonly confidence: number;
}

/** The soft shadow that an accessory throws on what is behind it, on the person alone. */
export interface Shadow {
  /** Where it falls beside the accessory, and how soft it is. */
  readonly shift: Point;
  readonly softness: number;
  /** How dark it is under the accessory's middle. */
  readonly depth: number;
}

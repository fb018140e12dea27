import type { EngineWarning } from '../../../engine.ts';
import type { Box } from '../../../pixels/crop.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';
import type { Shadow } from '../paint/cast-shadow.ts';
import type { Scene } from '../scene.ts';

/** The placement of an accessory on a person. Lengths are pixels of the analysed person; shares are 0 to 1. */
export interface AccessoryFit {
  /** Leads from a place on the analysed person to the place in the photo, in pixels. */
  readonly map: PointMap;
  /** The covered area, in pixels of the analysed person. */
  readonly box: Box;
  /**
   * The changed picture, if the person changes for the accessory, as a hand that closes around it. Absent: unchanged.
   */
  readonly scene?: Scene;
  /**
   * Share of the picture at a place that lies in front of the accessory. `pixel` is the place's index in the output.
   */
  front(p: Point, pixel: number): number;
  /** Share of each output pixel that is hair the accessory hides; absent: none. */
  readonly hidden?: Float32Array;
  /** Its soft shadow on the person behind it. */
  readonly shadow: Shadow;
  /** Warnings about the person; absent: none. */
  readonly warnings?: readonly EngineWarning[];
  /** Confidence in the placement, 0 to 1. */
  readonly confidence: number;
}

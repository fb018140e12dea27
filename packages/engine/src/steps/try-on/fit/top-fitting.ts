import type { GarmentAnalysis } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Side } from '../body/side.ts';
import type { Wear } from './fit.ts';
import type { GarmentFrame } from './garment-frame.ts';

/** Values that the parts of a top share. */
export interface TopFitting {
  readonly garment: GarmentAnalysis;
  readonly frame: GarmentFrame;
  readonly body: BodyModel;
  /** Pixels of the person to one of the garment. */
  readonly scale: number;
  readonly shoulders: readonly [Point, Point];
  readonly armpits: readonly [Point, Point];
  readonly drape: Wear;
  readonly landmark: (
    name: `${'neck' | 'shoulder' | 'armpit' | 'cuffOuter' | 'cuffInner' | 'elbowOuter' | 'elbowInner' | 'waist' | 'hem'}`,
    side: Side,
  ) => Point;
}

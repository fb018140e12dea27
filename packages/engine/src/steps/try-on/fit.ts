import type { Point } from '../../pixels/raster.ts';
import type { PointMap } from '../../pixels/thin-plate-spline.ts';

/** A piece of a garment on its way onto the body. */
export interface WarpedPiece {
  /** From pixels of the analysed person to pixels of the garment photo. */
  readonly map: PointMap;
  /** How much of each pixel of the garment photo belongs to the piece, 0 to 1; the cut-out's alpha comes on top. */
  readonly share: Float32Array<ArrayBuffer>;
  /** Where it may land: [left, top, right, bottom] in pixels of the analysed person. */
  readonly box: readonly [number, number, number, number];
}

/** How a garment lies on a body. */
export interface GarmentFit {
  /** Which of the person's own clothes it takes the place of. */
  readonly replaces: 'upper' | 'lower' | 'both';
  /** Trunk or legs; drawn first. */
  readonly body: readonly WarpedPiece[];
  /** Sleeves; drawn over the body. */
  readonly sleeves: readonly WarpedPiece[];
  /** What the body must cover without a gap, or null. */
  readonly outline: readonly Point[] | null;
  readonly hasSleeves: boolean;
  /** Doubts about the fit, as warning codes. */
  readonly doubts: readonly string[];
}

/**
 * Shares by which lengths and widths change: what the request says of style, and up to 0.03 by which one output of it
 * differs from another.
 */
export interface Drape {
  /** Width. */
  readonly ease: number;
  /** Length of body and skirts. */
  readonly hem: number;
  /** Length of sleeves. */
  readonly sleeve: number;
}

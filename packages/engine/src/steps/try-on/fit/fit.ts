import type { Depth } from '../../../pixels/layer.ts';
import type { Point, Raster } from '../../../pixels/raster.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';
import type { TuckLine } from './tuck-line.ts';

/** A piece of a garment on its way onto the body. */
export interface WarpedPiece {
  /** From pixels of the analysed person to pixels of the garment photo. */
  readonly map: PointMap;
  /** How much of each pixel of the garment photo belongs to the piece, 0 to 1; its alpha comes on top. */
  readonly share: Float32Array<ArrayBuffer>;
  /** How much of each pixel of the garment photo is cloth; absent: the cut-out's alpha. */
  readonly alpha?: Float32Array;
  /** Its colours, at the size of the garment photo; absent: those of the photo. */
  readonly raster?: Raster;
  /**
   * How far within its outline on the person a place lies, in pixels of the analysed person; absent: it ends as it is
   * cut out.
   */
  readonly depth?: Depth;
  /** Light on each pixel of the garment photo, 1 leaves it; absent: as photographed. */
  readonly light?: Float32Array;
  /** Where it may land: [left, top, right, bottom] in pixels of the analysed person. */
  readonly box: readonly [number, number, number, number];
}

/** Where a sleeve is sewn to the body of a garment, from shoulder to armpit. */
export type Seam = readonly [shoulder: Point, armpit: Point];

/** Between which heights of a body trousers or a skirt lie, as shares along its torso. */
export interface LowerSpan {
  readonly waist: number;
  /** On either side of the body's middle. */
  readonly hems: readonly [left: number, right: number];
}

/** How a garment lies on a body. */
export interface GarmentFit {
  /** Which of the person's own clothes it takes the place of. */
  readonly replaces: 'upper' | 'lower' | 'both';
  /** Trunk or legs; drawn first. */
  readonly body: readonly WarpedPiece[];
  /**
   * Its inside behind the neck, as in a hood that lies back or a collar that stands: seen where nobody stands before
   * it.
   */
  readonly behind: readonly WarpedPiece[];
  /** Sleeves; drawn over the body. */
  readonly sleeves: readonly WarpedPiece[];
  /** What the body must cover without a gap; none where it may. */
  readonly outlines: readonly (readonly Point[])[];
  /** Where sleeves are sewn to the body, in pixels of the analysed person; none where there are none. */
  readonly seams: readonly Seam[];
  /** Where what is under an open front shows as it is, or null where the front is closed. */
  readonly gap: readonly Point[] | null;
  readonly hasSleeves: boolean;
  /** Half the width of its neck on the body, in pixels of the analysed person; 0 for what hangs from the waist. */
  readonly neckHalf: number;
  /** True where the person's own top stays, and shows around the garment. */
  readonly isOverTop: boolean;
  /** True where the request brings nothing in the place of the person's own top. */
  readonly keepsTop: boolean;
  /** The same of what the person wears below the waist. */
  readonly keepsBottoms: boolean;
  /**
   * Shares of both arms, 0 shoulder, 0.5 elbow, 1 wrist, down to which nothing of them lies before the garment: they
   * are in its sleeves.
   */
  readonly sleeveEnds: readonly [left: number, right: number];
  /** Where trousers or a skirt lie; null for what hangs from the shoulders. */
  readonly span: LowerSpan | null;
  /** The waistband under which a top goes, or which trousers or a skirt lay over a top; null where tops hang. */
  readonly tuck: TuckLine | null;
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
  /** Sleeves rolled up to below the elbow, or a half of short ones. */
  readonly rolled: boolean;
}

/** How one garment of a request is worn. */
export interface Wear extends Drape {
  /** The waistband under which a top goes, or which trousers or a skirt lay over a top; null where tops hang. */
  readonly tuck: TuckLine | null;
  /** True for a front that is worn open. */
  readonly open: boolean;
  /** True for a top that must hang over the waistband. */
  readonly untucked: boolean;
  /** True for what goes over the top that the person wears. */
  readonly isOverTop: boolean;
  /** True where the request brings nothing in the place of the person's own top. */
  readonly keepsTop: boolean;
  /** The same of what the person wears below the waist. */
  readonly keepsBottoms: boolean;
}

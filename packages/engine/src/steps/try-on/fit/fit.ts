import type { Box } from '../../../pixels/crop.ts';
import type { Depth } from '../../../pixels/layer.ts';
import type { Point, Raster } from '../../../pixels/raster.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';
import type { TuckLine } from './tuck-line.ts';

/** A piece of a garment and its warp onto the body. */
export interface WarpedPiece {
  /** Maps pixels of the analysed person to pixels of the garment photo. */
  readonly map: PointMap;
  /** Share of each pixel of the garment photo that belongs to the piece, 0 to 1; multiplied by its alpha. */
  readonly share: Float32Array;
  /** Its colours, at the size of the garment photo; absent: those of the photo. */
  readonly raster?: Raster;
  /**
   * Depth of a place within the piece's outline on the person, in pixels of the analysed person. Absent: the cut-out's
   * edge limits it.
   */
  readonly depth?: Depth;
  /** Brightness factor of each pixel of the garment photo; absent: 1. */
  readonly light?: Float32Array;
  /** The area that it may cover, in pixels of the analysed person. */
  readonly box: Box;
}

/** A straight line between two points, in pixels of the analysed person or of the output. */
export type Line = readonly [from: Point, to: Point];

/**
 * The layers of a garment from back to front. The back is its inside behind the neck, as in a lowered hood or a
 * standing collar. The trunk may be legs. The body lies between the back and the trunk.
 */
export const LAYERS = ['back', 'trunk', 'sleeves'] as const;
export type LayerName = (typeof LAYERS)[number];
/** One value for each layer of a garment. */
export type ByLayer<T> = Readonly<Record<LayerName, T>>;

/** Gives each layer of a garment a value. */
export const byLayer = <T>(value: (name: LayerName) => T): ByLayer<T> => ({
  back: value('back'),
  trunk: value('trunk'),
  sleeves: value('sleeves'),
});

/** One layer of a fitted garment. Both lists may be empty. */
export interface FittedLayer {
  readonly pieces: readonly WarpedPiece[];
  /**
   * Areas that it covers without a gap, unless the layer behind it covers them. In pixels of the analysed person. The
   * flat cloth of the photo may end before an armpit, and clips may hide a waistband.
   */
  readonly outlines: readonly (readonly Point[])[];
}

/** A layer that the garment lacks. */
export const NO_LAYER: FittedLayer = { pieces: [], outlines: [] };

/** The lines of a sleeve, in pixels of the analysed person or of the output. */
export interface SleeveLines {
  /** The seam to the body of the garment, from shoulder to armpit. */
  readonly seam: Line;
  /** The end of its cloth or of its roll, from the outer edge to the inner one. */
  readonly cuff: Line;
}

/** Upper and lower end of trousers or a skirt, as shares along the torso. */
export interface LowerSpan {
  readonly waist: number;
  /** On either side of the body's middle. */
  readonly hems: readonly [left: number, right: number];
  /** True for trousers with a leg around each leg of the person. */
  readonly hasLegs: boolean;
  /** The person's own top: it hangs over the waistband, is put under it, or is taken off. */
  readonly ownTop: 'over' | 'under' | 'off';
}

/** The fit of a garment on a body. */
export interface GarmentFit {
  /** The person's own clothes that it replaces; nothing if it goes over a top that shows around it. */
  readonly replaces: 'upper' | 'lower' | 'both' | 'nothing';
  readonly layers: ByLayer<FittedLayer>;
  /** Lines of the sleeves, in pixels of the analysed person; may be empty. */
  readonly sleeveLines: readonly SleeveLines[];
  /** The area where an open front shows the clothes below unchanged; null for a closed front. */
  readonly gap: readonly Point[] | null;
  readonly hasSleeves: boolean;
  /**
   * Half the width of its neck on the body, in pixels of the analysed person; 0 for garments that hang from the waist.
   */
  readonly neckHalf: number;
  /**
   * Share of both arms within its sleeves, 0 shoulder, 0.5 elbow, 1 wrist. No part of the arm above it lies in front of
   * the garment.
   */
  readonly sleeveEnds: readonly [left: number, right: number];
  /** The span of trousers or a skirt; null for garments that hang from the shoulders. */
  readonly span: LowerSpan | null;
  /** The waistband over a tucked top, or that of trousers or a skirt over a top; null if the top hangs. */
  readonly tuck: TuckLine | null;
}

/** Changes of lengths and widths as shares: the style of the request, and up to 0.03 of variation between outputs. */
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

/** The way to wear one garment of a request. */
export interface Wear extends Drape {
  /** The waistband over a tucked top, or that of trousers or a skirt over a top; null if the top hangs. */
  readonly tuck: TuckLine | null;
  /** True for a front that is worn open. */
  readonly open: boolean;
  /** True for a top that must hang over the waistband. */
  readonly untucked: boolean;
  /** True for a garment over the person's own top. */
  readonly isOverTop: boolean;
  /** True if the request does not replace the person's own top. */
  readonly keepsTop: boolean;
}

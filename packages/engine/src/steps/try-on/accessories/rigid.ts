import type { AccessoryAnalysis } from '../../../analysis.ts';
import { type Box, boxAbove } from '../../../pixels/crop.ts';
import { boundingBox } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';

/** How a photo of an accessory is laid on the person: turned about a point and stretched along its own axes. */
export interface Rigid {
  /** The point of the photo, in its pixels, that comes to lie at `at`, in pixels of the analysed person. */
  readonly of: Point;
  readonly at: Point;
  /** Pixels of the person to one of the photo; not the same across as down where a face is turned. */
  readonly across: number;
  readonly down: number;
  /** Clockwise turn in radians. */
  readonly angle: number;
}

/** An accessory where it is drawn. */
export interface PlacedPiece {
  /** From pixels of the analysed person to pixels of the photo. */
  readonly map: PointMap;
  /** Where it lands: [left, top, right, bottom] in pixels of the analysed person. */
  readonly box: readonly [number, number, number, number];
}

/** The box around what a photo shows of its accessory, in its pixels. */
export function boxOfAccessory({ alpha }: AccessoryAnalysis): Box {
  return boxAbove(alpha, 0.5, 0, 0);
}

/**
 * The middle and the width of an accessory in a row of its photo, in pixels; where the row shows nothing of it, the
 * middle of its box and 1.
 */
export function rowOfAccessory({ alpha }: AccessoryAnalysis, box: Box, y: number): { middle: number; width: number } {
  let [left, right] = [box.left + box.width, box.left - 1];
  for (let x = box.left; x < box.left + box.width; x++) {
    if (alpha.data[y * alpha.width + x] <= 0.5) continue;
    left = Math.min(left, x);
    right = x;
  }
  return { middle: (left + right + 1) / 2, width: Math.max(1, right - left + 1) };
}

/** Overlap of the cut-out with its own mirror image, 0 to 1. */
export function symmetryOf(accessory: AccessoryAnalysis): number {
  const { alpha } = accessory;
  const box = boxOfAccessory(accessory);
  let both = 0;
  let either = 1;
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const a = alpha.data[y * alpha.width + box.left + x] > 0.5;
      const b = alpha.data[y * alpha.width + box.left + box.width - 1 - x] > 0.5;
      if (a || b) either++;
      if (a && b) both++;
    }
  }
  return both / either;
}

/** Where a point of the photo comes to lie on the person. */
function placed({ of, at, across, down, angle }: Rigid, p: Point): Point {
  const [x, y] = [(p.x - of.x) * across, (p.y - of.y) * down];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: at.x + x * cos - y * sin, y: at.y + x * sin + y * cos };
}

/** A part of the photo of an accessory, in its pixels, laid on the person without being bent. */
export function placePiece(rigid: Rigid, part: Box): PlacedPiece {
  const { of, at, across, down, angle } = rigid;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [0, 1, 2, 3].map((k) =>
    placed(rigid, { x: part.left + (k & 1 ? part.width : 0), y: part.top + (k & 2 ? part.height : 0) }),
  );
  return {
    box: boundingBox(corners, 2),
    map: (x, y) => {
      const [dx, dy] = [x - at.x, y - at.y];
      return [of.x + (dx * cos + dy * sin) / across, of.y + (dy * cos - dx * sin) / down];
    },
  };
}

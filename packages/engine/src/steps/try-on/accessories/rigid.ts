import type { AccessoryAnalysis } from '../../../analysis.ts';
import { type Box, boxAbove } from '../../../pixels/crop.ts';
import { boundingBox } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';

/** The placement of an accessory's photo on the person: a rotation about a point and a stretch along its own axes. */
export interface Rigid {
  /** The point of the photo that `at` shows. Pixels of the photo; `at` is in pixels of the analysed person. */
  readonly of: Point;
  readonly at: Point;
  /** Pixels of the person to one of the photo; across and down differ if the face is turned. */
  readonly across: number;
  readonly down: number;
  /** Clockwise turn in radians. */
  readonly angle: number;
}

/** An accessory at its place. */
export interface PlacedPiece {
  /** Maps pixels of the analysed person to pixels of the photo. */
  readonly map: PointMap;
  /** The covered area: [left, top, right, bottom] in pixels of the analysed person. */
  readonly box: readonly [number, number, number, number];
}

/** The box around an accessory, in pixels of its photo. */
export function boxOfAccessory({ alpha }: AccessoryAnalysis): Box {
  return boxAbove(alpha, 0.5, 0, 0);
}

/**
 * The middle and the width of an accessory in a row of its photo, in pixels. If the row is empty, the middle of its box
 * and 1.
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

/** The place on the person of a point of the photo. */
function placed({ of, at, across, down, angle }: Rigid, p: Point): Point {
  const [x, y] = [(p.x - of.x) * across, (p.y - of.y) * down];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: at.x + x * cos - y * sin, y: at.y + x * sin + y * cos };
}

/** Places a part of an accessory's photo, in its pixels, on the person without bending it. */
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

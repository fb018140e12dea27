import { clamp, distance } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Landmarks } from '../cloth.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';

/**
 * Least rise of a standing hood above the line through the neck points, in distances of the shoulder points. Among the
 * 1,165 labelled tops and dresses of the training, hoods rise 0.33 and more, collars and turtlenecks at most 0.28.
 */
const RISE_MIN = 0.3;
/** Least reach of a hood beyond the neck points on either side, in neck widths. It may reach to the shoulder points. */
const BESIDE_MIN = 0.5;

/**
 * A garment without the hood that stands above its neck points, because it would cover the wearer's face. Null for a
 * garment without such a hood.
 */
export function withoutHood(cutOut: GarmentCutOut, points: Landmarks): GarmentCutOut | null {
  const { neckLeft, neckRight, shoulderLeft, shoulderRight } = points;
  if (neckRight.x <= neckLeft.x) return null;
  const { width, height } = cutOut.alpha;
  const slope = (neckRight.y - neckLeft.y) / (neckRight.x - neckLeft.x);
  const beside = BESIDE_MIN * (neckRight.x - neckLeft.x);
  const left = Math.min(shoulderLeft.x, neckLeft.x - beside);
  const right = Math.max(shoulderRight.x, neckRight.x + beside);
  /** Pixels below the line through the neck points; infinite where no hood is. */
  const depthBelowNeck = (i: number) => {
    const x = i % width;
    return x < left || x > right
      ? Number.POSITIVE_INFINITY
      : Math.floor(i / width) - neckLeft.y - slope * (x - neckLeft.x);
  };
  let rise = 0;
  const lowest = Math.ceil(neckLeft.y + Math.max(slope * (left - neckLeft.x), slope * (right - neckLeft.x)));
  for (let i = 0; i < width * lowest; i++) if (cutOut.silhouette[i]) rise = Math.max(rise, -depthBelowNeck(i));
  if (rise < RISE_MIN * distance(shoulderLeft, shoulderRight)) return null;
  return {
    ...cutOut,
    silhouette: maskOf(width * height, (i) => cutOut.silhouette[i] === 1 && depthBelowNeck(i) >= 0),
    alpha: {
      width,
      height,
      data: planeOf(width * height, (i) => cutOut.alpha.data[i] * clamp(depthBelowNeck(i) + 0.5)),
    },
  };
}

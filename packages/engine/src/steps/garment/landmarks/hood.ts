import { clamp, distance, dot, subtract } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Landmarks } from '../cloth.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';

/**
 * Least rise of a standing hood above the line through the neck points, in distances of the shoulder points. Among the
 * 1,100 labelled tops and dresses of the training, hoods rise 0.33 and more, collars and turtlenecks at most 0.28.
 */
const RISE_MIN = 0.3;
/** Reach of a hood beyond the neck points on either side, as a share of their distance. */
const BESIDE = 0.5;

/**
 * A garment without the hood that stands above its neck points, because it would cover the wearer's face. Null for a
 * garment without such a hood.
 */
export function withoutHood(cutOut: GarmentCutOut, points: Landmarks): GarmentCutOut | null {
  const { neckLeft, neckRight, shoulderLeft, shoulderRight } = points;
  const neckWidth = distance(neckLeft, neckRight);
  if (neckWidth === 0) return null;
  const { width, height } = cutOut.alpha;
  const across = { x: (neckRight.x - neckLeft.x) / neckWidth, y: (neckRight.y - neckLeft.y) / neckWidth };
  const place = (i: number): Point => {
    const from = subtract({ x: i % width, y: Math.floor(i / width) }, neckLeft);
    return { x: dot(from, across) / neckWidth, y: dot(from, { x: -across.y, y: across.x }) };
  };
  const isOverNeck = ({ x }: Point) => x > -BESIDE && x < 1 + BESIDE;
  let rise = 0;
  for (let i = 0; i < width * height; i++) {
    if (!cutOut.silhouette[i]) continue;
    const at = place(i);
    if (isOverNeck(at)) rise = Math.max(rise, -at.y);
  }
  if (rise < RISE_MIN * distance(shoulderLeft, shoulderRight)) return null;
  const keeps = (i: number) => {
    const at = place(i);
    return isOverNeck(at) ? clamp(at.y + 0.5) : 1;
  };
  return {
    ...cutOut,
    silhouette: maskOf(width * height, (i) => cutOut.silhouette[i] === 1 && keeps(i) >= 0.5),
    alpha: { width, height, data: planeOf(width * height, (i) => cutOut.alpha.data[i] * keeps(i)) },
  };
}

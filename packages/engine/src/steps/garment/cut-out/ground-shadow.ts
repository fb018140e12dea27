import { type Box, boxAbove } from '../../../pixels/crop.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { luma } from '../../../pixels/lab.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';

/**
 * The shadow of a hat on its background, in byte steps: colourless, lighter downwards to nearly white, without texture.
 */
const GREY_MAX = 14;
const LIGHT_BELOW = 205;
const LIGHTER_MIN = 20;
const STEP_MAX = 14;
/** Least difference between the hat and its shadow at their edge. */
const EDGE_MIN = 40;
/** Width in pixels of an edge with mixed colours. */
const SOFT = 3;
/** Greatest share of the hat's height that its shadow takes; more is a part of the hat. */
const HEIGHT_MAX = 0.2;

/** The coverage of a hat without the shadow under its visor, if the cut-out has one. */
export function withoutGroundShadow(raster: Raster, alpha: Plane): Plane {
  const { width, height } = alpha;
  const box = boxAbove(alpha, 0.5, 0, 0);
  const tops = Array.from({ length: box.width }, (_, k) => topOfShadow(raster, alpha, box.left + k, box));
  const data = planeOf(alpha.data.length, (i) => {
    const top = tops[(i % width) - box.left] ?? null;
    return top === null ? alpha.data[i] : alpha.data[i] * clamp(top - Math.floor(i / width));
  });
  return { width, height, data };
}

/** The first row of the shadow in a column; null without a shadow. */
function topOfShadow({ data }: Raster, alpha: Plane, x: number, box: Box): number | null {
  const at = (y: number) => y * alpha.width + x;
  const channelsOf = (y: number) => [0, 1, 2].map((c) => data[at(y) * 3 + c]);
  const isGrey = (y: number) => Math.max(...channelsOf(y)) - Math.min(...channelsOf(y)) <= GREY_MAX;
  const lightAt = (y: number) => luma(data, at(y));
  const reach = HEIGHT_MAX * box.height;
  let edge = box.top + box.height - 1;
  while (edge > box.top + reach + SOFT && alpha.data[at(edge)] <= 0.5) edge--;
  const lowest = edge - SOFT;
  let y = lowest;
  while (y > lowest - reach && isGrey(y - 1) && Math.abs(lightAt(y) - lightAt(y - 1)) <= STEP_MAX) y--;
  const hat = channelsOf(y - SOFT);
  const differs = Math.hypot(...channelsOf(y).map((value, c) => value - hat[c]));
  const isShadow =
    lightAt(lowest) >= LIGHT_BELOW &&
    isGrey(lowest) &&
    y > lowest - reach &&
    differs >= EDGE_MIN &&
    lightAt(lowest) - lightAt(y) >= LIGHTER_MIN;
  return isShadow ? y : null;
}

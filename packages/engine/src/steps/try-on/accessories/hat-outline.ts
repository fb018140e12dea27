import type { AccessoryAnalysis } from '../../../analysis.ts';
import type { Box } from '../../../pixels/crop.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { rowOfAccessory } from './rigid.ts';

/** Part of the hat, from its lower edge, that measures its width. */
const BAND_SHARE = 0.22;
/** Steps of the outline. */
const OUTLINE_STEPS = 48;
/** The lower edge is measured up to this share of the half width. */
const EDGE_MEASURED = 0.85;

/** The shape of a hat, in pixels of its photo. */
export interface HatOutline {
  /** Width above the lower edge: the median of the rows. */
  readonly bandWidth: number;
  /** Middle and half width at a share of the height, 0 at the lower edge to 1 at the top. */
  at(rise: number): { readonly middle: number; readonly halfWidth: number };
  /** The row of the lower edge at a share of the half width, -1 left to 1 right. */
  edgeAt(share: number): number;
}

/** Measures the outline of a hat. `box` is its box in pixels of its photo. */
export function outlineOfHat(hat: AccessoryAnalysis, box: Box): HatOutline {
  const { alpha } = hat;
  const isHat = (x: number, y: number) => alpha.data[y * alpha.width + x] > 0.5;
  const bottom = box.top + box.height - 1;
  const rows = Array.from({ length: OUTLINE_STEPS + 1 }, (_, k) => {
    const { middle, width } = rowOfAccessory(hat, box, Math.round(bottom - (k / OUTLINE_STEPS) * (box.height - 1)));
    return { middle, halfWidth: width / 2 };
  });
  const band = rows
    .slice(Math.round(0.04 * OUTLINE_STEPS), Math.round(BAND_SHARE * OUTLINE_STEPS))
    .map((row) => row.halfWidth);
  const bandWidth = 2 * median(band);
  // The lowest rows hold only the lowest parts of the edge, so the band's width continues down to it.
  const firm = rows.findIndex((row) => row.halfWidth > 0.45 * bandWidth);
  for (let k = 0; k < firm; k++) rows[k] = rows[firm];
  const edges = Array.from({ length: OUTLINE_STEPS + 1 }, (_, k) => {
    const x = Math.round(box.left + box.width / 2 + ((k / OUTLINE_STEPS) * 2 - 1) * EDGE_MEASURED * (bandWidth / 2));
    let y = bottom;
    while (y > box.top && !isHat(x, y)) y--;
    return y + 1;
  });
  const between = (values: readonly number[], place: number) => {
    const at = clamp(place) * OUTLINE_STEPS;
    const k = Math.min(OUTLINE_STEPS - 1, Math.floor(at));
    return values[k] + (values[k + 1] - values[k]) * (at - k);
  };
  const middles = smoothed(rows.map((row) => row.middle));
  const halfWidths = smoothed(rows.map((row) => row.halfWidth));
  const edge = smoothed(edges);
  return {
    bandWidth,
    at: (rise) => ({ middle: between(middles, rise), halfWidth: between(halfWidths, rise) }),
    edgeAt: (share) => between(edge, (share / EDGE_MEASURED + 1) / 2),
  };
}

/** The mean of each value and its neighbours. */
function smoothed(values: readonly number[]): number[] {
  return values.map((_, k) => {
    const near = values.slice(Math.max(0, k - 2), k + 3);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

import type { AccessoryAnalysis } from '../../../analysis.ts';
import { type Components, findComponents } from '../../../pixels/components.ts';
import type { Box } from '../../../pixels/crop.ts';
import { median } from '../../../pixels/median.ts';
import { maskOf } from '../../../pixels/planes.ts';

/** Overlap of the cut-out with its own mirror image, 0 to 1. */
export function symmetryOf({ alpha }: AccessoryAnalysis, box: Box): number {
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

/** A row of an accessory, in pixels of its photo. */
export interface OutlineRow {
  readonly middle: number;
  readonly width: number;
}

/** Steps of an accessory's height. */
export const STEPS = 48;

/** The rows of an accessory from top to bottom, one a step, each the median of its neighbours. */
export function rowsOf(accessory: AccessoryAnalysis, box: Box): OutlineRow[] {
  const rows = Array.from({ length: STEPS + 1 }, (_, k) =>
    rowAt(accessory, box, Math.round(box.top + (k / STEPS) * (box.height - 1))),
  );
  return rows.map((_, k) => {
    const near = rows.slice(Math.max(0, k - 1), k + 2);
    return { middle: median(near.map((row) => row.middle)), width: median(near.map((row) => row.width)) };
  });
}

/** If the row is empty, the middle of the box and a width of 1. */
function rowAt({ alpha }: AccessoryAnalysis, box: Box, y: number): OutlineRow {
  let [left, right] = [box.left + box.width, box.left - 1];
  for (let x = box.left; x < box.left + box.width; x++) {
    if (alpha.data[y * alpha.width + x] <= 0.5) continue;
    left = Math.min(left, x);
    right = x;
  }
  return { middle: (left + right + 1) / 2, width: Math.max(1, right - left + 1) };
}

/** The row below the accessory in a column of its photo; beyond the box, in its outermost column. */
export function lowerEdgeOf({ alpha }: AccessoryAnalysis, box: Box): (column: number) => number {
  const edge = Array.from({ length: box.width }, (_, k) => {
    let y = box.top + box.height - 1;
    while (y > box.top && alpha.data[y * alpha.width + box.left + k] <= 0.5) y--;
    return y + 1;
  });
  return (column) => edge[Math.max(0, Math.min(box.width - 1, Math.round(column - box.left)))];
}

/** The parts of the background that an accessory surrounds, such as the loop of a handle. */
export function openingsIn({ alpha: { width, height, data } }: AccessoryAnalysis): Components {
  const clear = maskOf(data.length, (i) => data[i] <= 0.5);
  const { labels, sizes } = findComponents(clear, width, height);
  const outside = new Set([labels[0], labels[width - 1], labels.at(-width), labels.at(-1)]);
  return {
    labels: labels.map((label) => (outside.has(label) ? 0 : label)),
    sizes: sizes.map((size, label) => (outside.has(label) ? 0 : size)),
  };
}

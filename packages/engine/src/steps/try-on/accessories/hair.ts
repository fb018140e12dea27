import type { PersonAnalysis } from '../../../analysis.ts';
import type { Head } from './head.ts';

/** Width and height of the measured area around the head. */
const REACH = 3;
const STEP = 0.04;
/** Part of the head below its top whose outline does not show the head's middle. */
const CROWN = 0.5;
/** Places across the head where its top is measured. */
const MIDDLE = [-0.5, -0.25, 0, 0.25, 0.5] as const;

/** Extent of head and hair, in pupil distances. */
export interface Hair {
  /** Distance of the head's middle to the right of the eyes; not 0 in a turned face. */
  readonly middle: number;
  /** Half widths in steps from the lowest height up. */
  readonly halfWidths: readonly number[];
  /** Half the width at a height below the widest place; infinite above it. */
  halfWidthAt(up: number): number;
  /** Height of the top above the eyes. */
  readonly top: number;
}

/**
 * Measures head and hair by the outline of the person, from `lowest` above the eyes up. The rows from `forehead` up
 * give the head's middle.
 */
export function measureHair(head: Head, { matte }: PersonAnalysis, lowest: number, forehead: number): Hair {
  const isPerson = (right: number, up: number) => {
    const { x, y } = head.place(right, up);
    const [column, row] = [Math.round(x), Math.round(y)];
    return (
      column >= 0 &&
      row >= 0 &&
      column < matte.width &&
      row < matte.height &&
      matte.data[row * matte.width + column] > 0.5
    );
  };
  const reach = (side: number, up: number) => {
    let out = 0;
    while (out < REACH && isPerson(side * (out + STEP), up)) out += STEP;
    return out;
  };
  const spans: { readonly left: number; readonly right: number }[] = [];
  for (let up = lowest; up < REACH && MIDDLE.some((right) => isPerson(right, up)); up += STEP)
    spans.push({ left: reach(-1, up), right: reach(1, up) });
  const skull = spans.slice(Math.round((forehead - lowest) / STEP), Math.round(-CROWN / STEP));
  const middle = skull.reduce((sum, { left, right }) => sum + (right - left) / 2 / skull.length, 0);
  const halfWidths = spans.map(({ left, right }) => (left + right) / 2);
  const widest = halfWidths.indexOf(Math.max(...halfWidths));
  return {
    middle,
    halfWidths,
    top: lowest + (spans.length - 1) * STEP,
    halfWidthAt: (height) => {
      const step = Math.max(0, Math.floor((height - lowest) / STEP));
      return step < widest ? Math.max(...halfWidths.slice(0, step + 1)) : Number.POSITIVE_INFINITY;
    },
  };
}

/** Share of the head between two heights that is neither hair nor skin, such as a hat, a scarf or headphones. */
export function shareCovered(head: Head, { regions }: PersonAnalysis, bottom: number, top: number): number {
  const { data, width, height } = regions.probability.other;
  let sum = 0;
  let count = 0;
  for (let up = bottom; up < top; up += 2 * STEP) {
    for (const right of MIDDLE) {
      const { x, y } = head.place(right, up);
      const [column, row] = [Math.floor(x / regions.scale), Math.floor(y / regions.scale)];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      sum += data[row * width + column];
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

import { checkpointAt } from '../checkpoint.ts';
import type { Box } from './crop.ts';
import { maskOf } from './planes.ts';

/** Connected parts of a mask. */
export interface Components {
  /** The part of each pixel, from 1; 0 outside the mask. */
  readonly labels: Int32Array;
  /** Pixels of each part; index 0 is not used. */
  readonly sizes: readonly number[];
}

/**
 * Finds the connected parts of a mask (4-neighbourhood), numbered from top to bottom. A part has one value of the mask
 * throughout; 0 is outside.
 */
export function findComponents(mask: Uint8Array, width: number, height: number): Components {
  const labels = new Int32Array(width * height);
  const sizes = [0];
  const part = new Int32Array(width * height);
  for (let start = 0; start < labels.length; start++) {
    checkpointAt(start);
    if (!mask[start] || labels[start]) continue;
    const label = sizes.length;
    let size = 0;
    const visit = (i: number) => {
      if (mask[i] !== mask[start] || labels[i]) return;
      labels[i] = label;
      part[size++] = i;
    };
    visit(start);
    for (let k = 0; k < size; k++) {
      checkpointAt(k);
      const x = part[k] % width;
      if (x > 0) visit(part[k] - 1);
      if (x < width - 1) visit(part[k] + 1);
      visit(part[k] - width);
      visit(part[k] + width);
    }
    sizes.push(size);
  }
  return { labels, sizes };
}

/** The smallest box around each part. Number 0 is no part, so its width is below 0. */
export function boxesOf({ labels, sizes }: Components, width: number): Box[] {
  const ends = sizes.map(() => ({ left: width, right: -1, top: -1, bottom: -1 }));
  for (let i = 0; i < labels.length; i++) {
    if (!labels[i]) continue;
    const end = ends[labels[i]];
    const x = i % width;
    end.bottom = (i - x) / width;
    if (end.top < 0) end.top = end.bottom;
    if (x < end.left) end.left = x;
    if (x > end.right) end.right = x;
  }
  return ends.map(({ left, right, top, bottom }) => ({ left, top, width: right + 1 - left, height: bottom + 1 - top }));
}

/** Number of the largest part; 0 if the mask is empty. */
export function largestComponent({ sizes }: Components): number {
  return sizes.reduce((best, size, label) => (size > sizes[best] ? label : best), 0);
}

/** The largest connected part of a mask; empty for an empty mask. */
export function largestPart(mask: Uint8Array, width: number, height: number): Uint8Array {
  const parts = findComponents(mask, width, height);
  const largest = largestComponent(parts);
  return maskOf(mask.length, (i) => largest > 0 && parts.labels[i] === largest);
}

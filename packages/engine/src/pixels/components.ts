import { checkpoint } from '../checkpoint.ts';
import { maskOf } from './planes.ts';

/** Connected parts of a mask. */
export interface Components {
  /** The part of each pixel, from 1; 0 outside the mask. */
  readonly labels: Int32Array;
  /** Pixels of each part; index 0 is not used. */
  readonly sizes: readonly number[];
}

/** Finds the connected parts of a mask (4-neighbourhood). */
export function findComponents(mask: ArrayLike<number>, width: number, height: number): Components {
  checkpoint();
  const size = width * height;
  const labels = new Int32Array(size);
  const sizes = [0];
  const stack = new Int32Array(size);
  for (let start = 0; start < size; start++) {
    if (!mask[start] || labels[start]) continue;
    const label = sizes.length;
    let top = 0;
    let count = 0;
    const visit = (i: number) => {
      if (mask[i] && !labels[i]) {
        labels[i] = label;
        stack[top++] = i;
      }
    };
    visit(start);
    while (top > 0) {
      const i = stack[--top];
      const x = i % width;
      count++;
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i + width < size) visit(i + width);
    }
    sizes.push(count);
  }
  return { labels, sizes };
}

/** The outermost pixels of a part. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The extent of each part. Number 0 is no part, so its right is less than its left. */
export function extentsOf({ labels, sizes }: Components, width: number): Extent[] {
  const extents = sizes.map(() => ({ left: width, right: -1, top: Number.POSITIVE_INFINITY, bottom: -1 }));
  for (let i = 0; i < labels.length; i++) {
    if (!labels[i]) continue;
    const extent = extents[labels[i]];
    const x = i % width;
    extent.left = Math.min(extent.left, x);
    extent.right = Math.max(extent.right, x);
    extent.top = Math.min(extent.top, (i - x) / width);
    extent.bottom = (i - x) / width;
  }
  return extents;
}

/** Number of the largest part; 0 if the mask is empty. */
export function largestComponent({ sizes }: Components): number {
  let best = 0;
  for (let label = 1; label < sizes.length; label++) if (best === 0 || sizes[label] > sizes[best]) best = label;
  return best;
}

/** The largest connected part of a mask; empty for an empty mask. */
export function largestPart(mask: ArrayLike<number>, width: number, height: number): Uint8Array<ArrayBuffer> {
  const parts = findComponents(mask, width, height);
  const largest = largestComponent(parts);
  return maskOf(mask.length, (i) => largest > 0 && parts.labels[i] === largest);
}

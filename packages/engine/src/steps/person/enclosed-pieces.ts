import { findComponents } from '../../pixels/components.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/**
 * 1 on each connected piece of the label `part` that borders on nothing but the label `other`, 0 elsewhere. A piece at
 * the edge of the picture may go on beyond it, so it is not enclosed. Labels are above 0.
 */
export function enclosedPieces(labels: Uint8Array, part: number, other: number, { width, height }: Size): Uint8Array {
  const isElsewhere = maskOf(labels.length, (i) => labels[i] !== other);
  const { labels: pieces, sizes } = findComponents(isElsewhere, width, height);
  const isOpen = new Array<boolean>(sizes.length).fill(false);
  for (let i = 0; i < pieces.length; i++) {
    const x = i % width;
    const isAtEdge = x === 0 || x === width - 1 || i < width || i >= pieces.length - width;
    if (labels[i] !== part || isAtEdge) isOpen[pieces[i]] = true;
  }
  return maskOf(labels.length, (i) => pieces[i] > 0 && !isOpen[pieces[i]]);
}

import { findComponents } from '../../pixels/components.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/**
 * 1 on each connected piece of the label `part` that borders on nothing but the label `other`, 0 elsewhere. A piece at
 * the edge of the picture may go on beyond it, so it is not enclosed. Labels are above 0.
 */
export function enclosedPieces(
  labels: Uint8Array,
  part: number,
  other: number,
  { width, height }: Size,
): Uint8Array<ArrayBuffer> {
  const { labels: pieces, sizes } = findComponents(labels, width, height);
  const isOpen = new Array<boolean>(sizes.length).fill(false);
  const isForeign = (i: number) => labels[i] !== part && labels[i] !== other;
  for (let i = 0; i < pieces.length; i++) {
    if (labels[i] !== part || isOpen[pieces[i]]) continue;
    const x = i % width;
    isOpen[pieces[i]] =
      x === 0 ||
      x === width - 1 ||
      i < width ||
      i >= labels.length - width ||
      isForeign(i - 1) ||
      isForeign(i + 1) ||
      isForeign(i - width) ||
      isForeign(i + width);
  }
  return maskOf(labels.length, (i) => labels[i] === part && !isOpen[pieces[i]]);
}

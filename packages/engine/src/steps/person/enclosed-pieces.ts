import { findComponents } from '../../pixels/components.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/**
 * 1 on each connected piece of the label `part` that borders on nothing but the label `other`, 0 elsewhere. A piece at
 * the edge of the picture may go on beyond it, so it is not enclosed.
 */
export function enclosedPieces(
  labels: Int8Array,
  part: number,
  other: number,
  { width, height }: Size,
): Uint8Array<ArrayBuffer> {
  const { labels: pieces, sizes } = findComponents(
    maskOf(labels.length, (i) => labels[i] === part),
    width,
    height,
  );
  const isOpen = new Array<boolean>(sizes.length).fill(false);
  const isForeign = (i: number) => labels[i] !== part && labels[i] !== other;
  for (let i = 0; i < pieces.length; i++) {
    if (!pieces[i] || isOpen[pieces[i]]) continue;
    const x = i % width;
    const isBeside =
      x === 0 ||
      x === width - 1 ||
      i < width ||
      i >= labels.length - width ||
      isForeign(i - 1) ||
      isForeign(i + 1) ||
      isForeign(i - width) ||
      isForeign(i + width);
    if (isBeside) isOpen[pieces[i]] = true;
  }
  return maskOf(labels.length, (i) => pieces[i] > 0 && !isOpen[pieces[i]]);
}

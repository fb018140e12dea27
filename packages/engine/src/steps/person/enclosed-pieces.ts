import { findComponents, largestComponent } from '../../pixels/components.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/**
 * 1 on each connected piece of the label `part` that borders on the label `other` alone, 0 elsewhere. Labels of
 * `ignored` beside a piece do not count, and then the largest piece stays. A piece at the edge of the picture may go on
 * beyond it, so it is not enclosed.
 */
export function enclosedPieces(
  labels: Uint8Array,
  part: number,
  other: number,
  { width, height }: Size,
  ignored: readonly number[] = [],
): Uint8Array {
  const components = findComponents(
    maskOf(labels.length, (i) => labels[i] === part),
    width,
    height,
  );
  const { labels: pieces, sizes } = components;
  const isOpen = sizes.map(() => false);
  if (ignored.length > 0) isOpen[largestComponent(components)] = true;
  const touches = sizes.map(() => false);
  for (let i = 0; i < pieces.length; i++) {
    if (!pieces[i]) continue;
    const x = i % width;
    if (x === 0 || x === width - 1 || i < width || i >= pieces.length - width) {
      isOpen[pieces[i]] = true;
      continue;
    }
    for (const beside of [labels[i - 1], labels[i + 1], labels[i - width], labels[i + width]]) {
      if (beside === other) touches[pieces[i]] = true;
      else if (beside !== part && !ignored.includes(beside)) isOpen[pieces[i]] = true;
    }
  }
  return maskOf(labels.length, (i) => pieces[i] > 0 && touches[pieces[i]] && !isOpen[pieces[i]]);
}

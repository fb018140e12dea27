import { findComponents } from '../../pixels/components.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';
import { open } from './solid-part.ts';

/** Half the width below which a part is thin, and its least extent, as shares of the picture's longer side. */
const THIN = 0.008;
const EXTENT_MIN = 0.04;
/**
 * How little such a part differs from the ground, against the garment (measured: joints of tiles 0.55 and below, straps and hems 0.67 and
 * above), and how far all such parts together must reach, in longer sides.
 */
const UNLIKE_MAX = 0.6;
const REACH_MIN = 0.3;

/**
 * True where thin lines run off a garment that differ from the background less than it does: the joints of tiles or boards that it lies
 * on. `distance` tells how far each pixel's colour lies from the background.
 */
export function hasGroundLines(silhouette: Uint8Array<ArrayBuffer>, distance: Float32Array, { width, height }: Size): boolean {
  const longer = Math.max(width, height);
  const core = open(silhouette, width, height, THIN * longer);
  const { labels, sizes } = findComponents(
    maskOf(core.length, (i) => silhouette[i] === 1 && core[i] === 0),
    width,
    height,
  );
  const parts = sizes.map(() => ({ left: width, right: 0, top: height, bottom: 0, distance: 0 }));
  let [coreDistance, coreSize] = [0, 1];
  for (let i = 0; i < labels.length; i++) {
    if (core[i]) {
      coreDistance += distance[i];
      coreSize++;
    }
    if (!labels[i]) continue;
    const part = parts[labels[i]];
    const x = i % width;
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x);
    part.top = Math.min(part.top, (i - x) / width);
    part.bottom = (i - x) / width;
    part.distance += distance[i];
  }
  const lines = parts
    .map((part, label) => ({
      extent: Math.max(part.right - part.left, part.bottom - part.top) / longer,
      unlike: part.distance / sizes[label] / (coreDistance / coreSize),
    }))
    .filter(({ extent, unlike }) => extent > EXTENT_MIN && unlike < UNLIKE_MAX);
  return lines.reduce((sum, { extent }) => sum + extent, 0) > REACH_MIN;
}

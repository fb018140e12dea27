import { distanceTo } from '../../pixels/distance.ts';
import { toLab } from '../../pixels/lab.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Width of the ring around a hole that is looked at, as a share of the height. */
const RING = 0.008;
/** How much a difference in lightness counts against one in a*b*: folds and shade are of one ground. */
const LIGHT_SHARE = 0.35;
/** Distance from the commonest colour of the ring within which a pixel is of one ground with it, and the share of the ring that has to be. */
const SAME = 10;
const EVEN_SHARE = 0.97;
/** The same distance from which a pixel shows something else than that ground. */
const OTHER = 16;
/** Least pixels of the ground for each of the hole: fewer are no choice. */
const CHOICE_MIN = 1.5;

/**
 * Where a hole may be filled from: all but the hole; where all that touches it is of one ground, such as cloth, only what looks like
 * that, so that the paper around a garment does not get into it.
 */
export function sourceAround(picture: Raster, hole: Uint8Array): Uint8Array<ArrayBuffer> {
  const { width, height } = picture;
  const rest = maskOf(hole.length, (i) => hole[i] === 0);
  const reach = Math.max(2, RING * height);
  const away = distanceTo(hole, width, height, reach);
  const ring = [...away.keys()].filter((i) => rest[i] === 1 && away[i] <= reach);
  if (ring.length === 0) return rest;
  const { l, a, b } = toLab(picture);
  const [light, red, yellow] = [l, a, b].map((plane) => Float32Array.from(ring, (i) => plane[i]).sort()[ring.length >> 1]);
  const differs = (i: number) => Math.hypot((l[i] - light) * LIGHT_SHARE, a[i] - red, b[i] - yellow);
  if (ring.filter((i) => differs(i) < SAME).length < EVEN_SHARE * ring.length) return rest;
  const same = maskOf(hole.length, (i) => rest[i] === 1 && differs(i) < OTHER);
  return countOf(same) < CHOICE_MIN * countOf(hole) ? rest : same;
}

const countOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

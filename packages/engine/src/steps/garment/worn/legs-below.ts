import { checkpointAt } from '../../../checkpoint.ts';
import { findComponents } from '../../../pixels/components.ts';
import type { LabPlanes } from '../../../pixels/lab.ts';
import { medianAt } from '../../../pixels/median.ts';
import { maskOf } from '../../../pixels/planes.ts';

/** Distance in a*b* above which a colour is not the garment's. */
const UNLIKE = 15;
/** Step between the pixels that give the garment's colour. */
const SAMPLED = 7;
/** Hems lie below this share of a garment's height. */
const HEMS_FROM = 0.4;
/** Least share of a part's columns without garment below them, for a part that hangs out of it. */
const LOWEST_MIN = 0.7;

/**
 * The remaining parts of legs below the hems of shorts: possible skin without the garment's colour and without garment
 * below it. The light on legs differs from that on the belly, which gives the wearer's skin colour.
 */
export function legsBelow(
  silhouette: Uint8Array<ArrayBuffer>,
  { width, height, a, b }: LabPlanes,
  isSkin: (pixel: number) => boolean,
): Uint8Array<ArrayBuffer> {
  const sample: number[] = [];
  for (let i = 0; i < silhouette.length; i += SAMPLED) if (silhouette[i]) sample.push(i);
  const [middleA, middleB] = [a, b].map((plane) => medianAt(plane, sample));
  const [top, bottom] = [silhouette.indexOf(1), silhouette.lastIndexOf(1)].map((i) => Math.floor(i / width));
  const from = (top + HEMS_FROM * (bottom - top)) * width;
  const isUnlike = (i: number) => Math.hypot(a[i] - middleA, b[i] - middleB) > UNLIKE;
  const { labels, sizes } = findComponents(
    maskOf(silhouette.length, (i) => silhouette[i] === 1 && i >= from && isUnlike(i) && isSkin(i)),
    width,
    height,
  );
  const lowest = new Int32Array(width).fill(-1);
  for (let i = 0; i < silhouette.length; i++) {
    checkpointAt(i);
    if (silhouette[i]) lowest[i % width] = i;
  }
  const [columns, ends] = [new Int32Array(sizes.length), new Int32Array(sizes.length)];
  for (let x = 0; x < width; x++) {
    const crossed = new Set<number>();
    for (let i = x; i <= lowest[x]; i += width) if (labels[i]) crossed.add(labels[i]);
    for (const part of crossed) {
      columns[part]++;
      if (isEnd(labels, lowest[x], width, part)) ends[part]++;
    }
  }
  return maskOf(labels.length, (i) => labels[i] > 0 && ends[labels[i]] >= LOWEST_MIN * columns[labels[i]]);
}

/** Width in pixels of a mixed edge that may lie below a part. */
const EDGE = 4;

const isEnd = (labels: Int32Array, lowest: number, width: number, part: number) =>
  Array.from({ length: EDGE }, (_, k) => labels[lowest - k * width]).includes(part);

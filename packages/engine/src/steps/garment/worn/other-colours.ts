import { checkpointAt } from '../../../checkpoint.ts';
import { findComponents } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import type { LabPlanes } from '../../../pixels/lab.ts';
import { medianAt } from '../../../pixels/median.ts';
import { inverted, maskOf, pixelsWhere } from '../../../pixels/planes.ts';

/** Distance in a*b* above which a colour is not the garment's. */
const UNLIKE = 15;
/** Greatest share of such colours beside hands. A greater share is a pattern. */
const PATTERN_MAX = 0.1;
/** Range of a garment's height where hands hang beside it; above is the waistband. */
const HANDS = [0.08, 0.55] as const;
/** Greatest distance in pixels between the outline and the beginning of a hand's part. */
const AT_OUTLINE = 3;
/** The same where hems lie: down to its end. */
const HEMS = [0.4, 2] as const;
/** Least share of a part's columns without garment below them, for a part that hangs out of it. */
const LOWEST_MIN = 0.7;
/** Width in pixels of a mixed edge that may lie below a part. */
const EDGE = 4;

/**
 * The remaining parts of hands, and of the background between, on trousers of one colour: parts of other colours at the
 * outline. Empty for patterns.
 */
export function handsOn(silhouette: Uint8Array<ArrayBuffer>, lab: LabPlanes): Uint8Array<ArrayBuffer> {
  const { width, height } = lab;
  const { isBetween, isUnlike } = garmentOf(silhouette, lab);
  const besideHands = pixelsWhere(silhouette.length, (i) => isBetween(i, ...HANDS));
  const unlike = maskOf(silhouette.length, (i) => isBetween(i, ...HANDS) && isUnlike(i));
  if (besideHands.filter((i) => unlike[i]).length > PATTERN_MAX * besideHands.length)
    return new Uint8Array(silhouette.length);
  const { labels } = findComponents(unlike, width, height);
  const toOutline = distanceTo(inverted(silhouette), width, height, AT_OUTLINE);
  const atOutline = new Set(labels.filter((_, i) => toOutline[i] <= AT_OUTLINE));
  return maskOf(labels.length, (i) => labels[i] > 0 && atOutline.has(labels[i]));
}

/**
 * The remaining parts of legs below the hems of shorts: possible skin without the garment's colour and without garment
 * below it. The light on legs differs from that on the belly, which gives the wearer's skin colour.
 */
export function legsBelow(
  silhouette: Uint8Array<ArrayBuffer>,
  lab: LabPlanes,
  isSkin: (pixel: number) => boolean,
): Uint8Array<ArrayBuffer> {
  const { width, height } = lab;
  const { isBetween, isUnlike } = garmentOf(silhouette, lab);
  const { labels, sizes } = findComponents(
    maskOf(silhouette.length, (i) => isBetween(i, ...HEMS) && isUnlike(i) && isSkin(i)),
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
    const atEnd = Array.from({ length: EDGE }, (_, k) => labels[lowest[x] - k * width]);
    for (const part of crossed) {
      columns[part]++;
      if (atEnd.includes(part)) ends[part]++;
    }
  }
  return maskOf(labels.length, (i) => labels[i] > 0 && ends[labels[i]] >= LOWEST_MIN * columns[labels[i]]);
}

/** Whether a pixel of a garment lies between two shares of its height, and whether a colour is not the garment's. */
function garmentOf(silhouette: Uint8Array, { width, a, b }: LabPlanes) {
  const pixels = pixelsWhere(silhouette.length, (i) => silhouette[i] === 1);
  const [middleA, middleB] = [a, b].map((plane) => medianAt(plane, pixels));
  const [top, bottom] = [pixels[0] ?? 0, pixels.at(-1) ?? 0].map((i) => Math.floor(i / width));
  const rowAt = (share: number) => top + share * (bottom - top);
  return {
    isBetween: (i: number, from: number, to: number) =>
      silhouette[i] === 1 && i >= rowAt(from) * width && i < rowAt(to) * width,
    isUnlike: (i: number) => Math.hypot(a[i] - middleA, b[i] - middleB) > UNLIKE,
  };
}

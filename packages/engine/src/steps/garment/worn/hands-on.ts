import { findComponents } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import type { LabPlanes } from '../../../pixels/lab.ts';
import { medianAt } from '../../../pixels/median.ts';
import { inverted, maskOf } from '../../../pixels/planes.ts';

/**
 * Distance in a*b* above which a colour is not the garment's, and the greatest share of such colours beside hands. A
 * greater share is a pattern.
 */
const UNLIKE = 15;
const PATTERN_MIN = 0.1;
/** Range of a garment's height where hands hang beside it; above is the waistband. */
const HANDS_FROM = 0.08;
const HANDS_TO = 0.55;
/** Greatest distance in pixels between the outline and the beginning of a hand's part. */
const AT_OUTLINE = 3;

/**
 * The remaining parts of hands, and of the background between, on trousers of one colour: parts of other colours at the
 * outline. Empty for patterns.
 */
export function handsOn(
  silhouette: Uint8Array<ArrayBuffer>,
  { width, height, a, b }: LabPlanes,
): Uint8Array<ArrayBuffer> {
  const pixels = Array.from(silhouette.keys()).filter((i) => silhouette[i]);
  const [middleA, middleB] = [a, b].map((plane) => medianAt(plane, pixels));
  const isUnlike = (i: number) => Math.hypot(a[i] - middleA, b[i] - middleB) > UNLIKE;
  const [top, bottom] = [pixels[0] ?? 0, pixels.at(-1) ?? 0].map((i) => Math.floor(i / width));
  const [from, to] = [HANDS_FROM, HANDS_TO].map((share) => (top + share * (bottom - top)) * width);
  const besideHands = pixels.filter((i) => i >= from && i < to);
  if (besideHands.filter(isUnlike).length > PATTERN_MIN * besideHands.length) return new Uint8Array(silhouette.length);
  const { labels, sizes } = findComponents(
    maskOf(silhouette.length, (i) => silhouette[i] === 1 && i >= from && i < to && isUnlike(i)),
    width,
    height,
  );
  const toOutline = distanceTo(inverted(silhouette), width, height, AT_OUTLINE);
  const isAtOutline = sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) if (labels[i] && toOutline[i] <= AT_OUTLINE) isAtOutline[labels[i]] = true;
  return maskOf(labels.length, (i) => labels[i] > 0 && isAtOutline[labels[i]]);
}

import { measurePicture, type PictureMeasures } from './picture-measures.ts';

/** Shorter side above which more pixels do not raise the score: that of a standard output. */
const SIDE_PIXELS_ENOUGH = 800;

/**
 * Range of the share of the picture that a product should take: a smaller product is far away, a larger one is a
 * detail.
 */
const SUBJECT_SHARE_MIN = 0.1;
const SUBJECT_SHARE_MAX = 0.8;

/** Words in file names of views from elsewhere than the front, or of a part. */
const OTHER_VIEW = /(^|[^a-z])(back|rear|side|detail|details|close|closeup|zoom|label|inside|swatch)([^a-z]|$)/i;
/** Words in file names of front views. */
const FRONT_VIEW = /(^|[^a-z])(front|main|hero|frontal)([^a-z]|$)/i;

/** How far the file name moves the score, as a share. */
const NAME_WEIGHT = 0.5;

/**
 * How well a photo shows a whole product from the front, 0 to 1. The best view of a product is its photo with the
 * highest score; among equals, the first linked.
 *
 * - 40 %: a plain background that the product does not leave.
 * - 30 %: an outline like its mirror image, as garments have from the front.
 * - 20 %: a size in the picture between a far view and a detail.
 * - 10 %: enough pixels.
 *
 * "back", "side" or "detail" in the file name halves the score; "front" moves it half-way to 1.
 */
export async function scoreView(source: Uint8Array | string, fileName: string): Promise<number> {
  const score = scoreOf(await measurePicture(source));
  if (OTHER_VIEW.test(fileName)) return score * NAME_WEIGHT;
  if (FRONT_VIEW.test(fileName)) return score + (1 - score) * NAME_WEIGHT;
  return score;
}

function scoreOf({ width, height, plainness, symmetry, subjectShare }: PictureMeasures): number {
  const fits = subjectShare >= SUBJECT_SHARE_MIN && subjectShare <= SUBJECT_SHARE_MAX;
  const pixels = Math.min(1, Math.min(width, height) / SIDE_PIXELS_ENOUGH);
  return 0.4 * plainness + 0.3 * symmetry + (fits ? 0.2 : 0) + 0.1 * pixels;
}

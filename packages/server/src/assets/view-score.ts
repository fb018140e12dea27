import { measurePicture, type PictureMeasures } from './picture-measures.ts';

/** Shorter side from which more pixels make a view no better: that of a standard output. */
const SIDE_PIXELS_ENOUGH = 800;

/** Shares of the picture a product may take: less is far away, more is a detail. */
const SUBJECT_SHARE_MIN = 0.1;
const SUBJECT_SHARE_MAX = 0.8;

/** Words of a file name for views that show a product from elsewhere than the front, or not whole. */
const OTHER_VIEW = /(^|[^a-z])(back|rear|side|detail|details|close|closeup|zoom|label|inside|swatch)([^a-z]|$)/i;
/** Words for the view work wants. */
const FRONT_VIEW = /(^|[^a-z])(front|main|hero|frontal)([^a-z]|$)/i;

/** What a view's file name can take or add. */
const NAME_WEIGHT = 0.5;

/**
 * How well a photo shows a product whole and from the front, 0 to 1. The best view of a product is the photo with the
 * highest score, among equals the first linked. What counts: a plain background that the product does not run out of
 * (40 %), an outline like its mirror image, as garments have from the front (30 %), a size within the picture between a
 * far view and a detail (20 %), enough pixels (10 %). A file name that says "back", "side" or "detail" halves the
 * score, one that says "front" moves it half-way to 1.
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

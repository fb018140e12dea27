import type { BodyFrame, GarmentAnalysis, GarmentCategory, PersonAnalysis } from '../../../analysis.ts';
import type { Size } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';

/**
 * Least visible share of the torso, 0 shoulders to 1 hips, for each category. Measured on photos that end at 0.29,
 * 0.31, 0.56, 0.60, 0.69, 0.94 and 1.14: tops succeed from 0.69 on, trousers and skirts at 1.14. With less the elbows
 * are outside the picture and the arms are guessed.
 */
const SEEN_MIN: Readonly<Record<GarmentCategory, number>> = {
  top: 0.65,
  dress: 0.65,
  trousers: 1,
  skirt: 1,
  jumpsuit: 1,
};

/**
 * Throws EngineRejection for garments whose place on the body is outside the picture. The message says what the photo
 * must show.
 */
export function rejectUnseen({ frame, raster }: PersonAnalysis, garments: readonly GarmentAnalysis[]): void {
  if (garments.length === 0) return;
  const least = Math.max(...garments.map(({ category }) => SEEN_MIN[category]));
  if (seenTorso(frame, raster) >= least) return;
  throw new EngineRejection(
    least < 1
      ? 'The person photo ends far above the waist. Use a photo that shows shoulders, chest and arms down to the waist, better to the hips.'
      : 'The person photo ends above the hips, so it has no room for trousers, shorts, skirts or jumpsuits. Use a photo that shows the person down to the knees, better to the feet.',
  );
}

/**
 * Share of the torso where its axis leaves the picture, 0 shoulders to 1 hips; beyond 1 if the picture shows the legs.
 */
function seenTorso({ shoulderCentre, down, torsoLength }: BodyFrame, { width, height }: Size): number {
  const sides =
    down.x > 0
      ? (width - shoulderCentre.x) / down.x
      : down.x < 0
        ? -shoulderCentre.x / down.x
        : Number.POSITIVE_INFINITY;
  const bottom = down.y > 0 ? (height - shoulderCentre.y) / down.y : Number.POSITIVE_INFINITY;
  return Math.min(sides, bottom) / torsoLength;
}

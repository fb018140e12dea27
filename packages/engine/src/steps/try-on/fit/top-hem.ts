import type { BodyModel } from '../body/body-model.ts';
import { sits } from '../body/joints.ts';
import type { Wear } from './fit.ts';

/** Lower limit of an extension without a hem to cover, as a share of the torso. */
const HIPS = 0.98;
/** Greatest extension of a top, in torso lengths. */
const LENGTHENING_MAX = 0.22;
/** Least length of a tucked top below the waistband, and highest end of an untucked one. */
const TUCKED_MIN = 0.05;
const UNTUCKED_MIN = 1.04;
/** Change of length from which a request for a shorter top is followed. */
const CROPPED = -0.1;

/** End of hanging cloth on people who sit, as a share of the torso: the crease of the hips. */
const LAP = 1.02;

/** The end of a top with the given cut without clothes below it, as a share of the torso. A lap shortens it. */
export function cutOver(cut: number, { joints, torsoLength }: BodyModel): number {
  return sits(joints, torsoLength) ? Math.min(cut, LAP) : cut;
}

/**
 * The share of the torso where a top ends: below the waistband, over it, or hanging; for a jumpsuit, at the person's
 * waist. `cut` is the end by its cut. A top that is too short for the waistband hangs, unless the words tuck it in.
 */
export function topHem(cut: number, { hem, tuck, untucked }: Wear, { worn }: BodyModel): number {
  if (tuck?.band === 'sewn') return tuck.share + TUCKED_MIN;
  if (tuck && (tuck.band !== 'own' || cut + LENGTHENING_MAX > tuck.share))
    return Math.max(cut, tuck.share + TUCKED_MIN);
  // A top that is requested short shows the clothes below it.
  const end = hem < CROPPED ? cut : lengthened(cut, worn.hem);
  return untucked ? Math.max(end, UNTUCKED_MIN) : end;
}

/**
 * The end of a top: by its cut, or a little lower to cover the old hem. If it cannot reach that hem, or over a dress,
 * it moves towards the hips. That leaves less belly to invent.
 */
function lengthened(hem: number, worn: number | null): number {
  if (worn !== null && worn < hem - 0.03) return hem;
  if (worn !== null && worn - hem < LENGTHENING_MAX) return worn + 0.05;
  return Math.max(hem, Math.min(hem + LENGTHENING_MAX, HIPS));
}

import type { BodyModel } from '../body/body-model.ts';
import { sits } from '../body/seated.ts';
import type { Wear } from './fit.ts';

/** Where a top ends that is lengthened without an end to reach, as a share of the torso. */
const HIPS = 0.98;
/** A top is lengthened by up to this many torso lengths. */
const LENGTHENING_MAX = 0.22;
/** How far a tucked top goes on under the waistband at least, and how high an untucked one may end. */
const TUCKED_MIN = 0.05;
const UNTUCKED_MIN = 1.04;
/** Change of length from which a request for a shorter top counts. */
const CROPPED = -0.1;

/** Where what hangs down ends on people who sit, as a share of the torso: in the crease of the hips. */
const LAP = 1.02;

/**
 * Where a top that is cut to end at a share of the torso would end if nothing were worn beneath it: a lap draws it up.
 */
export function cutOver(cut: number, { joints, torsoLength }: BodyModel): number {
  return sits(joints, torsoLength) ? Math.min(cut, LAP) : cut;
}

/**
 * The share of the torso at which a top ends: under the waistband, over it, or as it falls; that of a jumpsuit has its
 * waist at the person's. `cut` is where it would end as it is cut.
 */
export function topHem(cut: number, { hem, tuck, untucked }: Wear, { worn }: BodyModel): number {
  if (tuck?.band === 'sewn') return tuck.share + TUCKED_MIN;
  if (tuck) return Math.max(cut, tuck.share + TUCKED_MIN);
  // A top that is asked to be short shows what is under it, whatever was worn.
  const end = hem < CROPPED ? cut : lengthened(cut, worn.hem);
  return untucked ? Math.max(end, UNTUCKED_MIN) : end;
}

/**
 * Hem of a top: as cut, or a little lower to cover the old one. If it cannot reach that far, or over a dress, it still
 * moves towards the hips, so that less belly is invented.
 */
function lengthened(hem: number, worn: number | null): number {
  if (worn !== null && worn < hem - 0.03) return hem;
  if (worn !== null && worn - hem < LENGTHENING_MAX) return worn + 0.05;
  return Math.max(hem, Math.min(hem + LENGTHENING_MAX, HIPS));
}

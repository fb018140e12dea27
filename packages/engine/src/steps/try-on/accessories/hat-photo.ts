import type { AccessoryAnalysis } from '../../../analysis.ts';
import { EngineRejection } from '../../../rejection.ts';

/** Certainty of the cut-out from which its edge is clean enough for the middle of the picture. */
const CUT_OUT_MIN = 0.6;

/** Throws EngineRejection for a hat whose outline is not certain. */
export function rejectRoughHat({ confidence }: AccessoryAnalysis): void {
  if (confidence.cutOut < CUT_OUT_MIN)
    throw new EngineRejection(
      'The hat hardly differs from the background of its photo. Use a photo of the hat on an even background that is lighter or darker than it, or a PNG with a transparent background.',
    );
}

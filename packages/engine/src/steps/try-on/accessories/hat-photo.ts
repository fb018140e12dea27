import type { AccessoryAnalysis } from '../../../analysis.ts';
import { EngineRejection } from '../../../rejection.ts';

/** Least confidence of a cut-out whose edge is clean enough for the middle of the picture. */
const CUT_OUT_MIN = 0.6;

/** Throws EngineRejection for a hat with an uncertain outline. */
export function rejectRoughHat({ confidence }: AccessoryAnalysis): void {
  if (confidence.cutOut < CUT_OUT_MIN)
    throw new EngineRejection(
      'The hat hardly differs from the background of its photo. Use a photo of the hat on an even background that is lighter or darker than it, or a PNG with a transparent background.',
    );
}

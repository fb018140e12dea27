import type { ProductAnalysis } from '../../analysis.ts';
import type { EngineWarning } from '../../engine.ts';

/** Certainty of a cut-out below which it is worth a warning. */
const CUT_OUT_MIN = 0.45;

/** What is doubtful about the outline of a product in its photo. */
export function doubtsOfCutOut({ cutOut }: ProductAnalysis['confidence']): EngineWarning[] {
  if (cutOut >= CUT_OUT_MIN) return [];
  return [
    {
      code: 'low_confidence_cut_out',
      message: 'The garment was hard to tell from its background; a photo on an even background gives a cleaner edge.',
    },
  ];
}

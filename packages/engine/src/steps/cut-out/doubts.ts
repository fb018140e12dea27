import type { ProductAnalysis } from '../../analysis.ts';
import type { EngineWarning } from '../../engine.ts';

/** A cut-out with less confidence gets a warning. */
const CUT_OUT_MIN = 0.45;

/** Warnings about the outline of a product in its photo. */
export function doubtsOfCutOut({ cutOut }: Pick<ProductAnalysis['confidence'], 'cutOut'>): EngineWarning[] {
  if (cutOut >= CUT_OUT_MIN) return [];
  return [
    {
      code: 'low_confidence_cut_out',
      message:
        'The product hardly differs from the background of its photo. Use an even background for a cleaner edge.',
    },
  ];
}

import { type JobWarning, ratioOf } from '@atelier/contract';
import type { WorkOrder } from '../jobs/work-order.ts';

/** Farthest a ratio may be from the asked one: engines round sides to whole blocks of pixels. */
const TOLERANCE = 0.03;

/** The warnings of an output, and one more where its ratio is not the one that was asked for: some engines have few, and do not say so. */
export function withRatioWarning(
  warnings: readonly JobWarning[],
  { aspectRatio }: Pick<WorkOrder, 'aspectRatio'>,
  { width, height }: { readonly width: number; readonly height: number },
): readonly JobWarning[] {
  const isKnown = warnings.some(({ code }) => code === 'aspect_ratio_changed');
  if (aspectRatio === null || isKnown || Math.abs(width / height / ratioOf(aspectRatio) - 1) <= TOLERANCE) return warnings;
  const message = `The engine made ${width} × ${height} pixels, which is not ${aspectRatio}.`;
  return [...warnings, { code: 'aspect_ratio_changed', message }];
}

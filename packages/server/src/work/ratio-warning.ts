import { isVideo, type JobWarning, ratioOf } from '@atelier/contract';
import type { EngineOutput, GatheredPicture } from '../engines/port.ts';
import type { WorkOrder } from '../work-order.ts';
import { sizeOf } from './run.ts';

/** Farthest a ratio may be from the asked one: engines round sides to whole blocks of pixels. */
const TOLERANCE = 0.03;

/**
 * The warnings of an output, and one more where its ratio is not the asked one. A try-on or an edit that names no ratio
 * asks for that of its picture. Our own engines keep it, or change it as the words say.
 */
export function withRatioWarning(
  warnings: readonly JobWarning[],
  order: WorkOrder,
  pictures: readonly GatheredPicture[],
  outputKind: EngineOutput['kind'],
  { width, height }: { readonly width: number; readonly height: number },
): readonly JobWarning[] {
  const asked = askedRatio(order, pictures, outputKind);
  const isKnown = warnings.some(({ code }) => code === 'aspect_ratio_changed');
  if (asked === null || isKnown || Math.abs(width / height / asked.ratio - 1) <= TOLERANCE) return warnings;
  const message = `The engine made ${width} × ${height} pixels, which is not ${asked.name}.`;
  return [...warnings, { code: 'aspect_ratio_changed', message }];
}

/** The ratio of the order and its name; null if any ratio will do. */
function askedRatio(
  order: WorkOrder,
  pictures: readonly GatheredPicture[],
  outputKind: EngineOutput['kind'],
): { readonly ratio: number; readonly name: string } | null {
  const { aspectRatio, operation } = order;
  if (aspectRatio !== null) return { ratio: ratioOf(aspectRatio), name: aspectRatio };
  const isHosted = outputKind === 'delivered' || outputKind === 'remote';
  const photo = pictures.find(({ role }) => role === 'person' || role === 'source');
  if (!isHosted || !photo || isVideo(operation) || operation === 'inpaint' || operation === 'upscale') return null;
  const { width, height } = sizeOf(order, pictures);
  return { ratio: width / height, name: `the ratio of the photo, ${photo.width} × ${photo.height}` };
}

import { isVideo, type JobWarning, ratioOf } from '@atelier/contract';
import { discardPixels } from '../engines/pictures/formats.ts';
import { composeInpaint, inpaintPictures } from '../engines/pictures/inpaint.ts';
import type { EngineControl, EngineOutput, GatheredPicture } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { WorkOrder } from '../work-order.ts';
import { failedWith } from './ending.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';
import { sizeOf } from './run.ts';

/**
 * The pictures as engines get them; the mask of an inpaint is opaque and widened. Throws an Ending (`input_rejected`)
 * for a mask that selects nothing or has another ratio than the image.
 */
export async function inputsOf(
  { operation, input }: Pick<JobRow, 'operation' | 'input'>,
  pictures: readonly GatheredPicture[],
): Promise<readonly GatheredPicture[]> {
  if (operation !== 'inpaint') return pictures;
  const inputs = await inpaintPictures(input, pictures);
  if (typeof inputs === 'string') throw failedWith('input_rejected', inputs, 'rejected');
  return inputs;
}

/**
 * The output of a job. For an inpaint, it copies the masked part of the answer into the source; any other answer is
 * returned unchanged. Throws an Ending (`generation_failed`) if the ratio of the answer differs from the source.
 */
export async function withPaint(
  { temporaryFolder }: Pick<WorkRoom, 'temporaryFolder'>,
  { operation, input }: Pick<JobRow, 'operation' | 'input'>,
  inputs: readonly GatheredPicture[],
  painted: ReceivedOutput,
): Promise<ReceivedOutput> {
  if (operation !== 'inpaint' || painted.kind === 'file') return painted;
  try {
    const whole = await composeInpaint(inputs, input.options.maskExpansionPercent ?? 0, painted, temporaryFolder);
    if (whole) return whole;
  } finally {
    await discardPixels(painted);
  }
  const source = inputs.find(({ role }) => role === 'source');
  throw failedWith(
    'generation_failed',
    `The engine made ${painted.width} × ${painted.height} pixels, which is not the ratio of the image, ${source?.width} × ${source?.height}.`,
  );
}

/** An output, and doubts about its cut-out. */
interface CutOutput {
  readonly output: ReceivedOutput;
  readonly doubts: readonly JobWarning[];
}

/**
 * The output of a job, with its person or product cut out if the job asks for that. If nothing can be cut out, the
 * output stays as it is and gets a warning, because the work is paid for.
 */
export async function withCutOut(
  { cutOut, log }: Pick<WorkRoom, 'cutOut' | 'log'>,
  { input: { options } }: Pick<JobRow, 'input'>,
  output: ReceivedOutput,
  control: EngineControl,
): Promise<CutOutput> {
  if (!options.isCutOut || (output.kind === 'pixels' && output.alpha)) return { output, doubts: [] };
  if (output.kind !== 'pixels' || !cutOut) return opaque(output, 'This service cannot cut it out.');
  const { width, height, rgb } = output;
  const isProductShot = options.generateMode === 'products';
  const outcome = await cutOut({ width, height, rgb, isProductShot }, { ...control, onProgress: () => {} });
  if (outcome.kind === 'made' && outcome.output.kind === 'pixels')
    return { output: outcome.output, doubts: outcome.warnings };
  const reason = 'message' in outcome ? outcome.message : 'The engine answered without pixels.';
  if (outcome.kind !== 'input_rejected') log.warn({ reason }, 'a picture could not be cut out');
  return opaque(output, reason);
}

function opaque(output: ReceivedOutput, reason: string): CutOutput {
  return { output, doubts: [{ code: 'no_transparency', message: `The background is opaque. ${reason}` }] };
}

/** Largest difference from the requested ratio without a warning: engines round sides to whole blocks of pixels. */
const TOLERANCE = 0.03;

/**
 * The warnings of an output, with one more if its ratio differs from the requested one. A try-on or an edit without a
 * ratio requests that of its picture. The embedded engine keeps it, or changes it as the prompt says.
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

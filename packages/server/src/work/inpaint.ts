import { composeInpaint, inpaintPictures } from '../engines/pictures/inpaint.ts';
import { discardPixels } from '../engines/pictures/pixel-file.ts';
import type { GatheredPicture } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import { failedWith } from './ending.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

/**
 * The pictures as engines get them: those of an inpaint with its mask made ready. Throws an Ending (`input_rejected`)
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
 * The output of a job. For an inpaint, the source with the paint in it; every other output unchanged. Throws an Ending
 * (`generation_failed`) for paint of another ratio.
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
    if (whole) return { kind: 'pixel_file', ...whole };
  } finally {
    await discardPixels(painted);
  }
  const source = inputs.find(({ role }) => role === 'source');
  throw failedWith(
    'generation_failed',
    `The engine made ${painted.width} × ${painted.height} pixels, which is not the ratio of the image, ${source?.width} × ${source?.height}.`,
  );
}

import type { JobWarning } from '@atelier/contract';
import type { EngineControl } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

/** An output, and doubts about its cut-out. */
interface CutOutput {
  readonly output: ReceivedOutput;
  readonly doubts: readonly JobWarning[];
}

/**
 * The output of a job, its person or product cut out where the job asks for that. An output that cannot be cut out
 * stays as it is, with a warning: it is made and paid for.
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

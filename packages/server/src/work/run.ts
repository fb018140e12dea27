import { setTimeout as sleep } from 'node:timers/promises';
import { isVideo, outputSize } from '@atelier/contract';
import type { EngineControl, EngineOutcome, EngineTask, GatheredPicture } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { WorkOrder } from '../jobs/work-order.ts';
import { blocked, failedWith } from './ending.ts';
import type { TakenJob } from './take.ts';

/** Starts of an engine that says it is unavailable, the first one included, where it does not say otherwise. */
const STARTS_MAX = 4;

/** Pause before the second start; it doubles with each further one up to the longest, and half of it is random. */
const RESTART_PAUSE_MS = 250;
const RESTART_PAUSE_MS_MAX = 2_000;

type Made = Extract<EngineOutcome, { kind: 'made' }>;

/** Runs the engine, again with a growing pause while it is unavailable. Throws an Ending for every way that makes nothing. */
export async function run(
  { job, engine }: TakenJob,
  pictures: readonly GatheredPicture[],
  control: EngineControl,
): Promise<Made> {
  const startsMax = engine.startsMax ?? STARTS_MAX;
  for (let start = 1; ; start++) {
    const outcome = await engine.run(taskOf(job, pictures, start), control);
    switch (outcome.kind) {
      case 'made':
        return outcome;
      case 'input_rejected':
        throw failedWith('input_rejected', outcome.message);
      case 'policy_blocked':
        throw blocked(outcome.message, outcome.stage);
      case 'failed':
        throw failedWith(outcome.code, outcome.message);
      case 'unavailable':
        if (start === startsMax)
          throw failedWith('provider_unavailable', `The engine was not available after ${startsMax} tries: ${outcome.message}`);
        await sleep(restartPauseMs(start), undefined, { signal: control.signal });
    }
  }
}

function restartPauseMs(start: number): number {
  return Math.min(RESTART_PAUSE_MS_MAX, RESTART_PAUSE_MS * 2 ** (start - 1)) * (0.5 + Math.random() / 2);
}

function taskOf(job: JobRow, pictures: readonly GatheredPicture[], attempt: number): EngineTask {
  return { jobId: job.id, order: job.input, position: job.position, attempt, size: sizeOf(job.input, pictures), pictures };
}

/** Size of the output in pixels: the asked ratio, else that of the source, else the operation's own. An upscale multiplies its source. */
function sizeOf({ operation, aspectRatio, resolution, options }: WorkOrder, pictures: readonly GatheredPicture[]) {
  const source = pictures.find(({ role }) => role === 'person' || role === 'source');
  if (operation === 'upscale' && source) {
    const factor = options.upscaleFactor ?? 1;
    return { width: source.width * factor, height: source.height * factor };
  }
  if (isVideo(operation)) return outputSize(aspectRatio ?? '9:16', resolution);
  return outputSize(aspectRatio ?? source ?? '3:4', resolution);
}

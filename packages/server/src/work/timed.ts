import type { EngineControl, EngineOutcome } from '../engines/port.ts';
import { Ending } from './ending.ts';
import type { WorkRoom } from './room.ts';

/** How an engine's work on a job ended: by its outcome, cut short because the job or the process stops, or by an error of ours. */
type Outcome = EngineOutcome['kind'] | 'stopped' | 'broken';

/** Has an engine work on a job, and notes for how long and with which outcome. */
export async function timed(
  { metrics }: Pick<WorkRoom, 'metrics'>,
  engine: string,
  { signal }: Pick<EngineControl, 'signal'>,
  work: () => Promise<EngineOutcome>,
): Promise<EngineOutcome> {
  const startedMs = performance.now();
  const note = (outcome: Outcome) => metrics.observeEngineSeconds(engine, outcome, (performance.now() - startedMs) / 1000);
  try {
    const outcome = await work();
    note(outcome.kind);
    return outcome;
  } catch (error) {
    note(signal.aborted ? 'stopped' : error instanceof Ending ? 'failed' : 'broken');
    throw error;
  }
}

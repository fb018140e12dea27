import type { EngineControl, EngineOutcome } from '../engines/port.ts';
import { Ending } from './ending.ts';
import type { WorkRoom } from './room.ts';

/**
 * How an engine's work on a job ended. By its outcome, cut short because the job or the process stops, or by an error
 * of ours.
 */
type Outcome = EngineOutcome['kind'] | 'stopped' | 'broken';

/** Outcomes that are faults of an engine or of ours. */
const FAILURES: ReadonlySet<Outcome> = new Set(['unavailable', 'failed', 'broken']);

/** Has an engine work on a job, and notes for how long and with which outcome, in the metrics and as a span. */
export async function timed(
  { metrics, spans }: Pick<WorkRoom, 'metrics' | 'spans'>,
  engine: string,
  { signal }: Pick<EngineControl, 'signal'>,
  work: () => Promise<EngineOutcome>,
): Promise<EngineOutcome> {
  const startedMs = performance.now();
  const span = spans.start('engine call', { kind: 'client', facts: { 'atelier.engine': engine } });
  const note = (outcome: Outcome) => {
    metrics.engineSeconds.observe({ engine, outcome }, (performance.now() - startedMs) / 1000);
    span.note({ 'atelier.outcome': outcome });
    span.end(FAILURES.has(outcome) ? 'failed' : 'well');
  };
  try {
    const outcome = await work();
    note(outcome.kind);
    return outcome;
  } catch (error) {
    note(signal.aborted ? 'stopped' : error instanceof Ending ? 'failed' : 'broken');
    throw error;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isVideo, type JobWarning, outputSize, scaledSize } from '@atelier/contract';
import { type BackOff, pauseMs } from '../back-off.ts';
import type { EngineRoute } from '../engines/catalogue.ts';
import type {
  EngineControl,
  EngineOutcome,
  EngineOutput,
  EngineTask,
  GatheredPicture,
  LocalEngine,
} from '../engines/port.ts';
import { findOpenRun, type RemoteRun } from '../engines/remote-runs.ts';
import type { JobRow } from '../jobs/rows.ts';
import { nameEngine, notStartedWithin } from '../jobs/transitions.ts';
import type { WorkOrder } from '../work-order.ts';
import { blocked, Ending, failedWith } from './ending.ts';
import type { HostedWork } from './poll-engine.ts';
import type { WorkRoom } from './room.ts';
import { resumeHosted, runHosted } from './run-hosted.ts';
import type { TakenJob } from './take.ts';

/** How often an engine of this process is started while it is unavailable, unless the engine names another number. */
const STARTS_MAX = 4;

/** Pauses between these starts. */
const RESTARTS: BackOff = { firstMs: 250, longestMs: 2_000 };

/** An output, and the engine that made it. */
export interface MadeBy {
  readonly output: EngineOutput;
  readonly warnings: readonly JobWarning[];
  readonly engine: string;
}

/**
 * Lets the engines make the output, in the order of the list. It asks the next one only if an engine is unavailable,
 * never after a refusal by policy or of the input. It continues work that an earlier attempt began. Throws an Ending if
 * no engine makes an output.
 */
export async function run(
  room: WorkRoom,
  { job, routes }: TakenJob,
  pictures: readonly GatheredPicture[],
  control: EngineControl,
): Promise<MadeBy> {
  const open = await findOpenRun(room.db, job.id);
  let reason = '';
  const asked: string[] = [];
  for (const [index, route] of (open ? routesFrom(routes, open) : routes).entries()) {
    const { name } = route.engine;
    asked.push(name);
    // A list may name an engine twice with different options: its second place makes a new call.
    const begun = index === 0 ? open : null;
    const place = asked.filter((one) => one === name).length;
    const work = { room, job, route, task: taskOf(job, pictures, place), control };
    const outcome = await timed(room, name, control, () => runOn(work, begun));
    if (outcome.kind === 'made') return { ...outcome, engine: name };
    if (outcome.kind !== 'unavailable') throw endingOf(outcome);
    room.log.warn({ engine: name, reason: outcome.message }, 'an engine could not serve a job');
    if (pictures.length < job.input.pictures.length)
      throw failedWith(
        'input_rejected',
        'The engine lost the work, and the images are deleted, so no other engine can take it.',
      );
    reason = route.engine.kind === 'local' ? `: ${outcome.message}` : '.';
  }
  if (room.clock.now().getTime() - job.created_at.getTime() > room.queueTimeoutMs)
    throw failedWith('queue_timeout', notStartedWithin(room.queueTimeoutMs));
  throw failedWith('provider_unavailable', `No engine was available for this job${reason}`);
}

/** How an engine's work on a job ended: with an outcome, by a stop of the job or process, or by an error. */
type TimedOutcome = EngineOutcome['kind'] | 'stopped' | 'broken';

/** Outcomes that are faults of an engine or of the service. */
const FAILURES: ReadonlySet<TimedOutcome> = new Set(['unavailable', 'failed', 'broken']);

/** Lets an engine work on a job, and records its time and outcome in the metrics and as a span. */
async function timed(
  { metrics, spans }: Pick<WorkRoom, 'metrics' | 'spans'>,
  engine: string,
  { signal }: Pick<EngineControl, 'signal'>,
  work: () => Promise<EngineOutcome>,
): Promise<EngineOutcome> {
  const startedMs = performance.now();
  const span = spans.start('engine call', { kind: 'client', facts: { 'atelier.engine': engine } });
  const note = (outcome: TimedOutcome) => {
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

/** The engine that was asked before, and those after it. */
function routesFrom(routes: readonly EngineRoute[], open: RemoteRun): readonly EngineRoute[] {
  const index = routes.findIndex(({ engine }) => engine.name === open.engine);
  if (index < 0) throw failedWith('provider_unavailable', 'The engine of this job is no longer part of the service.');
  return routes.slice(index);
}

async function runOn(work: Omit<HostedWork, 'engine'>, open: RemoteRun | null): Promise<EngineOutcome> {
  const { room, job, task, control } = work;
  const { engine } = work.route;
  // A call for work names its engine by itself.
  if (job.engine !== engine.name && (engine.kind === 'local' || open)) await nameEngine(room.db, job, engine.name);
  if (engine.kind === 'local') return runLocal(engine, task, control);
  const hosted = { ...work, engine };
  return open ? resumeHosted(hosted, open) : runHosted(hosted);
}

/** Runs an engine of this process, and repeats it with growing pauses while it is unavailable. */
async function runLocal(engine: LocalEngine, task: EngineTask, control: EngineControl): Promise<EngineOutcome> {
  const startsMax = engine.startsMax ?? STARTS_MAX;
  for (let start = 1; ; start++) {
    // An engine does not notice a signal that was aborted before it listens, and would work in vain.
    control.signal.throwIfAborted();
    const outcome = await engine.run({ ...task, attempt: start }, control);
    if (outcome.kind !== 'unavailable' || start === startsMax) return outcome;
    await sleep(pauseMs(RESTARTS, start - 1), undefined, { signal: control.signal });
  }
}

function endingOf(outcome: Exclude<EngineOutcome, { kind: 'made' | 'unavailable' }>) {
  switch (outcome.kind) {
    case 'input_rejected':
      return failedWith('input_rejected', outcome.message, 'rejected');
    case 'policy_blocked':
      return blocked(outcome.message, outcome.stage);
    case 'failed':
      return failedWith(outcome.code, outcome.message);
  }
}

function taskOf(job: JobRow, pictures: readonly GatheredPicture[], attempt: number): EngineTask {
  return {
    jobId: job.id,
    order: job.input,
    position: job.position,
    attempt,
    size: sizeOf(job.input, pictures),
    pictures,
  };
}

/**
 * Working size of the engines, in pixels: the requested ratio, else that of the source, else the operation's own. An
 * upscale multiplies its source. It is also the size of the output, except for an inpaint, whose paint goes into the
 * source.
 */
export function sizeOf(
  { operation, aspectRatio, resolution, options }: WorkOrder,
  pictures: readonly GatheredPicture[],
): EngineTask['size'] {
  const source = pictures.find(({ role }) => role === 'person' || role === 'source');
  if (operation === 'upscale' && source) {
    const factor = options.upscaleFactor ?? 1;
    return { width: source.width * factor, height: source.height * factor };
  }
  if (isVideo(operation)) return outputSize(aspectRatio ?? '9:16', resolution);
  if (operation === 'inpaint' && source) return scaledSize(source, resolution);
  return outputSize(aspectRatio ?? source ?? '3:4', resolution);
}

import { type Atelier, isUncertain } from '@atelier/client';
import type { Job, JobEnvelope } from '@atelier/contract';
import { progressLine } from '../progress.ts';
import { type Pictures, placePictures, uploader } from './pictures.ts';
import { type ResultPlace, type SavedJob, saveResults } from './results.ts';
import type { OperationRule } from './table.ts';

/** Default of the longest wait, in milliseconds: videos take long on small machines. */
const WAIT_MS = 3_600_000;

/** One call of an operation. */
export interface OperationRequest {
  readonly rule: OperationRule;
  readonly pictures: Pictures;
  /** Further fields of the body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How it is followed. */
export interface PerformOptions {
  readonly place: ResultPlace;
  readonly signal?: AbortSignal;
  /** Longest wait for the jobs, in milliseconds; an hour unless told otherwise. */
  readonly waitMs?: number;
  /** True: prints no progress. */
  readonly quiet?: boolean;
  /** Called when the service has accepted the work. */
  readonly onSubmitted?: (jobs: readonly Job[]) => void;
}

/** The jobs of a call, and the milliseconds that each part took. */
export interface Performed {
  readonly jobs: readonly SavedJob[];
  readonly times: {
    readonly upload: number;
    readonly submit: number;
    readonly work: number;
    readonly download: number;
  };
}

/** The service may or may not have accepted a submission. `cause` is the error that replaced its answer. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/**
 * Uploads pictures, submits the work, waits for its jobs and writes their results. Throws UnknownOutcome if the work
 * may have been submitted.
 */
export async function perform(client: Atelier, request: OperationRequest, options: PerformOptions): Promise<Performed> {
  const { signal } = options;
  const lap = stopwatch();
  const envelope = await envelopeOf(client, request, signal);
  const upload = lap();
  const submitted = await submitWork(client, envelope, signal);
  options.onSubmitted?.(submitted);
  const submit = lap();
  const ended = await follow(
    client,
    submitted.map(({ id }) => id),
    options,
  );
  const work = lap();
  const jobs = await saveResults(ended, options.place, request.rule.command, signal);
  return { jobs, times: { upload, submit, work, download: lap() } };
}

/** Submits work under a new idempotency key. Throws UnknownOutcome if the work may have been submitted. */
export function submitWork(client: Atelier, envelope: JobEnvelope, signal?: AbortSignal): Promise<readonly Job[]> {
  return client.submit(envelope, signal ? { signal } : {}).catch((error: unknown) => {
    if (!isUncertain(error)) throw error;
    throw new UnknownOutcome(error instanceof Error ? error.message : String(error), { cause: error });
  });
}

/** The request's body, with every picture uploaded. */
export async function envelopeOf(
  client: Atelier,
  { rule, pictures, fields }: OperationRequest,
  signal?: AbortSignal,
): Promise<JobEnvelope> {
  const placed = await placePictures(rule, pictures, uploader(client, signal));
  const image = placed.imageId === undefined ? {} : { image_id: placed.imageId };
  return { operation: rule.operation, ...image, input: { ...fields, ...placed.fields } };
}

/** How jobs are followed. */
export interface FollowOptions extends Pick<PerformOptions, 'signal' | 'waitMs' | 'quiet'> {
  /** Called at each change of a job. */
  readonly onChange?: (job: Job) => void;
}

/**
 * Waits until jobs end and shows their progress. Throws DeadlineError when one takes longer than `waitMs`; the job goes
 * on.
 */
export async function follow(
  client: Atelier,
  jobIds: readonly string[],
  { signal, waitMs = WAIT_MS, quiet = false, onChange }: FollowOptions,
): Promise<readonly Job[]> {
  const progress = quiet ? null : progressLine(jobIds.length);
  const show = (job: Job) => {
    progress?.show(job);
    onChange?.(job);
  };
  // The first failure ends the wait for the other jobs.
  const end = new AbortController();
  const both = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  try {
    return await Promise.all(
      jobIds.map((id) =>
        client.waitFor(id, {
          deadlineMs: waitMs,
          signal: both,
          onChange: show,
        }),
      ),
    );
  } finally {
    end.abort();
    progress?.end();
  }
}

/** A function that returns the milliseconds since its last call. */
function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const spent = Math.round(now - last);
    last = now;
    return spent;
  };
}

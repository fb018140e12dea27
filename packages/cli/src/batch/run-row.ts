import { createHash } from 'node:crypto';
import path from 'node:path';
import { ApiError, type Atelier, DeadlineError } from '@atelier/client';
import type { Account, Job, JobEnvelope } from '@atelier/contract';
import { UsageError } from '../command.ts';
import { fieldsOf } from '../contract-options.ts';
import { describeEnd, inOptions } from '../job-words.ts';
import { type Pictures, placePictures, readPictures, type UploadPicture } from '../operations/pictures.ts';
import { exists, extensionOf, fetchResult, writeWhole } from '../operations/results.ts';
import { type OperationRule, pictureFields } from '../operations/table.ts';
import type { Manifest, RowStep } from './manifest.ts';
import { isAway, type Pace } from './pace.ts';
import type { BatchRow } from './rows.ts';

/** What rows are run with. */
export interface BatchRoom {
  readonly client: Atelier;
  readonly rule: OperationRule;
  readonly manifest: Manifest;
  readonly pace: Pace;
  readonly upload: UploadPicture;
  readonly limits: Account['limits'];
  /** Absolute path of the folder of the results. */
  readonly folder: string;
  /** Cells of every row that does not say otherwise. */
  readonly defaults: BatchRow['cells'];
  /** Rows that run at once. */
  readonly concurrency: number;
  /** True: rows that failed in an earlier run are sent anew. */
  readonly retries: boolean;
  readonly signal: AbortSignal;
}

/** How a row ended. `kept`: in an earlier run. */
export type RowEnd = { readonly row: BatchRow; readonly kept: boolean; readonly files: readonly string[] } & (
  | { readonly state: 'done'; readonly credits: number; readonly warnings: readonly string[] }
  | { readonly state: 'failed'; readonly code: string; readonly message: string }
);

/** Ends the whole batch: what is wrong would be wrong with every row. */
export class BatchStopped extends Error {
  override readonly name = 'BatchStopped';
}

/** Refusals that the next row would meet as well. */
const STOPPING: readonly string[] = ['unauthorized', 'insufficient_credits'];

/** Longest wait for the jobs of one row, in milliseconds. */
const WAIT_MS = 7_200_000;

/** Shortest pause between two looks at a job, in milliseconds. */
const LOOK_MS = 500;

/** Share of the requests that the plan allows a minute which looking at jobs may take. */
const LOOKING_SHARE = 0.5;

/** How long the service knows an idempotency key for certain: an hour less than it promises. */
const KEY_LIFE_MS = 23 * 3_600_000;

type Sending = Extract<RowStep, { state: 'sending' }>;

/**
 * Brings a row to its end, from wherever an earlier run left it. What is sent is written down first, with its idempotency
 * key: a run that was killed sends the same again and pays once. Throws BatchStopped, or the signal's reason.
 */
export async function runRow(room: BatchRoom, given: BatchRow): Promise<RowEnd> {
  const row = { ...given, name: room.manifest.nameOf(given) };
  const steps = room.manifest.stepsOf(row.key);
  const last = steps.at(-1);
  if (last?.state === 'done' && (await areThere(room, last.files))) return { ...last, row, kept: true };
  if (last?.state === 'failed' && !room.retries) return { ...last, row, kept: true };
  const attempt = last?.state === 'failed' ? last.attempt + 1 : (last?.attempt ?? 1);
  const step = { row: row.key, name: row.name, attempt };
  try {
    const jobs = await jobsOf(room, row, step, last?.state === 'failed' ? [] : steps);
    return await end(room, row, step, jobs);
  } catch (error) {
    return await fail(room, row, step, error);
  }
}

type StepHead = Pick<RowStep, 'row' | 'name' | 'attempt'>;

/** The IDs of the row's jobs: as an earlier run wrote them down, else by sending it. */
async function jobsOf(room: BatchRoom, row: BatchRow, step: StepHead, steps: readonly RowStep[]): Promise<readonly string[]> {
  const submitted = steps.find((each) => each.state === 'submitted');
  if (submitted) return submitted.jobs;
  const earlier = steps.find((each) => each.state === 'sending');
  if (earlier && Date.now() - Date.parse(earlier.at) > KEY_LIFE_MS)
    throw new RowError(
      'outcome_unknown',
      `it was being sent at ${earlier.at}, too long ago to ask whether it was paid for; look at \`atelier jobs list\`, then send it anew with --retry`,
    );
  const sending = earlier ?? (await prepare(room, row, step));
  const jobs = await send(room, sending).catch(async (error: unknown) => {
    // The service never took it, and has lost the pictures since: nothing was paid, so it may be sent with new ones.
    const isStale = earlier && error instanceof ApiError && error.code === 'not_found';
    if (!isStale) throw error;
    return send(room, await prepare(room, row, { ...step, attempt: step.attempt + 1 }));
  });
  const ids = jobs.map(({ id }) => id);
  await room.manifest.add({ ...step, attempt: newestAttempt(room, row, step), state: 'submitted', at: now(), jobs: ids });
  return ids;
}

function newestAttempt({ manifest }: BatchRoom, { key }: BatchRow, { attempt }: StepHead): number {
  return manifest.stepsOf(key).at(-1)?.attempt ?? attempt;
}

/** Reads the fields and pictures of a row. Throws UsageError for what cannot be used. */
export async function readRow(
  rule: OperationRule,
  { cells: own, folder }: BatchRow,
  defaults: BatchRow['cells'],
): Promise<{ readonly fields: Record<string, unknown>; readonly pictures: Pictures }> {
  const cells = { ...defaults, ...own };
  const given = (name: string) => cells[name] ?? [];
  const fields = fieldsOf(rule.schema, given, pictureFields(rule));
  if (rule.oneOf && !rule.oneOf.some((name) => given(name).length > 0))
    throw new UsageError(`at least one of ${rule.oneOf.join(', ')} is needed`);
  return { fields, pictures: await readPictures(rule, given, { folder, label: ({ name }) => name }) };
}

async function prepare(room: BatchRoom, row: BatchRow, step: StepHead): Promise<Sending> {
  const { rule, manifest } = room;
  const { fields, pictures } = await readRow(rule, row, room.defaults);
  const placed = await placePictures(rule, pictures, (source, picture) => room.pace.keep(() => room.upload(source, picture)));
  const request: JobEnvelope = {
    operation: rule.operation,
    ...(placed.imageId === undefined ? {} : { image_id: placed.imageId }),
    input: { ...fields, ...placed.fields },
  };
  const key = createHash('sha256').update(`${manifest.batch} ${row.key} ${step.attempt}`).digest('hex').slice(0, 40);
  const sending: Sending = { ...step, state: 'sending', at: now(), idempotency_key: `batch-${key}`, request };
  await manifest.add(sending);
  return sending;
}

/** Submits a request, waiting while the workspace has as many unfinished jobs as its plan allows. */
function send({ client, pace, limits, signal }: BatchRoom, { request, idempotency_key }: Sending): Promise<readonly Job[]> {
  const input: { num_images?: number; resolution?: string } = request.input;
  const isWithinLimits =
    (input.num_images ?? 1) <= limits.num_images &&
    limits.resolutions.some((each) => each === (input.resolution ?? 'standard'));
  return pace.keep(
    () => client.submit(request, { idempotencyKey: idempotency_key, signal }),
    ({ code }) => code === 'plan_limit_exceeded' && isWithinLimits,
  );
}

async function end(room: BatchRoom, row: BatchRow, step: StepHead, ids: readonly string[]): Promise<RowEnd> {
  const { client, manifest, signal } = room;
  const head = { ...step, attempt: newestAttempt(room, row, step), at: now() };
  const lookMs = (60_000 * room.concurrency * ids.length) / (room.limits.requests_per_minute * LOOKING_SHARE);
  const options = { signal, deadlineMs: WAIT_MS, intervalMs: Math.max(LOOK_MS, lookMs) };
  const jobs = await Promise.all(ids.map((id) => room.pace.keep(() => client.waitFor(id, options))));
  const files = await save(room, row, jobs);
  const failed = jobs.find(({ status }) => status !== 'completed');
  if (failed) {
    const { code, message } = failed.error ?? { code: failed.status, message: 'no reason was given' };
    await manifest.add({ ...head, state: 'failed', code, message, files });
    return { row, kept: false, state: 'failed', code, message, files };
  }
  const credits = jobs.reduce((sum, job) => sum + job.credits_used, 0);
  const warnings = jobs.flatMap(describeEnd);
  await manifest.add({ ...head, state: 'done', files, credits, warnings });
  return { row, kept: false, state: 'done', files, credits, warnings };
}

/** Writes the results there are. What cannot be written ends the batch, as it is paid for: the next run fetches it again. */
async function save({ folder, pace, signal }: BatchRoom, { name }: BatchRow, jobs: readonly Job[]): Promise<string[]> {
  const files: string[] = [];
  for (const [index, { result }] of jobs.entries()) {
    if (!result) continue;
    const file = `${name}${jobs.length > 1 ? `-${index + 1}` : ''}${extensionOf(result)}`;
    const bytes = await pace.keep(() => fetchResult(result, signal));
    await writeWhole(path.join(folder, file), bytes).catch((error: Error) => {
      throw new BatchStopped(`${file} cannot be written: ${error.message}`, { cause: error });
    });
    files.push(file);
  }
  return files;
}

/** What is wrong with one row, or throws what ends the batch. */
async function fail(room: BatchRoom, row: BatchRow, step: StepHead, error: unknown): Promise<RowEnd> {
  room.signal.throwIfAborted();
  if (error instanceof BatchStopped || error instanceof DeadlineError) throw error;
  if (isAway(error) || (error instanceof ApiError && STOPPING.includes(error.code)))
    throw new BatchStopped(error instanceof Error ? error.message : String(error), { cause: error });
  const { code, message } = reasonOf(error);
  const head = { ...step, attempt: newestAttempt(room, row, step), at: now() };
  await room.manifest.add({ ...head, state: 'failed', code, message, files: [] });
  return { row, kept: false, state: 'failed', code, message, files: [] };
}

/** An error of one row with a code of ours. */
class RowError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof RowError) return error;
  const told = inOptions(error);
  const message = told instanceof Error ? told.message : String(told);
  if (error instanceof ApiError) return { code: error.code, message };
  return { code: error instanceof UsageError ? 'unusable_row' : 'broken', message };
}

async function areThere({ folder }: BatchRoom, files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(files.map((file) => exists(path.join(folder, file))));
  return found.every(Boolean);
}

function now(): string {
  return new Date().toISOString();
}

import { createHash } from 'node:crypto';
import path from 'node:path';
import { ApiError } from '@atelier/client';
import type { Job, JobEnvelope } from '@atelier/contract';
import { UsageError } from '../command.ts';
import { fieldsOf } from '../contract-options.ts';
import { inOptions } from '../job-words.ts';
import { type Pictures, placePictures, readPictures } from '../operations/pictures.ts';
import { exists } from '../operations/results.ts';
import { type OperationRule, pictureFields } from '../operations/table.ts';
import { finishRow } from './finish-row.ts';
import type { RowOutcome, RowStep } from './manifest.ts';
import type { BatchRoom, RowEnd } from './room.ts';
import type { BatchRow } from './rows.ts';
import { throwUnlessOfRow } from './stop.ts';

/** How long a row relies on an idempotency key, in milliseconds: an hour less than the service keeps it. */
const KEY_LIFE_MS = 23 * 3_600_000;

type Sending = Extract<RowStep, { state: 'sending' }>;

/**
 * Runs a row to its end, from the step an earlier run recorded. The request and its idempotency key are recorded before
 * they are sent, so a killed run sends the same again and pays once. Throws BatchStopped, or the signal's reason.
 */
export async function runRow(room: BatchRoom, given: BatchRow): Promise<RowEnd> {
  const row = { ...given, name: room.manifest.nameOf(given) };
  const steps = room.manifest.stepsOf(row.key);
  const last = steps.at(-1);
  if (last?.state === 'done' && (await areThere(room, last.files))) return { ...last, row, kept: true };
  if (last?.state === 'failed' && !room.retries) return { ...last, row, kept: true };
  const attempt = last?.state === 'failed' ? last.attempt + 1 : (last?.attempt ?? 1);
  const step = { row: row.key, name: row.name, attempt };
  const outcome = await outcomeOf(room, row, step, last?.state === 'failed' ? [] : steps);
  await room.manifest.add({ ...step, attempt: newestAttempt(room, row, step), at: now(), ...outcome });
  return { ...outcome, row, kept: last?.state === 'done' || (last?.state === 'unsaved' && last.credits > 0) };
}

async function outcomeOf(
  room: BatchRoom,
  row: BatchRow,
  step: StepHead,
  steps: readonly RowStep[],
): Promise<RowOutcome> {
  try {
    return await finishRow(room, row, await jobsOf(room, row, step, steps));
  } catch (error) {
    throwUnlessOfRow(error, room.signal);
    return { state: 'failed', ...reasonOf(error, room.rule), files: [], credits: 0 };
  }
}

type StepHead = Pick<RowStep, 'row' | 'name' | 'attempt'>;

/** The IDs of the row's jobs: those that an earlier run recorded, or those of a new request. */
async function jobsOf(
  room: BatchRoom,
  row: BatchRow,
  step: StepHead,
  steps: readonly RowStep[],
): Promise<readonly string[]> {
  const submitted = steps.find((each) => each.state === 'submitted');
  if (submitted) return submitted.jobs;
  const earlier = steps.find((each) => each.state === 'sending');
  if (earlier && isForgotten(earlier))
    throw new RowError(
      'outcome_unknown',
      `the row was sent at ${earlier.at}, too long ago to find out whether it was charged; look at \`atelier jobs list\`, then send it again with --retry`,
    );
  const sending = earlier ?? (await prepare(room, row, step));
  const jobs = await send(room, sending).catch(async (error: unknown) => {
    // The service never took the request and has lost its pictures since. Nothing was charged, so new pictures may be
    // sent.
    const isStale = earlier && error instanceof ApiError && error.code === 'not_found';
    if (!isStale) throw error;
    return send(room, await prepare(room, row, { ...step, attempt: step.attempt + 1 }));
  });
  const ids = jobs.map(({ id }) => id);
  await room.manifest.add({
    ...step,
    attempt: newestAttempt(room, row, step),
    state: 'submitted',
    at: now(),
    jobs: ids,
  });
  return ids;
}

/** True if the service may no longer know the idempotency key of an earlier request. */
export function isForgotten({ at }: Pick<RowStep, 'at'>): boolean {
  return Date.now() - Date.parse(at) > KEY_LIFE_MS;
}

function newestAttempt({ manifest }: BatchRoom, { key }: BatchRow, { attempt }: StepHead): number {
  return manifest.stepsOf(key).at(-1)?.attempt ?? attempt;
}

/** Reads the fields and pictures of a row. Throws UsageError for a cell that cannot be used. */
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
  const placed = await placePictures(rule, pictures, (source, picture) =>
    room.pace.keep(() => room.upload(source, picture)),
  );
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

/**
 * Submits a request. Waits while the workspace has as many unfinished jobs as its plan allows. Waits also while the
 * service handles the same request of a killed run.
 */
function send(room: BatchRoom, { request, idempotency_key }: Sending): Promise<readonly Job[]> {
  const { client, pace, limits, signal } = room;
  const input: { num_images?: number; resolution?: string } = request.input;
  const isWithinLimits =
    (input.num_images ?? 1) <= limits.num_images &&
    limits.resolutions.some((each) => each === (input.resolution ?? 'standard'));
  return pace.keep(
    () => client.submit(request, { idempotencyKey: idempotency_key, signal }),
    async ({ code }) =>
      code === 'idempotency_in_progress' ||
      (code === 'plan_limit_exceeded' && isWithinLimits && !(await isStorageFull(room))),
  );
}

/** True if the workspace's storage is full: no job that ends makes room, so the row cannot wait. */
async function isStorageFull({ client, pace, signal }: BatchRoom): Promise<boolean> {
  const { storage, limits } = await pace.keep(() => client.account(signal));
  return limits.storage_bytes !== null && storage.held_bytes >= limits.storage_bytes;
}

/** A failure of one row with a code of the command line's own. */
class RowError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function reasonOf(error: unknown, rule: OperationRule): { code: string; message: string } {
  if (error instanceof RowError) return { code: error.code, message: error.message };
  const told = inOptions(error, rule);
  const message = told instanceof Error ? told.message : String(told);
  if (error instanceof ApiError)
    return { code: error.code, message: message.replace(`${error.status} ${error.code}: `, '') };
  return { code: error instanceof UsageError ? 'unusable_row' : 'broken', message };
}

async function areThere({ folder }: BatchRoom, files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(files.map((file) => exists(path.join(folder, file))));
  return found.every(Boolean);
}

function now(): string {
  return new Date().toISOString();
}

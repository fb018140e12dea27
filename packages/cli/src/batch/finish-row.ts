import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, DeadlineError } from '@atelier/client';
import { isFinal, type Job, type JobResult } from '@atelier/contract';
import { describeEnd, inOptionsOf } from '../job-words.ts';
import { extensionOf, fetchResult, writeWhole } from '../operations/results.ts';
import { creditsText } from '../output.ts';
import type { RowOutcome } from './manifest.ts';
import { NUMBER_MARK } from './own-files.ts';
import { isAway } from './pace.ts';
import type { BatchRoom } from './room.ts';
import type { BatchRow } from './rows.ts';
import { BatchStopped, throwUnlessOfRow } from './stop.ts';

/** Longest wait for the jobs of one row, in milliseconds. */
const WAIT_MS = 7_200_000;

/** Shortest pause between two polls of a job, in milliseconds. */
const LOOK_MS = 500;

/** Largest share of the plan's requests per minute that polling may use. */
const LOOKING_SHARE = 0.5;

/** Faults of the folder or its disk: every further result would meet them too. */
const FOLDER_FAULTS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR'];

/**
 * Waits for the jobs of a row and writes their results. The row may be charged from here on, so a failure to read or
 * write its results makes it `unsaved`. It never makes it `failed`, because a `failed` row is sent again. Rethrows an
 * abort and any error that does not end the row.
 */
export async function finishRow(room: BatchRoom, row: BatchRow, ids: readonly string[]): Promise<RowOutcome> {
  const jobs = await jobsAtEnd(room, ids).catch((error: unknown) => {
    throwUnlessOfRow(error, room.signal);
    return messageOf(error);
  });
  if (typeof jobs === 'string') return unsaved(`the state of ${ids.join(', ')} cannot be read: ${jobs}`, [], 0);
  const credits = jobs.reduce((sum, job) => sum + job.credits_used, 0);
  const { files, problems } = await save(room, row, jobs);
  if (problems.length > 0) return unsaved(problems.join('; '), files, credits);
  const failed = jobs.find(({ status }) => status !== 'completed');
  if (!failed) return { state: 'done', files, credits, warnings: jobs.flatMap(describeEnd) };
  const { code, message: given } = failed.error ?? { code: failed.status, message: 'no reason was given' };
  const reason = inOptionsOf(given, room.rule);
  const message = files.length === 0 ? reason : `${madeOf(jobs, credits)}; of the others: ${reason}`;
  return { state: 'failed', code, message, files, credits };
}

async function jobsAtEnd(room: BatchRoom, ids: readonly string[]): Promise<readonly Job[]> {
  const deadline = Date.now() + WAIT_MS;
  const jobs: Job[] = [];
  for (const id of ids) jobs.push(await jobAtEnd(room, id, deadline));
  return jobs;
}

/**
 * Polls a job at the pace of the batch until it has ended. Reports that the service is away, and gives up after the
 * batch's limit.
 */
async function jobAtEnd(
  { client, pace, signal, concurrency, limits }: BatchRoom,
  id: string,
  deadline: number,
): Promise<Job> {
  const pauseMs = Math.max(LOOK_MS, (60_000 * concurrency) / (limits.requests_per_minute * LOOKING_SHARE));
  for (;;) {
    const job = await pace.keep(() => client.job(id, signal));
    if (isFinal(job.status)) return job;
    if (Date.now() > deadline) throw new DeadlineError(id, WAIT_MS);
    await sleep(pauseMs, undefined, { signal });
  }
}

function unsaved(message: string, files: readonly string[], credits: number): RowOutcome {
  return { state: 'unsaved', code: 'result_unavailable', message, files, credits };
}

/** Failed outputs are refunded when they end, so the credits still charged are those of the outputs that were made. */
function madeOf(jobs: readonly Job[], credits: number): string {
  const made = jobs.filter(({ status }) => status === 'completed').length;
  return `${made} of ${jobs.length} outputs were made and charged (${creditsText(credits)})`;
}

/**
 * Writes the results that exist and says why others are missing. Throws BatchStopped when the folder takes no files.
 */
async function save(
  room: BatchRoom,
  row: BatchRow,
  jobs: readonly Job[],
): Promise<{ readonly files: readonly string[]; readonly problems: readonly string[] }> {
  const files: string[] = [];
  const problems: string[] = [];
  const stem = room.manifest.stemOf(row);
  const isNumbered = jobs.length > 1 || stem !== row.name;
  for (const [index, job] of jobs.entries()) {
    if (job.status !== 'completed') continue;
    const file = `${stem}${isNumbered ? `${NUMBER_MARK}${index + 1}` : ''}`;
    try {
      files.push(await saveResult(room, job, file));
    } catch (error) {
      throwUnlessOfRow(error, room.signal);
      problems.push(`job ${job.id} is charged, but ${messageOf(error)}`);
    }
  }
  return { files, problems };
}

/** Resolves with the name of the file: `name` with the extension of the result. */
async function saveResult(room: BatchRoom, job: Job, name: string): Promise<string> {
  const { result } = job;
  if (!result) throw new Error('the service no longer has its result');
  const file = `${name}${extensionOf(result)}`;
  const bytes = await bytesOf(room, job.id, result);
  await writeWhole(path.join(room.folder, file), bytes).catch((error: NodeJS.ErrnoException) => {
    const message = `${file} cannot be written: ${error.message}`;
    throw FOLDER_FAULTS.includes(error.code) ? new BatchStopped(message, { cause: error }) : new Error(message);
  });
  return file;
}

async function bytesOf(room: BatchRoom, jobId: string, result: JobResult): Promise<Uint8Array<ArrayBuffer>> {
  const { client, pace, signal } = room;
  const fetched = (from: JobResult) => pace.keep(() => fetchResult(from, signal));
  try {
    return await fetched(result);
  } catch (error) {
    if (!(error instanceof ApiError) || isAway(error)) throw error;
    // The address of a result may expire; each poll of the job gives a fresh one.
    const { result: fresh } = await pace.keep(() => client.job(jobId, signal));
    if (!fresh || fresh.url === result.url) throw error;
    return fetched(fresh);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

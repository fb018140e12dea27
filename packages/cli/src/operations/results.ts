import fs from 'node:fs/promises';
import path from 'node:path';
import { ApiError, ConnectionError } from '@atelier/client';
import type { Job, JobResult } from '@atelier/contract';
import { makeFolder } from '@atelier/server/data-folder';
import { UsageError } from '../command.ts';

/** Where results go. */
export interface ResultPlace {
  /**
   * Absolute path of the first result's file; further results get numbered names. Null: names are made of the jobs'
   * IDs.
   */
  readonly file: string | null;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** True: existing files are overwritten. */
  readonly force: boolean;
  /** True: the only result goes to standard output. */
  readonly toOutput: boolean;
}

/** The options that name the place and allow overwriting. */
export const RESULT_OPTIONS = {
  out: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    summary:
      'File or folder for the results; - is standard output (the working folder, with names made of operation and job).',
  },
  force: { type: 'boolean', short: 'f', summary: 'Overwrite existing files.' },
} as const;

/**
 * Reads where `count` results go: a folder if one exists or the name ends with a slash, else a file. Throws UsageError
 * if a file exists and `force` is not given, so nothing is paid for in vain.
 */
export async function readPlace(
  out: string | undefined,
  count: number,
  force: boolean,
  from = process.cwd(),
): Promise<ResultPlace> {
  if (out === '-') {
    if (count > 1) throw new UsageError(`--out - takes one result; ${count} were requested`);
    return { file: null, folder: from, force, toOutput: true };
  }
  const target = path.resolve(from, out ?? '.');
  if (out === undefined || /[/\\]$/.test(out) || (await isFolder(target)))
    return { file: null, folder: target, force, toOutput: false };
  const place = { file: target, folder: path.dirname(target), force, toOutput: false };
  for (let index = 0; index < count && !force; index++) {
    const file = numbered(target, index, count);
    if (await exists(file)) throw new UsageError(`${file} exists already; give --force to overwrite it`);
  }
  return place;
}

/** A job and the file of its result; null if it has none. */
export type SavedJob = Job & { readonly file: string | null };

/**
 * Writes the results of ended jobs, in order, and resolves with the jobs and their files. Throws if a result cannot be
 * fetched or written; the message says how to get it later.
 */
export async function saveResults(
  jobs: readonly Job[],
  place: ResultPlace,
  operation: string,
  signal?: AbortSignal,
): Promise<SavedJob[]> {
  const saved: SavedJob[] = [];
  for (const [index, job] of jobs.entries()) {
    if (!job.result) {
      saved.push({ ...job, file: null });
      continue;
    }
    const bytes = await fetchResult(job.result, signal);
    if (place.toOutput) {
      process.stdout.write(bytes);
      saved.push({ ...job, file: null });
      continue;
    }
    const file = place.file
      ? numbered(place.file, index, jobs.length)
      : path.join(place.folder, resultName(operation, job.id, job.result));
    await write(file, bytes, place.force, job.result.url);
    saved.push({ ...job, file });
  }
  return saved;
}

/** The bytes of a result. Throws ConnectionError, or ApiError if the service no longer has them. */
export async function fetchResult({ url }: JobResult, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, signal ? { signal } : {});
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const code = response.status === 404 ? 'not_found' : 'unknown';
    throw new ApiError(response.status, code, `the result at ${url} is not available`, null);
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof ApiError
      ? cause
      : new ConnectionError(`the result at ${url} could not be downloaded`, { cause });
  }
}

/** Extensions a result may have. The service sends the address, so a file name made of it must not leave its folder. */
const EXTENSIONS: readonly string[] = ['.png', '.jpg', '.jpeg', '.webp', '.mp4'];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Extension of a result's file, with its dot: one of the list, whatever the address says. */
export function extensionOf({ url, type }: JobResult): string {
  const given = URL.canParse(url) ? path.extname(new URL(url).pathname).toLowerCase() : '';
  if (EXTENSIONS.includes(given)) return given;
  return type === 'video' ? '.mp4' : '.png';
}

/** File name of a result: operation, end of the job's ID, extension. Throws for an ID that is not a UUID. */
export function resultName(operation: string, jobId: string, result: JobResult): string {
  if (!UUID.test(jobId)) throw new Error(`The service sent the job ID ${JSON.stringify(jobId)}, which is not a UUID.`);
  return `${operation}-${jobId.slice(-12)}${extensionOf(result)}`;
}

/** Suffix of a file that is still being written. */
export const HALF_WRITTEN = '.part';

/** Writes a file whole or not at all: it is written beside its place and then renamed. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  makeFolder(path.dirname(file));
  const beside = `${file}.${process.pid}${HALF_WRITTEN}`;
  try {
    await fs.writeFile(beside, bytes, { flush: true });
    await fs.rename(beside, file);
  } catch (error) {
    await fs.rm(beside, { force: true });
    throw error;
  }
}

async function write(file: string, bytes: Uint8Array, force: boolean, url: string): Promise<void> {
  if (!force && (await exists(file)))
    throw new UsageError(`${file} exists already; give --force to overwrite it. The result is at ${url}`);
  await writeWhole(file, bytes).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be written (${error.code}); the result is at ${url}`);
  });
}

/** `shirt.png` if it is the only result, else `shirt-2.png`. */
function numbered(file: string, index: number, count: number): string {
  if (count === 1) return file;
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}-${index + 1}${ext}`);
}

async function isFolder(file: string): Promise<boolean> {
  return fs.stat(file).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}

/** True if a file or folder exists at the path. */
export function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

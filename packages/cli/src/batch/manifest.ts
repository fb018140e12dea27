import { randomUUID } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnvelope, Operation } from '@atelier/contract';
import { makeFolder } from '@atelier/server/data-folder';
import { UsageError } from '../command.ts';
import { HALF_WRITTEN } from '../operations/results.ts';
import { lockFolder } from './lock.ts';
import { NUMBER_MARK } from './own-files.ts';
import { BatchStopped } from './stop.ts';

/** The description of a batch, in the first line of its manifest. */
interface BatchHead {
  readonly batch: string;
  readonly operation: Operation;
  /** Workspace whose credits it spends. */
  readonly workspace: string;
  readonly started_at: string;
}

/** The outcome of a row: its files, and the credits charged for its outputs. */
export type RowOutcome = { readonly files: readonly string[]; readonly credits: number } & (
  | { readonly state: 'done'; readonly warnings: readonly string[] }
  /**
   * `failed`: some outputs are missing; the row is sent again on request. `unsaved`: its jobs are charged, but some
   * results are not in the folder; each further run downloads them and sends nothing.
   */
  | { readonly state: 'failed' | 'unsaved'; readonly code: string; readonly message: string }
);

/** One step of a row. Each is written, and on disk, before anything depends on it. */
export type RowStep = { readonly row: string; readonly name: string; readonly attempt: number; readonly at: string } & (
  | { readonly state: 'sending'; readonly idempotency_key: string; readonly request: JobEnvelope }
  | { readonly state: 'submitted'; readonly jobs: readonly string[] }
  | RowOutcome
);

/** Everything a batch has done so far, one JSON document a line. A run after a crash continues from it. */
export interface Manifest {
  readonly batch: string;
  /** The name of a row's results: as in an earlier run, and never that of another row. */
  nameOf(row: { readonly key: string; readonly name: string }): string;
  /**
   * The part before the numbers in a row's file names: its name, with the attempt if an earlier attempt has files,
   * which stay.
   */
  stemOf(row: { readonly key: string; readonly name: string }): string;
  /** Steps of a row's newest attempt, oldest first. */
  stepsOf(row: string): readonly RowStep[];
  /** Writes a step down. Throws BatchStopped when it cannot be written, and from then on. */
  add(step: RowStep): Promise<void>;
  close(): Promise<void>;
}

const FILE_NAME = 'manifest.jsonl';

/**
 * Opens the manifest of a folder for one process, or begins it. Throws UsageError where another process works on it, or
 * it belongs to another operation or workspace.
 */
export async function openManifest(folder: string, operation: Operation, workspace: string): Promise<Manifest> {
  const unlock = await claimed(folder);
  try {
    const file = path.join(folder, FILE_NAME);
    await removeHalfWritten(folder);
    const { documents, bytes, isTorn } = await readWhole(file);
    // A killed process may leave half a line. It is cut off, because nothing was done because of it.
    if (isTorn) await fs.truncate(file, bytes);
    const [first, ...steps] = documents;
    const head: BatchHead = first ?? {
      batch: randomUUID(),
      operation,
      workspace,
      started_at: new Date().toISOString(),
    };
    checkHead(head, operation, workspace, folder);
    const handle = await fs.open(file, 'a');
    if (!first) await append(handle, head);
    return manifestOf(handle, head.batch, steps, unlock);
  } catch (error) {
    await unlock();
    throw error instanceof UsageError ? error : unusable(folder, error);
  }
}

/** Makes the folder where it is not there, and takes it for this process. */
async function claimed(folder: string): Promise<() => Promise<void>> {
  try {
    makeFolder(folder);
    return await lockFolder(folder);
  } catch (error) {
    throw error instanceof UsageError ? error : unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): UsageError {
  return new UsageError(
    `${folder} cannot be used for a batch (${error instanceof Error ? error.message : error}); give --out another folder`,
  );
}

/** The steps of a batch's manifest, oldest first, even while the batch is running; none if the folder has no batch. */
export async function stepsIn(folder: string): Promise<readonly RowStep[]> {
  const { documents } = await readWhole(path.join(folder, FILE_NAME));
  return documents.slice(1);
}

/** Results that a killed process was writing; the next run fetches them again. */
async function removeHalfWritten(folder: string): Promise<void> {
  const names = await fs.readdir(folder);
  for (const name of names.filter((each) => each.endsWith(HALF_WRITTEN))) await fs.rm(path.join(folder, name));
}

function manifestOf(
  handle: FileHandle,
  batch: string,
  known: readonly RowStep[],
  unlock: () => Promise<void>,
): Manifest {
  const steps = new Map<string, RowStep[]>();
  const owners = new Map<string, string>();
  /** The first attempt of each row that has files. */
  const written = new Map<string, number>();
  const note = (step: RowStep) => {
    if ('files' in step && step.files.length > 0 && !written.has(step.row)) written.set(step.row, step.attempt);
    // A row that failed without files frees its name: the mended row is another row, and may have the same name.
    if (step.state === 'failed' && !written.has(step.row)) owners.delete(step.name.toLowerCase());
    else owners.set(step.name.toLowerCase(), step.row);
    const earlier = steps.get(step.row) ?? [];
    steps.set(step.row, earlier.at(-1)?.attempt === step.attempt ? [...earlier, step] : [step]);
  };
  for (const step of known) note(step);
  let writing = Promise.resolve();
  return {
    batch,
    nameOf({ key, name }) {
      const wanted = steps.get(key)?.at(-1)?.name ?? name;
      const owner = owners.get(wanted.toLowerCase()) ?? key;
      const free = owner === key ? wanted : `${wanted}${NUMBER_MARK}${key.slice(0, 8)}`;
      owners.set(free.toLowerCase(), key);
      return free;
    },
    stemOf({ key, name }) {
      const attempt = steps.get(key)?.at(-1)?.attempt ?? 1;
      return attempt > (written.get(key) ?? attempt) ? `${name}${NUMBER_MARK}${attempt}` : name;
    },
    stepsOf: (row) => steps.get(row) ?? [],
    async add(step) {
      // After a line that may be torn, the file ends: another line would join it and become unreadable.
      writing = writing.then(() => append(handle, step)).catch(stopped);
      await writing;
      note(step);
    },
    async close() {
      await writing.catch(() => {});
      await handle.close();
      await unlock();
    },
  };
}

function stopped(error: unknown): never {
  if (error instanceof BatchStopped) throw error;
  throw new BatchStopped(`${FILE_NAME} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

async function append(handle: FileHandle, line: object): Promise<void> {
  await handle.appendFile(`${JSON.stringify(line)}\n`);
  await handle.datasync();
}

/** The documents of the whole lines of a manifest, the bytes they take, and whether half a line comes after them. */
async function readWhole(file: string) {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').filter(Boolean);
  const documents = lines.map((line, index) => {
    try {
      return JSON.parse(line);
    } catch (cause) {
      throw new UsageError(`line ${index + 1} of ${file} is not JSON. Correct the line, or give --out a new folder.`, {
        cause,
      });
    }
  });
  return { documents, bytes: Buffer.byteLength(whole), isTorn: whole !== text };
}

function checkHead(head: BatchHead, operation: Operation, workspace: string, folder: string): void {
  if (head.operation !== operation)
    throw new UsageError(`${folder} holds a batch of ${head.operation}; give --out another folder for ${operation}`);
  if (head.workspace !== workspace)
    throw new UsageError(
      `${folder} holds a batch of the workspace ${head.workspace}; use its key, or give --out another folder`,
    );
}

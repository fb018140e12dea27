import { randomUUID } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnvelope, Operation } from '@atelier/contract';
import { UsageError } from '../command.ts';
import { HALF_WRITTEN } from '../operations/results.ts';
import { NUMBER_MARK } from './own-files.ts';
import { BatchStopped } from './stop.ts';

/** What a batch is, in the first line of its manifest. */
interface BatchHead {
  readonly batch: string;
  readonly operation: Operation;
  /** Workspace whose credits it spends. */
  readonly workspace: string;
  readonly started_at: string;
}

/** What became of a row: its files, and the credits its outputs were charged. */
export type RowOutcome = { readonly files: readonly string[]; readonly credits: number } & (
  | { readonly state: 'done'; readonly warnings: readonly string[] }
  /**
   * `failed`: it has not all of its outputs, and is sent anew when asked for. `unsaved`: its jobs are paid for, but not all
   * results lie in the folder; every further run fetches them, and sends nothing.
   */
  | { readonly state: 'failed' | 'unsaved'; readonly code: string; readonly message: string }
);

/** One step of a row. Each is written, and on disk, before anything depends on it. */
export type RowStep = { readonly row: string; readonly name: string; readonly attempt: number; readonly at: string } & (
  | { readonly state: 'sending'; readonly idempotency_key: string; readonly request: JobEnvelope }
  | { readonly state: 'submitted'; readonly jobs: readonly string[] }
  | RowOutcome
);

/** Everything a batch has done so far, one JSON document a line: what a run after a crash goes on from. */
export interface Manifest {
  readonly batch: string;
  /** What a row's results are called: as in an earlier run, and never as those of another row. */
  nameOf(row: { readonly key: string; readonly name: string }): string;
  /** Steps of a row's newest attempt, oldest first. */
  stepsOf(row: string): readonly RowStep[];
  /** Writes a step down. Throws BatchStopped when it cannot be written, and from then on. */
  add(step: RowStep): Promise<void>;
  close(): Promise<void>;
}

const FILE_NAME = 'manifest.jsonl';
const LOCK_NAME = '.batch-running';

/**
 * Opens the manifest of a folder for one process, or begins it. Throws UsageError where another process works on it, or it
 * belongs to another operation or workspace.
 */
export async function openManifest(folder: string, operation: Operation, workspace: string): Promise<Manifest> {
  await fs.mkdir(folder, { recursive: true });
  const unlock = await lock(path.join(folder, LOCK_NAME));
  try {
    const file = path.join(folder, FILE_NAME);
    await removeHalfWritten(folder);
    const lines = await wholeLines(file);
    const handle = await fs.open(file, 'a');
    const head: BatchHead = lines[0]
      ? JSON.parse(lines[0])
      : { batch: randomUUID(), operation, workspace, started_at: new Date().toISOString() };
    checkHead(head, operation, workspace, folder);
    if (!lines[0]) await append(handle, head);
    return manifestOf(
      handle,
      head.batch,
      lines.slice(1).map((line): RowStep => JSON.parse(line)),
      unlock,
    );
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Results that a killed process was writing; the next run fetches them again. */
async function removeHalfWritten(folder: string): Promise<void> {
  const names = await fs.readdir(folder);
  for (const name of names.filter((each) => each.endsWith(HALF_WRITTEN))) await fs.rm(path.join(folder, name));
}

function manifestOf(handle: FileHandle, batch: string, known: readonly RowStep[], unlock: () => Promise<void>): Manifest {
  const steps = new Map<string, RowStep[]>();
  const owners = new Map<string, string>();
  const note = (step: RowStep) => {
    owners.set(step.name.toLowerCase(), step.row);
    const earlier = steps.get(step.row) ?? [];
    steps.set(step.row, earlier.at(-1)?.attempt === step.attempt ? [...earlier, step] : [step]);
  };
  for (const step of known) note(step);
  let writing = Promise.resolve();
  return {
    batch,
    nameOf({ key, name }) {
      const known = steps.get(key)?.at(-1)?.name;
      if (known !== undefined) return known;
      const owner = owners.get(name.toLowerCase()) ?? key;
      const free = owner === key ? name : `${name}${NUMBER_MARK}${key.slice(0, 8)}`;
      owners.set(free.toLowerCase(), key);
      return free;
    },
    stepsOf: (row) => steps.get(row) ?? [],
    async add(step) {
      // After a line that may be torn no other is written: it would make one with it that nobody can read.
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

/** The lines of the file; what a killed process left half written is cut off: nothing was done because of it. */
async function wholeLines(file: string): Promise<string[]> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) await fs.truncate(file, Buffer.byteLength(text.slice(0, end)));
  return text.slice(0, end).split('\n').filter(Boolean);
}

function checkHead(head: BatchHead, operation: Operation, workspace: string, folder: string): void {
  if (head.operation !== operation)
    throw new UsageError(`${folder} holds a batch of ${head.operation}; give --out another folder for ${operation}`);
  if (head.workspace !== workspace)
    throw new UsageError(
      `${folder} holds a batch of the workspace ${head.workspace}; use its key, or give --out another folder`,
    );
}

/** Takes a folder for this process by a file that names it; one of a process that is gone is taken over. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await fs.writeFile(file, String(process.pid), { flag: 'wx' });
      return () => fs.rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = Number(await fs.readFile(file, 'utf8').catch(() => ''));
    if (isRunning(holder))
      throw new UsageError(`process ${holder} works on this batch already; end it first, or remove ${file} if it is another's`);
    await fs.rm(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

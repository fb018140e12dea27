import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../command.ts';

const LOCK_NAME = '.batch-running';

/** How often, and with which pause in milliseconds, a lock is looked at that names nobody. */
const LOOKS_MAX = 10;
const LOOK_MS = 50;

/**
 * Takes a folder for this process by a file that names it, and resolves with what gives it back. A lock of a process that is
 * gone is taken over. Throws UsageError where another process has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, LOCK_NAME);
  const own = String(process.pid);
  for (;;) {
    try {
      await fs.writeFile(file, own, { flag: 'wx' });
      return () => fs.rm(file, { force: true });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const holder = await holderOf(file);
    if (isRunning(Number(holder)))
      throw new UsageError(`process ${holder} works on this batch already; end it first, or remove ${file} if it is another's`);
    await takeAway(file, holder);
  }
}

/** The process that a lock names. One that names none yet is just being written, or was when its process was killed. */
async function holderOf(file: string): Promise<string> {
  for (let looks = 0; ; looks++) {
    const holder = await fs.readFile(file, 'utf8').catch(() => '');
    if (holder !== '' || looks === LOOKS_MAX) return holder;
    await sleep(LOOK_MS);
  }
}

/** Removes the lock of a process that is gone, and no other: several may be at it, and one of them be the first to lock anew. */
async function takeAway(file: string, holder: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await fs.rename(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await fs.readFile(aside, 'utf8')) === holder) await fs.rm(aside);
  else await fs.rename(aside, file);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../command.ts';

const LOCK_NAME = '.batch-running';

/** How often a lock is looked at again that names nobody, and the pause before each look in milliseconds. */
const LOOKS_MAX = 10;
const LOOK_MS = 50;

/**
 * Locks that this process has: a lock that names its PID and is none of them was left by an earlier process of that
 * number.
 */
const held = new Set<string>();

/**
 * Locks a folder for this process by a file that names it with its host, and resolves with a function that unlocks it.
 * It takes over the lock of a dead process of this host; on another host it cannot see whether a process is dead.
 * Throws UsageError if another process has the lock. `pause` runs before each further read of a lock that names nobody.
 */
export async function lockFolder(
  folder: string,
  pause: () => Promise<void> = () => sleep(LOOK_MS),
): Promise<() => Promise<void>> {
  const file = path.join(path.resolve(folder), LOCK_NAME);
  for (;;) {
    try {
      await fs.writeFile(file, `${process.pid} ${os.hostname()}`, { flag: 'wx' });
      held.add(file);
      return async () => {
        await fs.rm(file, { force: true });
        held.delete(file);
      };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const holder = await holderOf(file, pause);
    const [pid, host = os.hostname()] = holder.split(' ');
    if (host !== os.hostname() || isRunning(Number(pid), file))
      throw new UsageError(
        `process ${pid} of ${host} is already working on this batch; end it first, or remove ${file} if it no longer runs`,
      );
    await takeAway(file, holder);
  }
}

/** The process that a lock names. One that names none yet is just being written, or was when its process was killed. */
async function holderOf(file: string, pause: () => Promise<void>): Promise<string> {
  for (let looks = 0; ; looks++) {
    const holder = await fs.readFile(file, 'utf8').catch(() => '');
    if (holder !== '' || looks === LOOKS_MAX) return holder;
    await pause();
  }
}

/**
 * Removes the lock of a process that has ended. Several processes may do this at once, and the first may already hold a
 * new lock: that one stays.
 */
async function takeAway(file: string, holder: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await fs.rename(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await fs.readFile(aside, 'utf8')) === holder) await fs.rm(aside);
  else await fs.rename(aside, file);
}

/** True where a process of this host that a lock names runs. */
function isRunning(pid: number, file: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return held.has(file);
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

import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a process is left alone before it counts as idle. */
const IDLE_MS = 2_000;

/** Watches the resident memory of a process. */
export interface ResidentMemory {
  readonly idleBytes: number;
  /** The most it has held since the watch began. */
  peakBytes(): Promise<number>;
}

/** Waits until the process is idle, and begins the watch. Reads `/proc`: Linux only. */
export async function residentMemory(pid: number): Promise<ResidentMemory> {
  await sleep(IDLE_MS);
  // 5 resets the high-water mark to the present memory (proc(5)).
  await fs.writeFile(`/proc/${pid}/clear_refs`, '5');
  return { idleBytes: await read(pid, 'VmRSS'), peakBytes: () => read(pid, 'VmHWM') };
}

async function read(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  if (kibibytes === undefined) throw new Error(`the process ${pid} tells no ${field}`);
  return Number(kibibytes) * 1024;
}

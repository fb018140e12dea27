import fs from 'node:fs/promises';

/** Reads the processor time and the memory of running processes from `/proc`. Linux only. */

/** Clock ticks of a second in `/proc/PID/stat`: fixed at 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Bytes of a kibibyte, the unit of `/proc/PID/status`. */
const KIBIBYTE = 1024;

/** Seconds of processor time that a process and all it started have used so far, children that have ended included. */
export async function cpuSeconds(pid: number): Promise<number> {
  const ticks = await Promise.all((await familyOf(pid)).map(async (each) => (await statOf(each))?.ticks ?? 0));
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** Most resident memory that a process, without those it started, ever held, in bytes. */
export async function peakBytes(pid: number): Promise<number> {
  return statusBytes(pid, 'VmHWM');
}

/** Resident memory of a process, without those it started, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  return statusBytes(pid, 'VmRSS');
}

/** Memory of a process and all it started in bytes, each shared page counted once. */
export async function familyBytes(pid: number): Promise<number> {
  const shares = await Promise.all(
    (await familyOf(pid)).map(async (each) => {
      const text = await fs.readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * KIBIBYTE;
    }),
  );
  return shares.reduce((sum, one) => sum + one, 0);
}

async function statusBytes(pid: number, name: string): Promise<number> {
  const text = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KIBIBYTE;
}

/** A process and those it started, and those they started. */
async function familyOf(pid: number): Promise<number[]> {
  const all = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(all.map(async (each) => ({ pid: each, parent: (await statOf(each))?.parent })));
  const family = [pid];
  for (const member of family)
    family.push(...stats.filter(({ parent }) => parent === member).map((child) => child.pid));
  return family;
}

/** Parent and ticks used, those of ended children included; null for a process that is gone. */
async function statOf(pid: number): Promise<{ readonly parent: number; readonly ticks: number } | null> {
  const text = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in brackets may hold spaces: fields are counted from behind it (proc_pid_stat(5): state is the third).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) };
}

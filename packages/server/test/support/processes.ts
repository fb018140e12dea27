import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';

/** True once a child has ended, however it did. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Signals a child that was started `detached`, with all it has forked. False when they are gone. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  return pid !== undefined && signalOne(-pid, signal);
}

/** Signals processes; those that are gone are passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalOne(pid, signal);
}

function signalOne(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** A process and its children, by /proc: PostgreSQL's leave its group. */
export function familyOf(parent: number): number[] {
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
  return [parent, ...children];
}

function parentOf(pid: string): number | null {
  try {
    // The name of the program stands in brackets and may hold anything; the parent follows the state after it.
    const [, parent] = /\) \S (\d+) /.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}

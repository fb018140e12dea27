import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasEnded } from '../support/processes.ts';

const MEMBER = fileURLToPath(new URL('./member.ts', import.meta.url));

/** Debian's library that tells a process another time of day; its timers go on as before. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** True where clocks of single processes can jump. */
export const canFakeTime = fs.existsSync(FAKETIME);

/**
 * Pause before a process that ended while it started is started again, in milliseconds; one that ran is started at
 * once.
 */
const RESTART_PAUSE_MS = 500;

/** A place for a process of the service, with a supervisor that restarts it, as systemd or Kubernetes do. */
export interface Slot {
  readonly role: 'api' | 'worker' | 'all';
  /** Its data folder, which stays. */
  readonly data: string;
  /** Where its process listens; null while none is up. */
  url(): string | null;
  /** Names its process to the database: of the slot, and how many were before it. Null while there is none. */
  who(): string | null;
  /** Ends the process with SIGKILL, also one that is only starting; false when there is none. */
  kill(): boolean;
  /** Moves the clock of its processes by this many seconds; 0 restores it. */
  setClock(seconds: number): void;
  /** Processes that ended by themselves after they had been up. */
  readonly died: readonly string[];
  /** When its processes were up; the last one may still be. */
  readonly ups: readonly Up[];
  stop(): Promise<void>;
}

/** A time in which a process of a slot was up. */
export interface Up {
  readonly who: string;
  readonly fromMs: number;
  /** Infinite while it is. */
  toMs: number;
}

/** The options of a slot. */
export interface SlotOptions {
  readonly name: string;
  readonly role: Slot['role'];
  readonly data: string;
  /** Folder that the breaking engines of all slots share. */
  readonly shared: string;
  /** Where the log of its processes is appended. */
  readonly log: string;
  /** The environment of its processes, by their name. */
  readonly environment: (who: string) => Readonly<Record<string, string | undefined>>;
}

/** Starts a slot and resolves when its first process is up. */
export async function startSlot({ name, role, data, shared, log, environment }: SlotOptions): Promise<Slot> {
  const clockFile = path.join(shared, `${name}.clock`);
  const setClock = (seconds: number) => fs.writeFileSync(clockFile, seconds < 0 ? `${seconds}` : `+${seconds}`);
  setClock(0);
  const fakeTime = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const died: string[] = [];
  const ups: Up[] = [];
  const firstUp = Promise.withResolvers<void>();
  let generation = 0;
  let current: { readonly child: ChildProcess; readonly who: string; url: string | null } | null = null;
  let isEndAsked = false;
  let isStopping = false;

  const run = async () => {
    while (!isStopping) {
      const who = `${name}.${++generation}`;
      const env = {
        PATH: process.env.PATH,
        ...(canFakeTime ? fakeTime : {}),
        PGAPPNAME: who,
        NODE_COMPILE_CACHE: path.join(shared, 'code'),
        ...environment(who),
      };
      const child = spawn(process.execPath, [MEMBER, role, data, shared], { stdio: ['ignore', 'pipe', 'pipe'], env });
      child.stderr.on('data', (lines) => fs.appendFileSync(log, lines));
      current = { child, who, url: null };
      const exit = once(child, 'exit');
      const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exit.then(() => null)]);
      if (line) {
        current.url = JSON.parse(line[0]).url;
        ups.push({ who, fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY });
        firstUp.resolve();
      }
      const [code, signal] = await exit;
      current = null;
      const up = ups.at(-1);
      if (line && up) up.toMs = Date.now();
      if (line && !isEndAsked) died.push(`${who} ended with ${signal ?? code}`);
      if (!line && !isEndAsked) await sleep(RESTART_PAUSE_MS);
      isEndAsked = false;
    }
  };
  const loop = run();
  await firstUp.promise;
  return {
    role,
    data,
    died,
    ups,
    setClock,
    url: () => current?.url ?? null,
    who: () => current?.who ?? null,
    kill() {
      if (!current || isEndAsked) return false;
      isEndAsked = true;
      return current.child.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      isEndAsked = true;
      if (current && !hasEnded(current.child)) current.child.kill(current.url === null ? 'SIGKILL' : 'SIGTERM');
      await loop;
    },
  };
}

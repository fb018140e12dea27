import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { median } from '../figures.ts';
import { cpuSeconds, familyBytes } from '../processes.ts';
import { environment, MAIN } from '../rig.ts';
import type { Subject } from '../subject.ts';

/** Pause between two tries to be answered. */
const TRY_MS = 10;

interface Start {
  /** From the start of the process until a client with a key has its first answer, in seconds. */
  readonly answered: number;
  /** From the start of the process until it says that all of it is ready, the nets of its engine too, in seconds. */
  readonly ready: number;
  /** Processor time until it is ready, of the database and all helpers too, in seconds. */
  readonly cpu: number;
  /** Memory then, of the database and all helpers too, each shared page counted once. */
  readonly bytes: number;
}

/**
 * How long `atelier serve` takes until it answers a client, and until it is ready to make pictures, with a database of
 * its own. It starts on an empty data folder, and on one it has used.
 */
export const starts: Subject = async (_, { starts: count }) => {
  const fresh: Start[] = [];
  const again: Start[] = [];
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-bench-starts-'));
  await fs.chmod(folder, 0o711);
  for (let each = 0; each < count; each++) {
    const data = path.join(folder, `${each}`);
    await fs.mkdir(data, { mode: 0o711 });
    fresh.push(await startOn(data));
    again.push(await startOn(data));
  }
  // Only now: for minutes after files were deleted ext4 takes long to make new ones, and a fresh start makes more than
  // a thousand.
  await fs.rm(folder, { recursive: true, force: true });
  const middle = (list: readonly Start[], part: keyof Start) => median(list.map((one) => one[part]));
  const note = (list: readonly Start[]) =>
    `median of ${count}, everything in one process; ready after ${middle(list, 'ready').toFixed(2)} s and ${middle(list, 'cpu').toFixed(1)} s of processor time`;
  return [
    {
      subject: 'starts',
      what: 'first answer of a fresh start',
      value: middle(fresh, 'answered'),
      unit: 's',
      target: { atMost: 3 },
      note: note(fresh),
    },
    {
      subject: 'starts',
      what: 'first answer of a restart',
      value: middle(again, 'answered'),
      unit: 's',
      target: { atMost: 1.5 },
      note: note(again),
    },
    {
      subject: 'memory',
      what: 'whole service at rest, after its start',
      value: middle(again, 'bytes') / 1e6,
      unit: 'MB',
      note: 'PostgreSQL and all helpers included, shared pages counted once',
    },
  ];
};

async function startOn(data: string): Promise<Start> {
  const port = await freePort();
  const startMs = performance.now();
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', String(port), '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment(),
  });
  const ended = once(child, 'exit');
  const secondsUntil = async (path: string) => {
    while (!(await isAnswered(`http://127.0.0.1:${port}${path}`, data))) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      await sleep(TRY_MS);
    }
    return (performance.now() - startMs) / 1000;
  };
  const answered = await secondsUntil('/v1/models');
  const ready = await secondsUntil('/readyz');
  const pid = child.pid ?? 0;
  const start = { answered, ready, cpu: await cpuSeconds(pid), bytes: await familyBytes(pid) };
  child.kill('SIGTERM');
  await ended;
  return start;
}

/** True when a client with the key of the first start gets its answer. */
async function isAnswered(url: string, data: string): Promise<boolean> {
  const key = await fs.readFile(path.join(data, 'api-key'), 'utf8').catch(() => null);
  if (key === null) return false;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key.trim()}` } }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../figures.ts';
import { cpuSeconds, familyBytes } from '../processes.ts';
import { environment, MAIN } from '../rig.ts';
import type { Subject } from '../subject.ts';

/** Pause between two tries to be answered. */
const TRY_MS = 10;

interface Start {
  /** From the start of the process to its first answer. */
  readonly seconds: number;
  /** Processor time until then, of the database and all helpers too. */
  readonly cpu: number;
  /** Memory then, of the database and all helpers too, each shared page counted once. */
  readonly bytes: number;
}

/** How long `atelier serve` takes to its first answer, database and engine included: on an empty data folder, and on one it has used. */
export const starts: Subject = async (_, { starts: count }) => {
  const fresh: Start[] = [];
  const again: Start[] = [];
  for (let each = 0; each < count; each++) {
    const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-bench-start-'));
    await fs.chmod(data, 0o711);
    fresh.push(await startOn(data));
    again.push(await startOn(data));
    await fs.rm(data, { recursive: true, force: true });
  }
  const seconds = (list: readonly Start[]) => median(list.map((one) => one.seconds));
  const note = (list: readonly Start[]) =>
    `median of ${count}, everything in one process; ${median(list.map(({ cpu }) => cpu)).toFixed(1)} s of processor time`;
  return [
    {
      subject: 'starts',
      what: 'first answer of a fresh start',
      value: seconds(fresh),
      unit: 's',
      target: { atMost: 3 },
      note: note(fresh),
    },
    {
      subject: 'starts',
      what: 'first answer of a restart',
      value: seconds(again),
      unit: 's',
      target: { atMost: 1.5 },
      note: note(again),
    },
    {
      subject: 'memory',
      what: 'whole service at rest, after its start',
      value: median(again.map(({ bytes }) => bytes)) / 1e6,
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
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await sleep(TRY_MS);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const pid = child.pid ?? 0;
  const start = { seconds, cpu: await cpuSeconds(pid), bytes: await familyBytes(pid) };
  child.kill('SIGTERM');
  await ended;
  return start;
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port is free');
  return address.port;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isFinal, type Job } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPicture } from './support/service.ts';

/** The service as an operator runs it, with its embedded database, killed with SIGKILL while it works. */

const main = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
const ADMIN_KEY = 'crash-test-admin-key';
const ROUNDS = 3;
const JOBS_A_ROUND = 6;

let data: string;
let running: { child: ChildProcess; url: string } | null = null;

beforeAll(async () => {
  data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-crash-'));
});
afterAll(async () => {
  if (running) {
    running.child.kill('SIGTERM');
    await once(running.child, 'exit');
  }
  await fs.rm(data, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_LOG_LEVEL: 'fatal' },
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = JSON.parse(line);
  running = { child, url };
  return url;
}

async function kill(): Promise<void> {
  if (!running) return;
  running.child.kill('SIGKILL');
  await once(running.child, 'exit');
  running = null;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there.
type Json = any;

async function call(url: string, key: string, method: string, target: string, body?: object | FormData): Promise<Json> {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Bearer ${key}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(url + target, {
    method,
    headers,
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
  return response.json();
}

test('every acknowledged job reaches a final status, once, however often the service is killed', async () => {
  let url = await start();
  const { api_key: key } = await call(url, ADMIN_KEY, 'POST', '/admin/workspaces', {
    name: 'crash',
    plan: 'enterprise',
    credits: 100,
    sandbox: true,
  });
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  const { id } = await call(url, key, 'POST', '/images', form);
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const request = { person_image_id: id, outfit_image_ids: [id], num_images: JOBS_A_ROUND, prompt: 'sandbox:delay=300' };
    const { jobs }: { jobs: Job[] } = await call(url, key, 'POST', '/v1/images/virtual-try-on', request);
    acknowledged.push(...jobs.map((job) => job.id));
    // In each round the kill comes at another point of the work.
    await new Promise((resolve) => setTimeout(resolve, 150 * round));
    await kill();
    url = await start();
  }
  const ended: Job[] = [];
  for (const jobId of acknowledged) {
    let job: Job;
    do job = await call(url, key, 'GET', `/v1/jobs/${jobId}?wait=60`);
    while (!isFinal(job.status));
    ended.push(job);
  }
  expect(ended.map(({ status }) => status)).toEqual(acknowledged.map(() => 'completed'));
  expect(new Set(ended.map(({ result }) => result?.id)).size).toBe(acknowledged.length);
  const { balance } = await call(url, key, 'GET', '/v1/account');
  expect(balance).toBe(100 - acknowledged.length);
}, 120_000);

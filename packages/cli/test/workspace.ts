import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { send } from '@atelier/client';
import { inject } from 'vitest';
import { PROGRAM } from './atelier.ts';

/** A workspace of one test file, at the service that all of them share. */
export interface CommandWorkspace {
  /** Address of the service. */
  readonly url: string;
  /** Data folder of the service. */
  readonly data: string;
  readonly apiKey: string;
  /** The variables that a command needs to reach the workspace. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Makes a workspace: one whose jobs are played on the plan enterprise, unless told otherwise. */
export async function createWorkspace({
  sandbox = true,
  credits = 500,
  plan = 'enterprise',
} = {}): Promise<CommandWorkspace> {
  const { url, data } = inject('service');
  const adminKey = (await fs.readFile(path.join(data, 'admin-key'), 'utf8')).trim();
  const { api_key: apiKey } = await send<{ api_key: string }>(
    { baseUrl: url, apiKey: adminKey },
    { method: 'POST', path: '/admin/workspaces', body: { name: 'play', sandbox, credits, plan }, repeatable: false },
  );
  const environment = { ATELIER_URL: url, ATELIER_DATA: data, ATELIER_API_KEY: apiKey };
  return { url, data, apiKey, environment };
}

/** Runs a command in a process of its own, with bytes on standard input. */
export async function piped(
  words: readonly string[],
  input: Uint8Array,
  { environment }: CommandWorkspace,
): Promise<{ readonly code: number | null; readonly bytes: Buffer }> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const bytes = await buffer(child.stdout);
  return { code: await ended, bytes };
}

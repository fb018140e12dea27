import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { atelier, PROGRAM, serving } from './atelier.ts';

/** A running service with a sandbox workspace. */
export interface SandboxService {
  readonly url: string;
  /** Data folder of the service. */
  readonly data: string;
  /** What a command needs to reach the workspace. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a command with bytes on standard input. */
  pipe(words: readonly string[], input: Uint8Array): Promise<{ readonly code: number | null; readonly bytes: Buffer }>;
  stop(): Promise<void>;
}

/** Starts one with play credits, on a plan. `plans`: what the plans allow, as the configuration file says it. */
export async function sandboxService({ credits = 500, plan = 'pro', plans = {} } = {}): Promise<SandboxService> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-sandbox-'));
  const data = path.join(folder, 'data');
  const config = path.join(folder, 'atelier.config.json');
  await fs.writeFile(config, JSON.stringify({ plans }));
  const service = await serving(data, { ATELIER_CONFIG: config });
  const { url } = service.announcement;
  const create = [
    'workspaces',
    'create',
    '--name',
    'play',
    '--sandbox',
    '--credits',
    String(credits),
    '--plan',
    plan,
    '--json',
  ];
  const { out } = await atelier([...create, '--url', url, '--data', data]);
  const { api_key: key }: { api_key: string } = JSON.parse(out);
  const environment = { ATELIER_URL: url, ATELIER_DATA: data, ATELIER_API_KEY: key };
  return {
    url,
    data,
    environment,
    async pipe(words, input) {
      const child = spawn(process.execPath, [PROGRAM, ...words], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, ...environment },
      });
      child.stdin.end(input);
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      const bytes = await buffer(child.stdout);
      return { code: await ended, bytes };
    },
    async stop() {
      service.process.kill('SIGTERM');
      await service.ended;
      await fs.rm(folder, { recursive: true });
    },
  };
}

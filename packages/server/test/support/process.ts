import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../cli/bin/atelier.mjs', import.meta.url));

/** Key of the admin interface of a service process. */
export const PROCESS_ADMIN_KEY = 'process-test-admin-key';

/** The service as an operator runs it, with its embedded database, in a process that can be killed. */
export interface ServiceProcess {
  /** Its data folder. */
  readonly data: string;
  /** Starts it, again after a kill, on the same data. */
  start(): Promise<void>;
  /** Where it listens, without a slash at the end. Throws while it does not run. */
  url(): string;
  /** Its process ID. Throws while it does not run. */
  pid(): number;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM, and says with which exit code it ended; null: by a signal. */
  stop(): Promise<number | null>;
  /** One request whose answer is JSON; rejects for a status of 400 and above. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there.
  call(key: string, method: string, target: string, body?: object | FormData): Promise<any>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/**
 * A service on a data folder of its own. Nothing of this process's environment reaches it but the PATH and where
 * compiled code is kept.
 */
export async function serviceProcess(environment: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const data = environment.ATELIER_DATA ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-process-')));
  let running: { readonly child: ChildProcess; readonly url: string } | null = null;

  const runs = () => {
    if (!running) throw new Error('the service does not run');
    return running;
  };
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (!running) return null;
    const { child } = running;
    running = null;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  }
  return {
    data,
    async start() {
      const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          ATELIER_ADMIN_KEY: PROCESS_ADMIN_KEY,
          ATELIER_LOG_LEVEL: 'fatal',
          ...environment,
        },
      });
      const died = once(child, 'exit').then(([code]) => {
        throw new Error(`the service ended with ${code} before it was up`);
      });
      const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died]);
      died.catch(() => {});
      running = { child, url: JSON.parse(line).url };
    },
    url: () => runs().url,
    pid: () => runs().child.pid ?? 0,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async call(key, method, target, body) {
      const isForm = body instanceof FormData;
      const response = await fetch(runs().url + target, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    async remove() {
      await end('SIGTERM');
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}

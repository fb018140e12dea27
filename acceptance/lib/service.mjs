// Starts the service the way an operator does, and stops what it started.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ATELIER = fileURLToPath(new URL('../../packages/cli/bin/atelier.mjs', import.meta.url));

/** `atelier serve` on an empty data folder, in a process group of its own. */
export async function startService() {
  const data = mkdtempSync(path.join(tmpdir(), 'atelier-acceptance-'));
  const config = path.join(data, 'acceptance.config.json');
  writeFileSync(config, JSON.stringify({ plans: { free: { storage_bytes: 256 * 1024 } } }));
  const adminKey = randomBytes(24).toString('hex');
  const child = spawn(process.execPath, [ATELIER, 'serve', '--port', '0', '--data', data], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ATELIER_ADMIN_KEY: adminKey,
      ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32',
      ATELIER_CONFIG: config,
    },
  });
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      /* it is gone */
    }
  };
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr.on('data', (d) => {
    errors = (errors + d).slice(-4000);
  });

  const stop = async () => {
    signal('SIGTERM');
    const kill = setTimeout(() => signal('SIGKILL'), 30_000);
    await gone;
    clearTimeout(kill);
    rmSync(data, { recursive: true, force: true });
  };

  try {
    const url = await new Promise((resolve, reject) => {
      let out = '';
      const timer = setTimeout(() => reject(new Error(`no start line in 60 s\n${errors}`)), 60_000);
      void gone.then((code) => reject(new Error(`the service ended with ${code} before it was ready\n${errors}`)));
      child.stdout.on('data', (d) => {
        out += d;
        const line = out
          .split('\n')
          .slice(0, -1)
          .find((l) => l.trim().startsWith('{'));
        if (!line) return;
        clearTimeout(timer);
        try {
          resolve(JSON.parse(line).url.replace(/\/$/, ''));
        } catch {
          reject(new Error(`the start line has no url: ${line}`));
        }
      });
    });
    return { url, adminKey, stop };
  } catch (error) {
    signal('SIGKILL');
    rmSync(data, { recursive: true, force: true });
    throw error;
  }
}

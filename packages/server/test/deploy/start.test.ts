import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type DebianPostgres, hasDebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts';
import { type Deployed, deployedByCompose, deployFile, imageOf } from './files.ts';

/** Every character that means something in an address, and a quote. */
const PASSWORD = `p/a#s@s%w:o?rd&='"$2`;
const VARIABLES = {
  ATELIER_ADMIN_KEY: 'k'.repeat(48),
  POSTGRES_PASSWORD: PASSWORD,
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
};
/** Longest a process may take from its start to its end, in milliseconds, also on a machine that others use. */
const START_MS = 180_000;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

describe.skipIf(!hasDebianPostgres)('what the compose file starts (needs Debian’s postgresql)', () => {
  let postgres: DebianPostgres;
  beforeAll(async () => {
    postgres = await startDebianPostgres(undefined, PASSWORD);
  }, START_MS);
  afterAll(() => postgres?.stop());

  /** Starts the image's command line on this machine: only where the database and the media lie is another place. */
  async function start({ command, environment }: Deployed, changes: Readonly<Record<string, string>> = {}) {
    const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-deployed-'));
    onTestFinished(() => fs.rm(data, { recursive: true }));
    const { ATELIER_S3_BUCKET: _bucket, AWS_ENDPOINT_URL: _store, ...rest } = environment;
    const here = {
      ...rest,
      PATH: process.env.PATH ?? '',
      DATABASE_URL: postgres.url,
      ATELIER_DATA: data,
      ATELIER_PORT: '0',
      ...changes,
    };
    const [, program = ''] = imageOf(deployFile('Dockerfile')).entrypoint;
    const child = spawn(process.execPath, [program, ...command], {
      cwd: ROOT,
      env: here,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const ended = once(child, 'close').then(([code]) => ({ code, output }));
    const up = once(createInterface({ input: child.stdout }), 'line').then(([line]) => ({
      url: String(JSON.parse(line).url),
    }));
    return { child, ended, up };
  }

  test.each(deployedByCompose(VARIABLES))(
    '$where: it is up, answers, and ends well on SIGTERM, and writes no secret',
    async (deployed) => {
      const { child, ended, up } = await start(deployed);
      const first = await Promise.race([up, ended]);
      if (!('url' in first)) throw new Error(first.output);
      expect((await fetch(`${first.url.replace('0.0.0.0', '127.0.0.1')}/healthz`)).status).toBe(200);
      child.kill('SIGTERM');
      const { code, output } = await ended;
      expect(code).toBe(0);
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), VARIABLES.ATELIER_ADMIN_KEY])
        expect(output).not.toContain(secret);
    },
    START_MS,
  );

  test(
    'a wrong password ends the start, and neither it nor the address with it is written',
    async () => {
      const [deployed] = deployedByCompose(VARIABLES);
      if (!deployed) throw new Error('nothing is deployed');
      const wrong = 'wr/on#g@pass%word';
      const { ended } = await start(deployed, { ATELIER_DATABASE_PASSWORD: wrong });
      const { code, output } = await ended;
      expect(code).toBe(1);
      expect(output).toContain('password authentication failed for user "atelier"');
      for (const form of [wrong, encodeURIComponent(wrong)]) expect(output).not.toContain(form);
    },
    START_MS,
  );
});

import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DebianPostgres, hasDebianPostgres, startDebianPostgres } from './support/debian-postgres.ts';
import { PROCESS_ADMIN_KEY, type ServiceProcess, serviceProcess } from './support/process.ts';
import { smallPicture } from './support/service.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));

describe.skipIf(!hasDebianPostgres)('a copy of a service (needs Debian’s PostgreSQL)', () => {
  let postgres: DebianPostgres;
  let folder: string;
  const services: ServiceProcess[] = [];
  beforeAll(async () => {
    postgres = await startDebianPostgres();
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-backup-'));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.remove()));
    await postgres?.stop();
    await fs.rm(folder, { recursive: true, force: true });
  });

  async function startOn(databaseUrl: string, data: string): Promise<ServiceProcess> {
    const service = await serviceProcess({ DATABASE_URL: databaseUrl, ATELIER_DATA: data });
    services.push(service);
    await service.start();
    return service;
  }
  function run(script: string, databaseUrl: string, data: string): void {
    const env = { PATH: `${postgres.programs}:${process.env.PATH}`, DATABASE_URL: databaseUrl, ATELIER_DATA: data };
    execFileSync(path.join(DEPLOY, script), [path.join(folder, 'copy')], { env, stdio: 'pipe' });
  }

  test('holds what was there when it was taken, pictures and credits included, and another service goes on with it', async () => {
    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
    const running = await startOn(postgres.url, first);
    const { api_key: key } = await running.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', {
      name: 'copied',
      plan: 'enterprise',
      credits: 10,
      sandbox: true,
    });
    const form = new FormData();
    form.set('file', new Blob([await smallPicture()]), 'small.png');
    const { id } = await running.call(key, 'POST', '/images', form);
    const request = { person_image_id: id, outfit_image_ids: [id] };
    const { jobs } = await running.call(key, 'POST', '/v1/images/virtual-try-on', request);
    const done = await running.call(key, 'GET', `/v1/jobs/${jobs[0].id}?wait=60`);
    const picture = Buffer.from(await (await fetch(done.result.url)).arrayBuffer());
    run('backup.sh', postgres.url, first);
    await running.kill();

    const restored = await postgres.create('restored');
    run('restore.sh', restored, second);
    expect(() => run('restore.sh', restored, second)).toThrow(/restore into an empty one/);
    const other = await startOn(restored, second);
    const again = await other.call(key, 'GET', `/v1/jobs/${jobs[0].id}`);
    expect(again.status).toBe('completed');
    expect(Buffer.from(await (await fetch(again.result.url)).arrayBuffer()).equals(picture)).toBe(true);
    expect((await other.call(key, 'GET', '/v1/account')).balance).toBe(9);
    const next = await other.call(key, 'POST', '/v1/images/virtual-try-on', request);
    expect((await other.call(key, 'GET', `/v1/jobs/${next.jobs[0].id}?wait=60`)).status).toBe('completed');
  });
});

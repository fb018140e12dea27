import { expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../src/config/settings.ts';
import { startService } from '../src/main.ts';
import { idleEngine, seesNothing } from './support/engines.ts';
import { ADMIN_KEY, startTestService } from './support/service.ts';

test('a service answers before its engine has its nets, says that it is not ready, and is up when it has them', async () => {
  const first = await startTestService();
  onTestFinished(() => first.stop());
  const { key } = await first.workspace();
  const nets = Promise.withResolvers<void>();
  const engine = { ...idleEngine(), ready: () => nets.promise };
  const settings = await loadSettings(
    { DATABASE_URL: first.database.url, ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_LOG_LEVEL: 'fatal' },
    { data: first.data, port: '0' },
  );
  const service = await startService(settings, { engine, inspectPicture: seesNothing });
  onTestFinished(() => service.stop());
  let isUp = false;
  const ready = service.ready.then(() => {
    isUp = true;
  });
  const ask = (target: string) => fetch(`${service.url}${target}`, { headers: { authorization: `Bearer ${key}` } });

  expect((await ask('/v1/models')).status).toBe(200);
  const unready = await ask('/readyz');
  expect(unready.status).toBe(503);
  expect(await unready.text()).toContain('the embedded engine is loading its nets');
  expect(isUp).toBe(false);

  nets.resolve();
  await ready;
  expect((await ask('/readyz')).status).toBe(200);
});

test('a service that finds the database away while it writes the shared library waits for it, and is not lost', async () => {
  const first = await startTestService();
  onTestFinished(() => first.stop());
  const client = await first.database.connect();
  onTestFinished(() => client.end());
  // Entries of another version, whose writes fail as on a server that shuts down. A sequence also counts rolled back
  // calls.
  await client.query(`
    update assets set alias = alias || ' of before' where workspace_id is null;
    create sequence refusals;
    create function refuse() returns trigger language plpgsql as $$
      begin perform nextval('refusals'); raise sqlstate '57P01'; end $$;
    create trigger away before insert on assets for each row execute function refuse()`);
  const outdated = async () =>
    (await client.query(`select id from assets where workspace_id is null and alias like '% of before'`)).rowCount;
  const all = await outdated();
  expect(all).toBeGreaterThan(0);

  const settings = await loadSettings(
    { DATABASE_URL: first.database.url, ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_LOG_LEVEL: 'fatal' },
    { data: first.data, port: '0' },
  );
  const service = await startService(settings, { engine: idleEngine(), inspectPicture: seesNothing });
  onTestFinished(() => service.stop());
  const refusals = async () => Number((await client.query(`select last_value from refusals`)).rows[0].last_value);
  await expect.poll(refusals, { timeout: 20_000 }).toBeGreaterThan(2 * Number(all));
  expect(await Promise.race([service.lost, fetch(`${service.url}/healthz`).then(({ status }) => status)])).toBe(200);

  await client.query('drop trigger away on assets');
  await service.ready;
  expect(await outdated()).toBe(0);
});

test('a database that cannot be reached is named with its setting and its address, without its password', async () => {
  const settings = await loadSettings(
    { DATABASE_URL: 'postgres://u:s3cret@127.0.0.1:1/shop', ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_LOG_LEVEL: 'fatal' },
    { port: '0' },
  );
  const start = startService(settings, { engine: idleEngine(), inspectPicture: seesNothing });
  await expect(start).rejects.toThrow(
    /^the database of DATABASE_URL, 127\.0\.0\.1:1\/shop, cannot be used: .*ECONNREFUSED/,
  );
  await expect(start).rejects.not.toThrow(/s3cret/);
});

test('an address that cannot be listened on is named, with what to do', async () => {
  const first = await startTestService();
  onTestFinished(() => first.stop());
  const { port } = new URL(first.url);
  const start = async (where: { readonly port: string; readonly host?: string }) => {
    const settings = await loadSettings(
      { DATABASE_URL: first.database.url, ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_LOG_LEVEL: 'fatal' },
      { data: first.data, ...where },
    );
    return startService(settings, { engine: idleEngine(), inspectPicture: seesNothing });
  };
  await expect(start({ port })).rejects.toThrow(
    `The service cannot listen on port ${port} of 127.0.0.1: another program uses the port. Name others with --port`,
  );
  await expect(start({ port: '0', host: '192.0.2.1' })).rejects.toThrow('this machine does not have the address');
});

test('a version starts again on tables of a newer one where they leave it room, and refuses in one line where they do not', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const workspace = await service.workspace();
  const client = await service.database.connect();
  onTestFinished(() => client.end());
  const enter = (name: string) =>
    client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()]);

  const aliases = async () => {
    const { rows } = await client.query('select alias from assets where workspace_id is null order by alias');
    return rows.map(({ alias }) => alias);
  };
  await client.query(`update assets set alias = alias || ' of later' where workspace_id is null`);
  const ofLater = await aliases();
  expect(ofLater).toContainEqual(expect.stringMatching(/ of later$/));
  await enter('9998-what-nobody-needs');
  await service.restart();
  expect(await aliases(), 'the library of the newer version').toEqual(ofLater);
  const { body } = await workspace.post('/v1/images/generate', { prompt: 'a coat' });
  expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'completed' });

  await enter('9999-what-all-need.needs-9998');
  await expect(service.beside()).rejects.toThrow(
    /^this is Atelier \d+\.\d+\.\d+ with the migration \d{4}-[a-z-]+; the database has 9999-what.*needs-9998 .* Start a newer version, or restore a backup of before the upgrade$/,
  );
});

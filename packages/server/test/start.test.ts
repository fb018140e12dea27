import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../src/config/settings.ts';
import { startService } from '../src/main.ts';
import { idleEngine, seesNothing } from './support/engines.ts';
import { freePort } from './support/free-port.ts';
import { ADMIN_KEY, startTestService } from './support/service.ts';

test('a service answers before its engine has its nets, says that it is not ready, and is up when it has them', async () => {
  const first = await startTestService();
  onTestFinished(() => first.stop());
  const { key } = await first.workspace();
  const nets = Promise.withResolvers<void>();
  const engine = { ...idleEngine(), ready: () => nets.promise };
  const port = await freePort();
  const settings = loadSettings(
    { DATABASE_URL: first.database.url, ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_LOG_LEVEL: 'fatal' },
    { data: first.data, port: String(port) },
  );
  let isUp = false;
  const starting = startService(settings, { engine, inspectPicture: seesNothing }).then((service) => {
    isUp = true;
    return service;
  });
  const ask = (target: string) => fetch(`http://127.0.0.1:${port}${target}`, { headers: { authorization: `Bearer ${key}` } });

  while ((await ask('/v1/models').catch(() => null))?.status !== 200) await sleep(20);
  const unready = await ask('/readyz');
  expect(unready.status).toBe(503);
  expect(await unready.text()).toContain('the embedded engine is loading its nets');
  expect(isUp).toBe(false);

  nets.resolve();
  const service = await starting;
  onTestFinished(() => service.stop());
  expect((await ask('/readyz')).status).toBe(200);
});

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

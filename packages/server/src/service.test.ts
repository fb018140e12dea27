import { expect, test } from 'vitest';
import { runningService, type Service, stopAll } from './service.ts';

function recording(log: string[], name: string, failure?: 'stop'): Service {
  return {
    name,
    async start() {
      log.push(`start ${name}`);
    },
    async stop() {
      log.push(`stop ${name}`);
      if (failure === 'stop') throw new Error(`${name} did not stop`);
    },
  };
}

test('services stop in reverse order', async () => {
  const log: string[] = [];
  await stopAll(['a', 'b', 'c'].map((name) => recording(log, name)));
  expect(log).toEqual(['stop c', 'stop b', 'stop a']);
});

test('a service that does not stop keeps no other from stopping', async () => {
  const log: string[] = [];
  await expect(stopAll([recording(log, 'a'), recording(log, 'b', 'stop')])).rejects.toThrow('did not stop cleanly');
  expect(log).toEqual(['stop b', 'stop a']);
});

test('a service that runs is begun once by two starts, and stops when its work has ended', async () => {
  const log: string[] = [];
  const service = runningService('a', async (signal) => {
    log.push('begun');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    log.push('ended');
  });
  await service.stop();
  await service.start();
  await service.start();
  await service.stop();
  await service.stop();
  expect(log).toEqual(['begun', 'ended']);
});

test('a service that was stopped can be started again', async () => {
  let begun = 0;
  const service = runningService('a', async () => {
    begun++;
  });
  await service.start();
  await service.stop();
  await service.start();
  await service.stop();
  expect(begun).toBe(2);
});

import { expect, test } from 'vitest';
import { runningService, type Service, startAll, stopAll } from './service.ts';

function recording(log: string[], name: string, failure?: 'start' | 'stop'): Service {
  return {
    name,
    async start() {
      log.push(`start ${name}`);
      if (failure === 'start') throw new Error(`${name} did not start`);
    },
    async stop() {
      log.push(`stop ${name}`);
      if (failure === 'stop') throw new Error(`${name} did not stop`);
    },
  };
}

test('services start in order and stop in reverse', async () => {
  const log: string[] = [];
  const services = ['a', 'b', 'c'].map((name) => recording(log, name));
  await startAll(services);
  await stopAll(services);
  expect(log).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
});

test('a service that does not start stops those before it, and itself', async () => {
  const log: string[] = [];
  await expect(startAll([recording(log, 'a'), recording(log, 'b', 'start'), recording(log, 'c')])).rejects.toThrow(
    'b did not start',
  );
  expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
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

test('a service that was stopped can be started anew', async () => {
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

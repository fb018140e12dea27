import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceProcess } from './support/process.ts';

/** Longest that a stop without work may take, in milliseconds; `serve` gives up on one after 29 s. */
const STOP_MS_MAX = 25_000;

/** Unfinished requests of clients on a connection. */
const LEFT: readonly [what: string, (key: string) => string][] = [
  ['nothing', () => ''],
  ['half a head', () => 'GET /v1/account HTTP/1.1\r\nhost: atelier\r\nx-half: '],
  ['an answered request', () => 'GET /healthz HTTP/1.1\r\nhost: atelier\r\n\r\n'],
  ['an answered request and half a head', () => 'GET /healthz HTTP/1.1\r\nhost: atelier\r\n\r\nGET /v1'],
  [
    'a stalled upload',
    (key) =>
      `POST /images HTTP/1.1\r\nhost: atelier\r\nauthorization: Bearer ${key}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 1000000\r\n\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf`,
  ],
  [
    'a stalled JSON body',
    (key) =>
      `POST /v1/jobs HTTP/1.1\r\nhost: atelier\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  ],
  [
    'a refused body that stalls',
    () => 'POST /v1/jobs HTTP/1.1\r\nhost: atelier\r\ncontent-length: 1000000\r\n\r\nhalf',
  ],
  ['requests whose answers nobody reads', () => 'GET /openapi.json HTTP/1.1\r\nhost: atelier\r\n\r\n'.repeat(40)],
];

test('a service with connections of every kind stops in order at once, and its PostgreSQL with it', async () => {
  const service = await serviceProcess();
  onTestFinished(() => service.remove());
  await service.start();
  const key = (await fs.readFile(path.join(service.data, 'api-key'), 'utf8')).trim();
  const { hostname, port } = new URL(service.url());
  for (const [, text] of LEFT) {
    const socket = net.connect({ host: hostname, port: Number(port) }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.pause();
    socket.write(text(key));
  }
  // Answered after all that was sent before it.
  await fetch(`${service.url()}/readyz`);
  const pidFile = path.join(service.data, 'postgres', 'postmaster.pid');
  const postgres = Number((await fs.readFile(pidFile, 'utf8')).split('\n')[0]);
  expect(() => process.kill(postgres, 0)).not.toThrow();

  const begun = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(STOP_MS_MAX);
  expect(() => process.kill(postgres, 0)).toThrow('ESRCH');
  await expect(fs.access(pidFile)).rejects.toThrow('ENOENT');
});

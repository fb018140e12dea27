import dgram from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesResolver } from '../../src/media/remote/resolver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Name servers of users may keep silent. What that costs is paid by the workspace that named them. */

const QUICK = 'quick.example';
const SLOW_NAMES = 40;
/** Longest anything here may take, in milliseconds, also on a machine that others use. */
const LOADED_MS = 300_000;

let names: dgram.Socket;
let service: TestService;
const asked: string[] = [];

/**
 * A name server on loopback that knows {@link QUICK}, as 127.0.0.1, and is silent about all other names (RFC 1035
 * §4.1).
 */
async function startNames(): Promise<dgram.Socket> {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('ascii', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    asked.push(name);
    if (name !== QUICK) return;
    const isIpv4 = question.readUInt16BE(at + 1) === 1;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(isIpv4 ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([head, question.subarray(12, at + 5), ...(isIpv4 ? [record] : [])]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}

beforeAll(async () => {
  names = await startNames();
  const server = `127.0.0.1:${(names.address() as AddressInfo).port}`;
  // So long that a neighbour who waited for any of them would be seen to.
  const resolve = namesResolver({ servers: [server], hostsFile: '/nowhere', deadlineMs: 200_000 });
  service = await startTestService({ parts: { resolve }, environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8' } });
}, LOADED_MS);
afterAll(async () => {
  await service?.stop();
  names?.close();
}, LOADED_MS);

test(
  'a workspace whose names are never answered holds up nobody else’s',
  async () => {
    const hostile = await service.workspace({ name: 'hostile' });
    const neighbour = await service.workspace({ name: 'neighbour' });
    const ends: number[] = [];
    const waiting = Array.from({ length: SLOW_NAMES }, async (_, index) => {
      const { status } = await hostile.post('/v1/webhooks', { url: `http://slow-${index}.example/` });
      ends.push(status);
    });
    // The service stops before their names are answered, and may close their connections.
    const slow = Promise.allSettled(waiting);
    await expect
      .poll(() => asked.filter((name) => name.startsWith('slow-')).length, { timeout: LOADED_MS })
      .toBeGreaterThan(0);
    const { status, text } = await neighbour.post('/v1/webhooks', { url: `http://${QUICK}/` });
    expect([status, text]).toEqual([201, expect.any(String)]);
    // The neighbour's name was looked up while those before it still waited, and those wait for each other.
    expect(ends).toEqual([]);
    const pending = new Set(asked.filter((name) => name.startsWith('slow-')));
    expect(pending.size).toBeLessThan(SLOW_NAMES);
    await service.stop();
    await slow;
    service = undefined as unknown as TestService;
  },
  LOADED_MS,
);

import dgram from 'node:dgram';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { namesResolver } from './resolver.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-hosts-'));
const hostsFile = path.join(folder, 'hosts');

test('the hosts file comes first, whatever the case of the name, with every address it has', async () => {
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.writeFileSync(
    hostsFile,
    '# names\n192.0.2.7\tReceiver.example receiver # the one\n2001:db8::7 receiver\nnonsense receiver\n',
  );
  const resolve = namesResolver({ hostsFile });
  expect(await resolve('receiver')).toEqual(['192.0.2.7', '2001:db8::7']);
  expect(await resolve('RECEIVER.example.')).toEqual(['192.0.2.7']);
});

test('names of the machine itself lead to it without a name server', async () => {
  const resolve = namesResolver({ hostsFile: '/nowhere' });
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('app.localhost')).toEqual(['127.0.0.1', '::1']);
});

test('a name server that keeps silent is given up at the deadline', async () => {
  const silent = dgram.createSocket('udp4');
  onTestFinished(() => void silent.close());
  await new Promise<void>((bound) => silent.bind(0, '127.0.0.1', bound));
  const server = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const resolve = namesResolver({ servers: [server], hostsFile: '/nowhere', deadlineMs: 50 });
  await expect(resolve('silent.example')).rejects.toThrow(/no address of silent\.example/);
});

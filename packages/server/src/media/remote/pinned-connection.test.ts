import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { expect, test } from 'vitest';
import { pinnedConnector } from './pinned-connection.ts';

const OPTIONS = { hostname: 'pictures.test', protocol: 'http:', port: '80' };

/** Connects through a connector whose far end has that address. */
function connectTo(remoteAddress: string | undefined, pinned: readonly string[]) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const plain: buildConnector.connector = (_, callback) => callback(null, socket);
  const outcome = Promise.withResolvers<Error | null>();
  pinnedConnector(pinned, plain)(OPTIONS, (...[error]) => outcome.resolve(error));
  return { socket, outcome: outcome.promise };
}

test.each([
  ['93.184.216.34', ['93.184.216.34']],
  ['::ffff:93.184.216.34', ['93.184.216.34']],
  ['2606:4700:0:0:0:0:0:1111', ['93.184.216.34', '2606:4700::1111']],
])('a connection to %s is kept when %j was checked', async (remote, pinned) => {
  const { socket, outcome } = connectTo(remote, pinned);
  expect(await outcome).toBeNull();
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test.each(['127.0.0.1', '93.184.216.35', '::1', undefined])(
  'a connection that leads to %s instead is closed',
  async (remote) => {
    const { socket, outcome } = connectTo(remote, ['93.184.216.34']);
    expect((await outcome)?.message).toContain('which was not checked');
    expect(socket.destroyed).toBe(true);
  },
);

test('an error of the connection is passed on', async () => {
  const failed: buildConnector.connector = (_, callback) => callback(new Error('refused'), null);
  const outcome = Promise.withResolvers<Error | null>();
  pinnedConnector(['93.184.216.34'], failed)(OPTIONS, (...[error]) => outcome.resolve(error));
  expect((await outcome.promise)?.message).toBe('refused');
});

import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { changeNotices } from './changes.ts';

/** PostgreSQL's answers of one letter, a length and a body (manual, 55.7). */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('LISTEN\0'));

test('a database that is away is asked for by one connection at a time, however long it takes', async () => {
  let isAway = false;
  let [open, openMax, refused] = [0, 0, 0];
  const sockets = new Set<Socket>();
  const enough = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    openMax = Math.max(openMax, ++open);
    socket.on('close', () => open--);
    socket.on('error', () => socket.destroy());
    if (isAway) {
      if (++refused === 5) enough.resolve();
      return void setTimeout(() => socket.destroy(), 100);
    }
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', () => socket.write(Buffer.concat([DONE, READY])));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const changes = changeNotices({ host: '127.0.0.1', port, user: 'test' }, pino({ level: 'silent' }));
  await changes.start();
  isAway = true;
  for (const socket of sockets) socket.destroy();
  await enough.promise;
  await changes.stop();
  server.close();
  expect(openMax).toBe(1);
});

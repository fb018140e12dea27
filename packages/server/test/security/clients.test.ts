import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smallPicture, startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

/** Far shorter than in earnest, far longer than any request of these tests needs. */
const LIMITS = { headMs: 1_000, requestMs: 4_000, silenceMs: 2_000, idleMs: 1_500, checkMs: 100 };

/** The service's log of its own faults. */
const faults: string[] = [];
let service: TestService;
let workspace: TestWorkspace;
let large: Buffer;
beforeAll(async () => {
  service = await startTestService({
    parts: { clientLimits: LIMITS, logTo: { write: (line) => void faults.push(line) } },
    environment: { ATELIER_LOG_LEVEL: 'error' },
  });
  workspace = await service.workspace();
  const pixels = randomBytes(1_000 * 1_000 * 3);
  large = await sharp(pixels, { raw: { width: 1_000, height: 1_000, channels: 3 } })
    .png()
    .toBuffer();
});
afterAll(() => service.stop());

/** A connection whose every answer is kept, and the moment it ends. */
function open() {
  const { hostname, port } = new URL(service.url);
  const socket = net.connect({ host: hostname, port: Number(port) });
  let received = '';
  const closed = Promise.withResolvers<string>();
  socket
    .setEncoding('latin1')
    .on('data', (piece) => (received += piece))
    .on('error', () => {})
    .on('close', () => closed.resolve(received));
  return { socket, closed: closed.promise };
}

/** An upload as it goes over the wire. */
function uploadBytes(picture: Uint8Array, length?: number): Buffer {
  const body = Buffer.concat([
    Buffer.from('--edge\r\ncontent-disposition: form-data; name="file"; filename="photo.png"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--edge--\r\n'),
  ]);
  const head = [
    'POST /images HTTP/1.1',
    'host: atelier',
    `authorization: Bearer ${workspace.key}`,
    'content-type: multipart/form-data; boundary=edge',
    `content-length: ${length ?? body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/**
 * Everything an upload can leave: files of the store and of the folders beside it, rows, and announcements of bytes.
 */
async function traces(): Promise<{ files: string[]; rows: number; announced: number }> {
  const media = path.join(service.data, 'media');
  const entries = await fs.readdir(media, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const client = await service.database.connect();
  const { rows } = await client
    .query('select (select count(*)::int from media) as rows, (select count(*)::int from media_removals) as announced')
    .finally(() => client.end());
  return { files: files.sort(), ...rows[0] };
}

/** Waits until uploads leave the same traces as before. */
async function settledTo(before: Awaited<ReturnType<typeof traces>>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (JSON.stringify(await traces()) === JSON.stringify(before)) return;
    await sleep(50);
  }
  expect(await traces()).toEqual(before);
}

describe('slow clients', () => {
  test('heads that come byte by byte are cut off in words, and everybody else is served meanwhile', async () => {
    const slow = Array.from({ length: 40 }, open);
    const dripping = slow.map(async ({ socket, closed }) => {
      socket.write('GET /healthz HTTP/1.1\r\nhost: atelier\r\nx-slow: ');
      const drip = setInterval(() => socket.write('x'), 100);
      return closed.finally(() => clearInterval(drip));
    });
    expect((await workspace.get('/v1/account')).status).toBe(200);
    for (const answer of await Promise.all(dripping))
      expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*did not arrive in time/);
  });

  test('a body that stalls is cut off, and nothing of it stays', async () => {
    const before = await traces();
    const whole = uploadBytes(large);
    const stalled = [0.1, 0.5, 0.99].map((share) => {
      const connection = open();
      connection.socket.write(whole.subarray(0, Math.floor(whole.length * share)));
      return connection.closed;
    });
    for (const answer of await Promise.all(stalled)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await settledTo(before);
  });

  test('a body that drips is cut off when its time is over', async () => {
    const before = await traces();
    const { socket, closed } = open();
    socket.write(uploadBytes(new Uint8Array(10), 1_000_000));
    const drip = setInterval(() => socket.write('x'), 200);
    await closed.finally(() => clearInterval(drip));
    await settledTo(before);
  });

  test('a connection that was never used closes without a word, and so does one whose request was answered', async () => {
    const unused = open();
    const used = open();
    used.socket.write('GET /healthz HTTP/1.1\r\nhost: atelier\r\n\r\n');
    expect(await unused.closed).toBe('');
    expect((await used.closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  test('a JSON body that stalls is cut off too', async () => {
    const { socket, closed } = open();
    const head = ['POST /v1/jobs HTTP/1.1', 'host: atelier', `authorization: Bearer ${workspace.key}`];
    socket.write(
      `${[...head, 'content-type: application/json', 'content-length: 500'].join('\r\n')}\r\n\r\n{"operation":`,
    );
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('clients that go away', () => {
  beforeEach(() => workspace.image());

  test('an upload broken off anywhere leaves nothing in the store, the temporary folder or the database', async () => {
    const before = await traces();
    const whole = uploadBytes(large);
    const cuts = Array.from({ length: 40 }, (_, index) => Math.floor((whole.length * index) / 40) + (index % 7));
    for (const cut of cuts) {
      const { socket, closed } = open();
      socket.write(whole.subarray(0, cut), () => (cut % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()));
      await closed;
    }
    await settledTo(before);
    expect((await workspace.get('/v1/account')).status).toBe(200);
  });

  test('an upload whose client does not wait for the answer is stored whole or not at all', async () => {
    const before = await traces();
    const whole = uploadBytes(await smallPicture());
    for (let times = 0; times < 10; times++) {
      const { socket, closed } = open();
      socket.write(whole, () => socket.destroy());
      await closed;
    }
    // A whole upload after them: when it is answered, those before it have been dealt with.
    await workspace.image();
    for (let tries = 0; tries < 100; tries++) {
      const { files, rows, announced } = await traces();
      if (announced === before.announced && files.length - before.files.length === rows - before.rows) break;
      await sleep(50);
    }
    const after = await traces();
    expect(after.announced).toBe(before.announced);
    expect(after.files.length - before.files.length).toBe(after.rows - before.rows);
    expect(after.files.filter((file) => /incoming|temporary/.test(file))).toEqual([]);
  });

  test('a picture whose client leaves in the middle of it is no fault of the service', async () => {
    const id = await workspace.image(new Uint8Array(large));
    const { pathname } = new URL((await workspace.get(`/images/${id}`)).body.path);
    for (let times = 0; times < 5; times++) {
      const { socket, closed } = open();
      socket.once('data', () => socket.destroy());
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: atelier\r\n\r\n`);
      await closed;
    }
    // An upload after them: when it is answered, those before it have been dealt with.
    await workspace.image();
    expect(faults).toEqual([]);
  });

  test('a long poll and an event stream whose client is gone end with it', async () => {
    const { body } = await workspace.post('/v1/videos/text-to-video', { prompt: 'sandbox:delay=20000' });
    const target = `/v1/jobs/${body.jobs[0].id}`;
    for (const each of [`${target}?wait=60`, `${target}/events`]) {
      const { socket, closed } = open();
      const head = `GET ${each} HTTP/1.1\r\nhost: atelier\r\nauthorization: Bearer ${workspace.key}\r\n\r\n`;
      socket.write(head, () => setTimeout(() => socket.destroy(), 50));
      await closed;
    }
    expect((await workspace.post(`${target}/cancel`)).body.status).toBe('failed');
  });
});

describe('bodies and framings beyond the limits', () => {
  const send = async (text: string | Buffer) => {
    const { socket, closed } = open();
    socket.end(text);
    return closed;
  };
  const head = (...lines: string[]) =>
    `${['POST /v1/jobs HTTP/1.1', 'host: atelier', `authorization: Bearer ${workspace.key}`, 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n`;

  test('a JSON body over 1 MiB is refused by its stated length, and by its true one where none is stated', async () => {
    const { socket, closed } = open();
    socket.write(head('content-length: 1048577', 'connection: close'));
    expect(await closed).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    expect(await send(head('transfer-encoding: chunked', 'connection: close') + chunk.repeat(17))).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });

  test('an upload over 15 MiB is refused whatever length it states, and nothing of it stays', async () => {
    const before = await traces();
    const form = new FormData();
    form.set('file', new Blob([large, new Uint8Array(15 * 1024 * 1024 + 1 - large.length)]), 'large.png');
    const { status, body } = await service.call(workspace.key, 'POST', '/images', form);
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    await settledTo(before);
  });

  test.each([64, 65, 5_000])('JSON nested %i levels deep is read or refused, never overflowed', async (depth) => {
    const characteristics = `${'{"a":'.repeat(depth - 2)}1${'}'.repeat(depth - 2)}`;
    const { status } = await workspace.post(
      '/assets',
      `{"type":"model","alias":"deep","characteristics":{"a":${characteristics}}}`,
    );
    expect(status).toBe(depth === 64 ? 201 : 400);
  });

  test.each([
    ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked']],
    ['two lengths', ['content-length: 4', 'content-length: 5']],
    ['a length that is none', ['content-length: +4']],
    ['an encoding that hides chunks', ['transfer-encoding: chunked, identity']],
    ['a folded header', ['x-a: b\r\n c: d\r\ncontent-length : 4']],
    ['a header without a name', [': b']],
    ['a NUL in a header', ['x-a: b\0c']],
    ['a bare line feed', ['x-a: b\nx-b: c\ncontent-length 4']],
  ])('%s: two readers could disagree, so it is refused', async (_, lines) => {
    const answer = await send(
      `${head(...lines)}0\r\n\r\nGET /v1/account HTTP/1.1\r\nhost: atelier\r\nauthorization: Bearer ${workspace.key}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/^HTTP\/1\.1 \d/gm)).toHaveLength(1);
  });
});

test('a probe of a load balancer in HTTP/1.0 needs to name no host; what answers with addresses does', async () => {
  const ask = async (path: string) => {
    const { socket, closed } = open();
    socket.write(`GET ${path} HTTP/1.0\r\nauthorization: Bearer ${workspace.key}\r\n\r\n`);
    const [head = '', body] = (await closed).split('\r\n\r\n');
    return [head.split('\r\n')[0], body];
  };
  expect(await ask('/healthz')).toEqual(['HTTP/1.1 200 OK', '{"status":"ok","reasons":[]}']);
  expect((await ask('/readyz'))[0]).toBe('HTTP/1.1 200 OK');
  expect(await ask('/v1/jobs')).toEqual([
    'HTTP/1.1 400 Bad Request',
    expect.stringMatching(/The header Host is \\"\\"/),
  ]);
});

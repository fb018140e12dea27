import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkStore } from '../../src/media/store/health.ts';
import type { BlobListing, MediaStore } from '../../src/media/store/port.ts';

/** A store to be tried out, and how to be rid of it. */
export interface StoreUnderTest {
  readonly store: MediaStore;
  readonly close: () => Promise<void>;
}

type StoreOf = () => MediaStore;

const MIB = 1024 * 1024;
const TYPE = 'image/png';

/** The behaviour of every driver of the media store, fixed here and nowhere else. */
export function describeMediaStore(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`${name} as a media store`, () => {
    let running: StoreUnderTest | undefined;
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running?.close());
    const store: StoreOf = () => {
      if (!running) throw new Error('the store under test has not started');
      return running.store;
    };
    describeWriting(store);
    describeBrokenWrites(store);
    describeReading(store);
    describeRanges(store);
    describeRemoving(store);
    describeListing(store);
    describeStreaming(store);
  });
}

function describeWriting(store: StoreOf): void {
  test('gives back the bytes it was given, however they were cut', async () => {
    const bytes = randomBytes(300_000);
    for (const pieces of [
      [bytes],
      [bytes.subarray(0, 1), bytes.subarray(1, 77_777), Buffer.alloc(0), bytes.subarray(77_777)],
    ]) {
      const key = freshKey();
      await store().put(key, from(pieces), { sizeBytes: bytes.length, contentType: TYPE });
      expect(Buffer.from((await store().read(key)) ?? []).equals(bytes)).toBe(true);
    }
  });

  test('stores an empty blob', async () => {
    const key = await stored(store(), Buffer.alloc(0));
    expect(await store().stat(key)).toMatchObject({ sizeBytes: 0 });
    expect(await readAll(store(), key)).toHaveLength(0);
  });

  test('refuses a key that is taken and keeps what it held', async () => {
    const key = await stored(store(), Buffer.from('first'));
    await expect(put(store(), key, Buffer.from('second'))).rejects.toThrow('is stored already');
    expect((await readAll(store(), key))?.toString()).toBe('first');
  });

  test('lets one of several concurrent writers of a key win, whole', async () => {
    const key = freshKey();
    const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index));
    const outcomes = await Promise.allSettled(bodies.map((body) => put(store(), key, body)));
    const winners = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await readAll(store(), key))?.equals(bodies[winners[0] ?? -1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('takes many different blobs at once', async () => {
    const bodies = Array.from({ length: 24 }, () => randomBytes(50_000));
    const keys = await Promise.all(bodies.map((body) => stored(store(), body)));
    for (const [index, key] of keys.entries()) {
      expect((await readAll(store(), key))?.equals(bodies[index] ?? Buffer.alloc(0)), key).toBe(true);
    }
  });

  test('is healthy, as often as it is asked', async () => {
    await checkStore(store());
    await checkStore(store());
  });

  test.each([
    '',
    'uploads',
    'uploads/',
    '/uploads/12345678',
    '../12345678',
    'uploads/../12345678',
    'uploads/1234567/8',
    'uploads/..',
    'uploads/short',
    'Uploads/12345678',
    'uploads/ABCDEFGH',
    'uploads/1234.678',
    'uploads/12345678\0',
    'uploads\\12345678',
    `uploads/${'1'.repeat(65)}`,
    'uploads/-2345678',
  ])('refuses %j as a key', async (key) => {
    await expect(put(store(), key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(store().open(key)).rejects.toThrow(RangeError);
    await expect(store().read(key)).rejects.toThrow(RangeError);
    await expect(store().stat(key)).rejects.toThrow(RangeError);
    await expect(store().delete(key)).rejects.toThrow(RangeError);
  });
}

function describeBrokenWrites(store: StoreOf): void {
  test.each([
    ['ends early', 10, 11],
    ['goes on too long', 10, 9],
    ['is empty though bytes were promised', 0, 1],
  ])('stores nothing when the body %s', async (_, givenBytes, sizeBytes) => {
    const key = freshKey();
    await expect(
      store().put(key, from([Buffer.alloc(givenBytes)]), { sizeBytes, contentType: TYPE }),
    ).rejects.toThrow();
    await expectNothing(store(), key);
  });

  test('stores nothing when the body breaks off in the middle, and passes its error on', async () => {
    const key = freshKey();
    async function* body() {
      yield Buffer.alloc(6 * MIB);
      throw new Error('the sender went away');
    }
    await expect(store().put(key, body(), { sizeBytes: 12 * MIB, contentType: TYPE })).rejects.toThrow(
      'the sender went away',
    );
    await expectNothing(store(), key);
  });

  test('takes the key after a write that failed', async () => {
    const key = freshKey();
    await expect(store().put(key, from([]), { sizeBytes: 1, contentType: TYPE })).rejects.toThrow('was said to have');
    await put(store(), key, Buffer.from('again'));
    expect((await readAll(store(), key))?.toString()).toBe('again');
  });
}

function describeReading(store: StoreOf): void {
  test('knows the size and the age of a blob', async () => {
    const beforeMs = Date.now();
    const key = await stored(store(), Buffer.alloc(1234));
    const found = await store().stat(key);
    expect(found?.sizeBytes).toBe(1234);
    // A store has its own clock, and some count in whole seconds.
    expect(Math.abs((found?.storedAt.getTime() ?? 0) - beforeMs)).toBeLessThan(60_000);
  });

  test('has null for a blob that is not there', async () => {
    await expectNothing(store(), freshKey());
  });

  test('lets a reader stop half way', async () => {
    const key = await stored(store(), randomBytes(3 * MIB));
    const opened = await store().open(key);
    for await (const chunk of opened?.body ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(opened?.body.destroyed).toBe(true);
  });
}

function describeRanges(store: StoreOf): void {
  const bytes = randomBytes(200_000);

  test.each([
    [0, 0],
    [0, 9],
    [199_999, 199_999],
    [65_535, 131_073],
    [0, 199_999],
    [199_990, 5_000_000],
  ])('reads the bytes %i to %i, and tells the size of the whole', async (first, last) => {
    const key = await stored(store(), bytes);
    const opened = await store().open(key, { first, last });
    expect(opened?.sizeBytes).toBe(bytes.length);
    expect((opened && (await buffer(opened.body)))?.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  test.each([
    [200_000, 200_001],
    [10, 9],
    [-1, 5],
  ])('refuses the bytes %i to %i', async (first, last) => {
    const key = await stored(store(), bytes);
    await expect(store().open(key, { first, last })).rejects.toThrow(RangeError);
  });

  test('has null for a range of a blob that is not there', async () => {
    expect(await store().open(freshKey(), { first: 0, last: 1 })).toBeNull();
  });
}

function describeRemoving(store: StoreOf): void {
  test('removes a blob, and again, and one that never was', async () => {
    const key = await stored(store(), Buffer.from('x'));
    await store().delete(key);
    await expectNothing(store(), key);
    await store().delete(key);
    await store().delete(freshKey());
  });
}

function describeListing(store: StoreOf): void {
  test('lists what is older than a moment, with key and size, and nothing younger', async () => {
    const key = await stored(store(), Buffer.alloc(77));
    const found = await store().stat(key);
    const storedMs = found?.storedAt.getTime() ?? 0;
    const older = await listed(store(), new Date(storedMs + 1000));
    expect(older.find((blob) => blob.key === key)).toMatchObject({ sizeBytes: 77, storedAt: found?.storedAt });
    expect((await listed(store(), new Date(storedMs - 1000))).map((blob) => blob.key)).not.toContain(key);
  });

  test('lets a sweep remove what it is listing', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => stored(store(), Buffer.from('x'))));
    for await (const { key } of store().listOlderThan(new Date(Date.now() + 60_000))) {
      if (keys.includes(key)) await store().delete(key);
    }
    for (const key of keys) await expectNothing(store(), key);
  });
}

function describeStreaming(store: StoreOf): void {
  /** A multipart upload holds some parts of at least 5 MiB; a driver that holds the whole blob is far over this. */
  const heldBytesMax = 48 * MIB;
  const sizeBytes = 192 * MIB;

  test('writes and reads a large blob without holding it in memory', async () => {
    const key = freshKey();
    const idleBytes = liveBufferBytes();
    let heldBytes = 0;
    async function* body() {
      for (let sent = 0; sent < sizeBytes; sent += MIB) {
        if (sent % (16 * MIB) === 0) heldBytes = Math.max(heldBytes, liveBufferBytes() - idleBytes);
        yield Buffer.alloc(MIB, sent / MIB);
      }
    }
    await store().put(key, body(), { sizeBytes, contentType: TYPE });
    let readBytes = 0;
    for await (const chunk of (await store().open(key))?.body ?? []) {
      if (Math.floor(readBytes / (16 * MIB)) < Math.floor((readBytes + chunk.length) / (16 * MIB))) {
        heldBytes = Math.max(heldBytes, liveBufferBytes() - idleBytes);
      }
      readBytes += chunk.length;
    }
    await store().delete(key);
    expect(readBytes).toBe(sizeBytes);
    expect(heldBytes).toBeLessThan(heldBytesMax);
  }, 60_000);
}

/** Bytes of buffers that something still refers to, after a full collection: a figure without the noise of garbage. */
function liveBufferBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('this runtime cannot collect garbage on demand');
  collect();
  return process.memoryUsage().arrayBuffers;
}

function freshKey(): string {
  return `test/${randomUUID()}`;
}

async function* from(pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* pieces;
}

function put(store: MediaStore, key: string, bytes: Uint8Array): Promise<void> {
  return store.put(key, bytes, { sizeBytes: bytes.byteLength, contentType: TYPE });
}

async function stored(store: MediaStore, bytes: Uint8Array): Promise<string> {
  const key = freshKey();
  await put(store, key, bytes);
  return key;
}

async function readAll(store: MediaStore, key: string): Promise<Buffer | null> {
  const opened = await store.open(key);
  return opened && buffer(opened.body);
}

async function expectNothing(store: MediaStore, key: string): Promise<void> {
  expect([await store.open(key), await store.read(key), await store.stat(key)]).toEqual([null, null, null]);
  expect((await listed(store, new Date(Date.now() + 60_000))).map((blob) => blob.key)).not.toContain(key);
}

async function listed(store: MediaStore, moment: Date): Promise<BlobListing[]> {
  const found: BlobListing[] = [];
  for await (const blob of store.listOlderThan(moment)) found.push(blob);
  return found;
}

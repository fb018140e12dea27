import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ByteRange } from '../../media/store/port.ts';
import { bodyFor } from '../send-media.ts';

/** A store with one blob, `uploads/whole`, that records every opened key. */
function watchedStore() {
  const opened: string[] = [];
  const bytes = 'whole';
  const stat = async (key: string) => (key.endsWith(bytes) ? { sizeBytes: bytes.length, storedAt: new Date(0) } : null);
  const open = async (key: string, range?: ByteRange) => {
    opened.push(key);
    const body = Readable.from([bytes.slice(range?.first, range && range.last + 1)]);
    return (await stat(key)) && { body, sizeBytes: bytes.length };
  };
  return { store: { open, stat }, opened };
}

const said = async (body: Readable | null) => body && text(body);

test('GET is answered with the bytes, or the range of them that was asked for', async () => {
  const { store, opened } = watchedStore();
  const ask = async (range: ByteRange | null) => said(await bodyFor({ method: 'GET' }, store, 'uploads/whole', range));
  expect(await ask(null)).toBe('whole');
  expect(await ask({ first: 1, last: 2 })).toBe('ho');
  expect(opened).toHaveLength(2);
});

test('HEAD is answered without the blob being opened', async () => {
  const { store, opened } = watchedStore();
  expect(await said(await bodyFor({ method: 'HEAD' }, store, 'uploads/whole', null))).toBe('');
  expect(opened).toEqual([]);
});

test('a blob that the store has lost is none, by either method', async () => {
  const { store } = watchedStore();
  for (const method of ['GET', 'HEAD']) expect(await bodyFor({ method }, store, 'uploads/lost', null)).toBeNull();
});

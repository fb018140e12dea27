import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PictureSource, placePictures, readPictures, readSource } from './pictures.ts';
import { operationRule } from './table.ts';

const ID = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
const URL_TEXT = 'https://shop.example/shirt.jpg';

let folder: string;
let bytes: Buffer;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-pictures-'));
  bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
  await fs.writeFile(path.join(folder, 'a.webp'), bytes);
  await fs.writeFile(path.join(folder, 'notes.png'), 'no picture');
});
afterAll(() => fs.rm(folder, { recursive: true }));

test('a picture may be named as ID, address, data, file or file address', async () => {
  expect(await readSource(ID.toUpperCase())).toEqual({ kind: 'id', id: ID });
  expect(await readSource(URL_TEXT)).toEqual({ kind: 'url', url: URL_TEXT });
  const read = { kind: 'bytes', bytes: new Uint8Array(bytes) };
  expect(await readSource(`data:image/webp;base64,${bytes.toString('base64')}`)).toMatchObject(read);
  expect(await readSource('a.webp', folder)).toMatchObject({ ...read, name: 'a.webp' });
  expect(await readSource(pathToFileURL(path.join(folder, 'a.webp')).href)).toMatchObject(read);
});

test.each([
  ['a file that is not there', 'none.png', 'none.png does not exist'],
  ['a file that holds no image', 'notes.png', 'is not an image that the service accepts; allowed: JPEG, PNG and WebP'],
  ['a device that never ends', '/dev/zero', '/dev/zero is too large; an image may have at most 15 MiB'],
  ['data that are none', 'data:image/png,abc', 'the data URI must be'],
  [
    'a place in a home that is not there',
    '~/.atelier-no-such-file',
    `${os.homedir()}/.atelier-no-such-file does not exist`,
  ],
])('%s is refused before anything is sent', async (_case, text, message) => {
  await expect(readSource(text, folder)).rejects.toThrow(message);
});

/** The picture fields of a try-on with these garments. Every upload keeps its name as its ID. */
async function placed(...garments: readonly string[]) {
  const rule = operationRule('virtual_try_on');
  const pictures = await readPictures(rule, (name) => (name === 'person' ? [ID] : garments), { folder });
  const uploaded: PictureSource['kind'][] = [];
  const { fields } = await placePictures(rule, pictures, async ({ kind }) => {
    uploaded.push(kind);
    return 'uploaded';
  });
  return { fields, uploaded };
}

test('addresses are the service’s to fetch where all of a field are, else this machine brings them', async () => {
  expect(await placed(URL_TEXT, URL_TEXT)).toEqual({
    fields: { person_image_id: ID, outfit_image_urls: [URL_TEXT, URL_TEXT] },
    uploaded: [],
  });
  expect(await placed(URL_TEXT, 'a.webp', ID)).toEqual({
    fields: { person_image_id: ID, outfit_image_ids: ['uploaded', 'uploaded', ID] },
    uploaded: ['url', 'bytes'],
  });
});

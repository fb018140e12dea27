import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { engineTask, gathered } from '../../../test/engines/tasks.ts';
import { withPlainPictures } from './formats.ts';

const red = (background: string) => sharp({ create: { width: 6, height: 4, channels: 4, background } });

async function sent(picture: Sharp) {
  const given = new Uint8Array(await picture.toBuffer());
  const task = engineTask('edit', [{ ...gathered('source', 6, 4), bytes: given }]);
  const [plain] = (await withPlainPictures(task)).pictures;
  if (!plain) throw new Error('the picture is gone');
  return { given, plain, metadata: await sharp(plain.bytes).metadata() };
}

test('transparency is laid on white, whatever colour lies under it', async () => {
  const { plain, metadata } = await sent(red('#ff00ff00').png());
  expect(metadata.hasAlpha).toBe(false);
  expect([...(await sharp(plain.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
});

test('a turned picture is sent upright and without metadata', async () => {
  const { plain, metadata } = await sent(red('#ff0000').removeAlpha().withMetadata({ orientation: 6 }).jpeg());
  expect(plain).toMatchObject({ width: 4, height: 6 });
  expect(metadata).toMatchObject({ width: 4, height: 6, hasProfile: false });
  expect([metadata.orientation, metadata.exif]).toEqual([undefined, undefined]);
});

test('16 bits a channel become 8', async () => {
  const { metadata } = await sent(red('#ff0000').removeAlpha().toColourspace('rgb16').png());
  expect(metadata).toMatchObject({ depth: 'uchar', space: 'srgb' });
});

test('a plain picture keeps its bytes', async () => {
  const { given, plain } = await sent(red('#ff0000').removeAlpha().jpeg());
  expect(plain.bytes).toEqual(given);
});

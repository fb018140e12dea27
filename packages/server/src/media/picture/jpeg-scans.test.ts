import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { countJpegScans } from './jpeg-scans.ts';

function scansOf(...pieces: readonly Uint8Array[]): Promise<number> {
  return countJpegScans(pieces, 100);
}

/** A marker segment, its length included. */
function segment(code: number, content: readonly number[]): number[] {
  return [0xff, code, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content];
}

const noise = sharp({
  create: {
    width: 120,
    height: 90,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});
const plain = await noise.clone().jpeg().toBuffer();
const progressive = await noise.clone().jpeg({ progressive: true }).toBuffer();

test('a plain JPEG has one scan, a progressive one ten', async () => {
  expect(await scansOf(plain)).toBe(1);
  expect(await scansOf(progressive)).toBe(10);
  expect(await countJpegScans([progressive], 3)).toBe(4);
});

test('the count does not depend on how the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(progressive.length), { maxLength: 20 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), progressive.length];
      const pieces = edges.slice(1).map((edge, index) => progressive.subarray(edges[index], edge));
      expect(await scansOf(...pieces)).toBe(10);
    }),
  );
});

test('a scan marker inside a segment is not counted', async () => {
  const thumbnail = segment(0xe1, [0xff, 0xda, 0, 2, 0xff, 0xda]);
  expect(await scansOf(Uint8Array.from([0xff, 0xd8, ...thumbnail, ...segment(0xda, [1, 2, 3]), 5, 0xff, 0xd9]))).toBe(
    1,
  );
});

test('stuffed zeros, restarts and padding in coded data are passed over', async () => {
  const data = [1, 0xff, 0x00, 0xda, 0xff, 0xd3, 2, 0xff, 0xff, 0xff];
  expect(await scansOf(Uint8Array.from([0xff, 0xd8, ...segment(0xda, [1]), ...data, 0xda, 0, 2, 9, 0xff, 0xd9]))).toBe(
    2,
  );
});

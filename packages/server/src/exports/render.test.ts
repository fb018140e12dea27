import { EXPORT_DEFAULTS } from '@atelier/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { canDecode, heldBytesMax, render } from './render.ts';

test('no side of a file is longer than the most allowed, whatever the ratio', async () => {
  const picture = await sharp({ create: { width: 5_000, height: 40, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const format = { ...EXPORT_DEFAULTS, name: 'tall', width: null, height: null, aspect_ratio: '1:3' };
  const { width, height } = await render(picture, format);
  expect([width, height]).toEqual([2_000, 6_000]);
});

test('a failure is told from a broken image', async () => {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c80000' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await expect(render(picture, { ...EXPORT_DEFAULTS, name: 'wrong', quality: 500 })).rejects.toThrow();
  expect(await canDecode(picture)).toBe(true);
  for (const length of [40, 100_000]) expect(await canDecode(picture.subarray(0, length))).toBe(false);
});

test('the memory of a file is counted by its canvas, with margins, and by its encoder', () => {
  const format = { ...EXPORT_DEFAULTS, name: 'wide', margin_percent: 25 };
  const stored = { width: 1_000, height: 500 };
  expect(heldBytesMax(stored, format)).toBe(500_000 * 5 + 2_000 * 1_000 * 15);
  expect(heldBytesMax({ width: 4_000, height: 500 }, { ...format, file_format: 'webp' })).toBe(
    2_000_000 * 5 + 6_000 * 1_000 * 30,
  );
});

test.each(['contain', 'cover'] as const)('the picture lies in the middle of the ground: %s', async (fit) => {
  const picture = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#c80000' } })
    .png()
    .toBuffer();
  const format = { ...EXPORT_DEFAULTS, name: 'square', width: 33, height: 33, fit, ground: '#0000c8' };
  const { bytes } = await render(picture, { ...format, file_format: 'png' });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const redRows = [...Array(33).keys()].filter((y) => (data[y * 33 * info.channels] ?? 0) > 100);
  expect(redRows).toEqual(fit === 'cover' ? [...Array(33).keys()] : [...Array(11).keys()].map((y) => y + 11));
});

import { EXPORT_DEFAULTS } from '@atelier/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { render } from './render.ts';

test('no side of a file is longer than the most allowed, whatever the ratio', async () => {
  const picture = await sharp({ create: { width: 5_000, height: 40, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const format = { ...EXPORT_DEFAULTS, name: 'tall', width: null, height: null, aspect_ratio: '1:3' };
  const { width, height } = await render(picture, format);
  expect([width, height]).toEqual([2_000, 6_000]);
});

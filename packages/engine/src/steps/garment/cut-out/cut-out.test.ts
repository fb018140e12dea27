import { expect, test } from 'vitest';
import { cutOutAlong, onPaper } from './cut-out.ts';

test('a garment on paper fills the picture and has nothing of its background beside it', () => {
  const [width, height] = [60, 40];
  const silhouette = new Uint8Array(width * height);
  for (let y = 10; y < 30; y++) silhouette.fill(1, y * width + 20, y * width + 40);
  const red = { width, height, data: new Uint8ClampedArray(width * height * 3).fill(0) };
  for (let i = 0; i < width * height; i++) red.data[i * 3] = silhouette[i] ? 200 : 90;
  const paper = onPaper(cutOutAlong(red, silhouette, 1));
  expect([paper.width, paper.height]).toEqual([22, 22]);
  expect([...paper.data.subarray(0, 3)]).toEqual([245, 245, 245]);
  const middle = (11 * paper.width + 11) * 3;
  expect([...paper.data.subarray(middle, middle + 3)]).toEqual([200, 0, 0]);
});

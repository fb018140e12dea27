import { expect, test } from 'vitest';
import { maskOf } from '../../../pixels/planes.ts';
import { distancesOf, softOutline } from './cut-edge.ts';

const SIZE = { width: 60, height: 80 };

test('an edge that leans has no teeth, though the pixels of its silhouette have steps', () => {
  const edgeAt = (y: number) => 22 + 0.15 * y;
  const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, i) => ({
    x: i % SIZE.width,
    y: Math.floor(i / SIZE.width),
  }));
  const shade = pixels.map(({ x, y }) => 220 - 160 * Math.min(1, Math.max(0, edgeAt(y) - x)));
  const data = Uint8ClampedArray.from({ length: shade.length * 3 }, (_, k) => shade[Math.floor(k / 3)]);
  const raster = { ...SIZE, data };
  const silhouette = maskOf(pixels.length, (i) => pixels[i].x + 0.5 < edgeAt(pixels[i].y));
  const alpha = softOutline(raster, silhouette, distancesOf(silhouette, raster));
  const covered = (y: number) => alpha.subarray(y * SIZE.width, (y + 1) * SIZE.width).reduce((sum, value) => sum + value, 0);
  const rows = Array.from({ length: 60 }, (_, k) => covered(k + 10) - edgeAt(k + 10));
  expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(0.35);
});

import { expect, test } from 'vitest';
import { GARMENT_LANDMARKS } from '../../../analysis.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Landmarks } from '../cloth.ts';
import { withoutHood } from './hood.ts';

const SIZE = { width: 100, height: 100 };
const NECK = 40;

/** A trunk from row 40 down, 60 pixels wide, with cloth as wide as the neck above it. */
function topWith(rise: number) {
  const isCloth = (x: number, y: number) => (y >= NECK ? x >= 20 && x < 80 : y >= NECK - rise && x >= 40 && x < 60);
  const silhouette = maskOf(SIZE.width * SIZE.height, (i) => isCloth(i % SIZE.width, Math.floor(i / SIZE.width)));
  const alpha = { ...SIZE, data: Float32Array.from(silhouette) };
  return { raster: { ...SIZE, data: new Uint8ClampedArray(3 * silhouette.length) }, alpha, silhouette, confidence: 1 };
}

const points = (from: number, to: number) =>
  ({
    ...Object.fromEntries(GARMENT_LANDMARKS.map((name) => [name, { x: 0, y: 0 }])),
    neckLeft: { x: from, y: NECK },
    neckRight: { x: to, y: NECK },
    shoulderLeft: { x: 25, y: NECK },
    shoulderRight: { x: 75, y: NECK },
  }) as Landmarks;

test('cloth that rises a third of the shoulders above the neck is a hood and is cut off', () => {
  const cut = withoutHood(topWith(17), points(40, 60));
  expect(cut?.silhouette.indexOf(1)).toBe(NECK * SIZE.width + 20);
  expect(cut?.alpha.data.findIndex((share) => share > 0)).toBeGreaterThanOrEqual((NECK - 1) * SIZE.width);
});

test('a collar that rises a quarter of the shoulders stays', () => {
  expect(withoutHood(topWith(12), points(40, 60))).toBeNull();
});

test('neck points that changed sides tell no hood', () => {
  expect(withoutHood(topWith(17), points(60, 40))).toBeNull();
});

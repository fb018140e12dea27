import { expect, test } from 'vitest';
import { GARMENT_LANDMARKS } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { guessLandmarks, placeLandmarks } from './landmarks.ts';

const SIZE = { width: 64, height: 64 };
const silhouette = maskOf(SIZE.width * SIZE.height, (i) => i % 64 > 16 && i % 64 < 48);
const garment = { raster: { ...SIZE, data: new Uint8ClampedArray(3 * silhouette.length) }, silhouette };

/**
 * A net whose answers have all points in the middle, and these logits of lengths and folds. It sees the photo first,
 * then its mirror image.
 */
function netOf(lengths: readonly number[], ...folds: readonly (readonly [left: number, right: number])[]): Net {
  let call = 0;
  const run = async () => {
    const points = new Array<number>(2 * GARMENT_LANDMARKS.length).fill(0);
    return [Float32Array.from([...points, ...lengths, ...folds[call++]])];
  };
  return { run, release: async () => {} };
}

const LONG = [-9, -9, -9, 9];
const SHORT = [-9, 9, -9, -9];
const ANY = { none: 1, short: 1, mid: 1, long: 1 };

test('a sleeve that the photo shows on the left, and its mirror image on the right, is one folded sleeve', async () => {
  const same = await guessLandmarks(garment, netOf(LONG, [9, -9], [-9, 9]));
  expect(same.folded).toBeCloseTo(1, 2);
  const other = await guessLandmarks(garment, netOf(LONG, [9, -9], [9, -9]));
  expect(other.folded).toBeCloseTo(0.5, 2);
});

test('long sleeves can be folded, short ones cannot', async () => {
  const foldedOf = async (lengths: readonly number[]) =>
    placeLandmarks(await guessLandmarks(garment, netOf(lengths, [9, 9], [9, 9])), garment, 'top', ANY).sleevesFolded;
  expect([await foldedOf(LONG), await foldedOf(SHORT)]).toEqual([true, false]);
});

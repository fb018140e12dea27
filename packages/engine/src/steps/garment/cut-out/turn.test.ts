import { expect, test } from 'vitest';
import { createRaster } from '../../../pixels/raster.ts';
import { turnedCutOut, turnedRaster } from './turn.ts';

/** A picture of 2 × 3 pixels whose bytes count up. */
const picture = { ...createRaster(2, 3), data: Uint8ClampedArray.from({ length: 18 }, (_, k) => Math.floor(k / 3)) };
const redsOf = ({ data }: Pick<typeof picture, 'data'>) => Array.from(data).filter((_, k) => k % 3 === 0);

test('a quarter clockwise moves the left column to the top row', () => {
  const turned = turnedRaster(picture, 1);
  expect([turned.width, turned.height]).toEqual([3, 2]);
  expect(redsOf(turned)).toEqual([4, 2, 0, 5, 3, 1]);
});

test('two quarters turn a picture upside down, and three are one the other way', () => {
  expect(redsOf(turnedRaster(picture, 2))).toEqual([5, 4, 3, 2, 1, 0]);
  expect(redsOf(turnedRaster(turnedRaster(picture, 1), 3))).toEqual(redsOf(picture));
});

test('the planes of a cut-out turn with its picture', () => {
  const data = Float32Array.from([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  const silhouette = Uint8Array.from([0, 0, 0, 0, 1, 1]);
  const cutOut = { raster: picture, alpha: { width: 2, height: 3, data }, silhouette, confidence: 0.9 };
  const { alpha, silhouette: turned, confidence } = turnedCutOut(cutOut, 1);
  expect([alpha.width, alpha.height, confidence]).toEqual([3, 2, 0.9]);
  expect(alpha.data).toEqual(Float32Array.from([0.4, 0.2, 0, 0.5, 0.3, 0.1]));
  expect(turned).toEqual(Uint8Array.from([1, 0, 0, 1, 0, 0]));
});

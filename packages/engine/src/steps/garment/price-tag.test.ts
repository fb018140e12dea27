import { expect, test } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';
import { findPriceTag, withoutPriceTag } from './price-tag.ts';

const WIDTH = 200;
const HEIGHT = 260;
const NAVY = 40;
const PAPER = 225;

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels it leans to the right for each one down. */
  readonly lean?: number;
}

const TAG: Rectangle = { left: 90, top: 80, width: 20, height: 40 };

/** A garment of 160 × 220 pixels of one lightness with pale rectangles on it. */
function garment(cloth: number, rectangles: readonly Rectangle[]) {
  const alpha = planeOf(WIDTH * HEIGHT, (i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return x >= 20 && x < 180 && y >= 20 && y < 240 ? 1 : 0;
  });
  const isPale = (x: number, y: number) =>
    rectangles.some(({ left, top, width, height, lean = 0 }) => {
      const from = left + lean * (y - top);
      return y >= top && y < top + height && x >= from && x < from + width;
    });
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let i = 0; i < alpha.length; i++) data.fill(isPale(i % WIDTH, Math.floor(i / WIDTH)) ? PAPER : cloth, i * 3, i * 3 + 3);
  const raster: Raster = { width: WIDTH, height: HEIGHT, data };
  return { raster, alpha: { width: WIDTH, height: HEIGHT, data: alpha } };
}

function isTaggedBy(cloth: number, ...rectangles: readonly Rectangle[]): boolean {
  const { raster, alpha } = garment(cloth, rectangles);
  return findPriceTag(raster, alpha) !== null;
}

test('a tag of paper before darker cloth is found, hanging straight or somewhat aslant', () => {
  expect(isTaggedBy(NAVY, TAG)).toBe(true);
  expect(isTaggedBy(NAVY, { ...TAG, lean: 0.3 })).toBe(true);
});

test('where the tag was the cloth goes on, and nothing else changes', () => {
  const { raster, alpha } = garment(NAVY, [TAG]);
  const cloth = withoutPriceTag(raster, alpha);
  if (!cloth) throw new Error('no tag was found');
  const lightness = Array.from({ length: WIDTH * HEIGHT }, (_, i) => cloth.data[i * 3]).filter((_, i) => alpha.data[i] === 1);
  expect(Math.max(...lightness)).toBeLessThanOrEqual(NAVY + 1);
});

test('prints, pockets and patterns are not tags', () => {
  const logo = { ...TAG, left: 70, width: 60, height: 20 };
  const pocket = { ...TAG, width: 36, height: 40 };
  const stripe = { ...TAG, width: 6, height: 160 };
  const second = { ...TAG, left: 130 };
  const panel = { ...TAG, left: 40, width: 50, height: 120 };
  expect([isTaggedBy(NAVY, logo), isTaggedBy(NAVY, pocket), isTaggedBy(NAVY, stripe)]).toEqual([false, false, false]);
  expect([isTaggedBy(NAVY, TAG, second), isTaggedBy(NAVY, panel)]).toEqual([false, false]);
});

test('on pale cloth nothing is taken for a tag', () => {
  expect(isTaggedBy(180, TAG)).toBe(false);
  expect(isTaggedBy(PAPER, TAG)).toBe(false);
});

test('two tags one over the other are one clump, and both go', () => {
  expect(isTaggedBy(NAVY, TAG, { ...TAG, left: 84, top: 112, height: 30 })).toBe(true);
});

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
  /** Shift to the right for each pixel down. */
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
  for (let i = 0; i < alpha.length; i++)
    data.fill(isPale(i % WIDTH, Math.floor(i / WIDTH)) ? PAPER : cloth, i * 3, i * 3 + 3);
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

test('where the tag and its shadow were the cloth goes on, and nothing else changes', () => {
  const { raster, alpha } = garment(NAVY, [TAG]);
  const shadow = (i: number) =>
    i % WIDTH >= 110 && i % WIDTH < 112 && Math.floor(i / WIDTH) >= 82 && Math.floor(i / WIDTH) < 120;
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (shadow(i)) raster.data.fill(5, i * 3, i * 3 + 3);
    else if (raster.data[i * 3] === NAVY && i % 7 === 0) raster.data.fill(NAVY + 12, i * 3, i * 3 + 3);
  }
  const cloth = withoutPriceTag(raster, alpha);
  if (!cloth) throw new Error('no tag was found');
  const isNear = (i: number) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return x >= 84 && x < 116 && y >= 74 && y < 126;
  };
  const near = Array.from(alpha.data.keys()).filter(isNear);
  expect(Math.min(...near.map((i) => cloth.data[i * 3]))).toBeGreaterThanOrEqual(NAVY);
  expect(Math.max(...near.map((i) => cloth.data[i * 3]))).toBeLessThanOrEqual(NAVY + 12);
  const changed = Array.from(alpha.data.keys()).filter((i) => !isNear(i) && cloth.data[i * 3] !== raster.data[i * 3]);
  expect(changed).toEqual([]);
});

test('prints, pockets, labels and patterns are not tags', () => {
  const things = {
    logo: [{ ...TAG, left: 70, width: 60, height: 20 }],
    pocket: [{ ...TAG, height: 32 }],
    placket: [{ ...TAG, width: 12, height: 45 }],
    number: [{ ...TAG, width: 16, height: 60 }],
    label: [{ ...TAG, width: 12, height: 24 }],
    stripe: [{ ...TAG, width: 6, height: 160 }],
    panel: [{ ...TAG, left: 40, width: 50, height: 120 }],
    pair: [TAG, { ...TAG, left: 130 }],
    'figure of two strokes': [
      { ...TAG, width: 9 },
      { ...TAG, left: 95, top: 110, width: 15, height: 9 },
    ],
  };
  const taken = Object.entries(things).flatMap(([name, rectangles]) => (isTaggedBy(NAVY, ...rectangles) ? [name] : []));
  expect(taken).toEqual([]);
});

test('on pale cloth nothing is taken for a tag', () => {
  expect(isTaggedBy(180, TAG)).toBe(false);
  expect(isTaggedBy(PAPER, TAG)).toBe(false);
});

test('what is as light and coloured is no paper', () => {
  const { raster, alpha } = garment(NAVY, [TAG]);
  for (let i = 0; i < WIDTH * HEIGHT; i++) if (raster.data[i * 3] === PAPER) raster.data[i * 3 + 2] = 120;
  expect(findPriceTag(raster, alpha)).toBe(null);
});

test('a tag that hangs out over the hem or a side stays: its outline is part of that of the garment', () => {
  expect(isTaggedBy(NAVY, { ...TAG, top: 205 })).toBe(false);
  expect(isTaggedBy(NAVY, { ...TAG, left: 18 })).toBe(false);
});

test('two tags one over the other are one clump, and both go', () => {
  expect(isTaggedBy(NAVY, TAG, { ...TAG, left: 85, top: 108, height: 24 })).toBe(true);
});

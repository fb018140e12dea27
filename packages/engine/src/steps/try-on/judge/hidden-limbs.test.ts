import { expect, test } from 'vitest';
import { REGIONS } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';
import { rejectHiddenHands } from './hidden-limbs.ts';

const SIDE = 200;
/** Half the width of the body, in pixels. */
const HALF = 40;
const wrist: readonly [Point, Point] = [
  { x: 20, y: 100 },
  { x: 180, y: 100 },
];

/** A person in a top with long sleeves, whose hands hang from `wrist`. Skin shows where `isSkin` is true. */
function inTop(isSkin: (x: number, y: number) => boolean, wrists = wrist, { presence = 1, sleeveEnd = 1 } = {}) {
  const label = (i: number) => REGIONS.indexOf(isSkin(i % SIDE, Math.floor(i / SIDE)) ? 'skin' : 'upper');
  const labels = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => label(i));
  const [left, right] = wrists.map(({ x, y }) => ({ x, y: y + 40 }));
  return {
    body: {
      joints: { wrist: wrists, knuckles: [left, right] as const },
      girth: 60,
      shoulderWidth: 60,
      torsoPlace: ({ x, y }: { x: number; y: number }) => ({ share: y / SIDE, offset: x - SIDE / 2 }),
      halfWidth: () => HALF,
      worn: { sleeveEnd: [sleeveEnd, sleeveEnd] as const },
    },
    worn: new Float32Array(SIDE * SIDE),
    placement: { pixelAt: ({ x, y }: Point) => y * SIDE + x },
    person: {
      regions: { labels, width: SIDE, height: SIDE, scale: 1 },
      pose: { landmarks: Array.from({ length: 33 }, () => ({ presence })) },
      frame: { backView: false },
    },
  };
}

/** A garment that ends above the hands, and one that covers them. */
const short = { cover: new Float32Array(SIDE * SIDE) };
const long = { cover: new Float32Array(SIDE * SIDE).fill(1) };

const showsHands = (_: number, y: number) => y > 105;
const showsOne = (x: number, y: number) => x > SIDE / 2 && y > 105;

test('a hand that the clothes hide keeps a top and a dress out, and the message says what works', () => {
  for (const replaces of ['upper', 'both'] as const) {
    expect(() => rejectHiddenHands(inTop(showsOne), { replaces }, short)).toThrow(EngineRejection);
    expect(() => rejectHiddenHands(inTop(showsOne), { replaces }, short)).toThrow(/photo that shows both hands/);
    expect(() => rejectHiddenHands(inTop(showsHands), { replaces }, short)).not.toThrow();
  }
});

test('bottoms and jackets over the own top show no hidden hand', () => {
  for (const replaces of ['lower', 'nothing'] as const)
    expect(() => rejectHiddenHands(inTop(showsOne), { replaces }, short)).not.toThrow();
});

test('hands behind the back may be hidden', () => {
  const behind: typeof wrist = [
    { x: SIDE / 2 - 5, y: 100 },
    { x: SIDE / 2 + 5, y: 100 },
  ];
  expect(() =>
    rejectHiddenHands(
      inTop(() => false, behind),
      { replaces: 'upper' },
      short,
    ),
  ).not.toThrow();
});

test('a photo that ends above the hands hides none', () => {
  expect(() =>
    rejectHiddenHands(
      inTop(() => false, wrist, { presence: 0.5 }),
      { replaces: 'upper' },
      short,
    ),
  ).not.toThrow();
});

test('a garment may cover a hidden hand', () => {
  expect(() => rejectHiddenHands(inTop(showsOne), { replaces: 'upper' }, long)).not.toThrow();
});

test('a hand beyond the end of a short sleeve is behind the trunk', () => {
  expect(() =>
    rejectHiddenHands(inTop(showsOne, wrist, { sleeveEnd: 0.4 }), { replaces: 'upper' }, short),
  ).not.toThrow();
});

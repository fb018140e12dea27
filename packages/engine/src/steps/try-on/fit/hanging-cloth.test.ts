import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import { hangsBelow, longestHem, shareToAnkle, skirtHalf } from './hanging-cloth.ts';

/** A person whose torso is 100 pixels long, with ankles at the given heights. */
const standing = (left: number, right: number) => {
  const ankle: readonly [Point, Point] = [
    { x: -20, y: left },
    { x: 20, y: right },
  ];
  const joints = {
    shoulder: ankle,
    elbow: ankle,
    wrist: ankle,
    knuckles: ankle,
    hip: ankle,
    knee: ankle,
    ankle,
    foot: ankle,
    kneesSeen: true,
  };
  return { joints, torsoPlace: ({ x, y }: Point) => ({ share: y / 100, offset: x }) };
};

test('the longest hem lies just below the lower ankle', () => {
  expect(longestHem(standing(230, 250))).toBeCloseTo(2.58, 5);
  expect(longestHem(standing(250, 230))).toBeCloseTo(2.58, 5);
});

const FLAT = { isWorn: false };

test('wide cloth falls into folds: twice as wide on the floor, it looks less than twice as wide on a person', () => {
  const [narrow, wide] = [skirtHalf(FLAT, 80, 130, 'waistband'), skirtHalf(FLAT, 160, 130, 'waistband')];
  expect(wide).toBeGreaterThan(1.3 * narrow);
  expect(wide).toBeLessThan(1.7 * narrow);
});

test('a skirt is never seen wider than it is, nor wider than the widest on people', () => {
  for (const scaledBy of ['waistband', 'top'] as const) {
    expect(skirtHalf(FLAT, 30, 130, scaledBy)).toBeLessThanOrEqual(30);
    expect(skirtHalf(FLAT, 1e6, 130, scaledBy)).toBeLessThan(110);
  }
});

test('a skirt hangs alike on a person in a larger photo', () => {
  expect(skirtHalf(FLAT, 200, 260, 'top')).toBeCloseTo(2 * skirtHalf(FLAT, 100, 130, 'top'), 5);
});

test('a skirt on a model keeps its seen width and its seen lengths, a flat one hangs down by its lines of cloth', () => {
  const WORN = { isWorn: true };
  expect(skirtHalf(WORN, 100, 130, 'waistband')).toBe(100);
  const frame = { along: ({ y }: Point) => y };
  const [band, corner] = [
    { x: 0, y: 10 },
    { x: 30, y: 50 },
  ];
  expect(hangsBelow(WORN, frame, band, corner)).toBe(40);
  expect(hangsBelow(FLAT, frame, band, corner)).toBe(50);
});

/** The share of the way to the ankle of trousers that are 240 pixels long, with the given widths. */
function shareOf(band: number, hips: number, isWorn = false): number {
  const waistband = { waistbandLeft: { x: -band / 2, y: 0 }, waistbandRight: { x: band / 2, y: 0 } };
  const landmarks = { ...waistband, crotch: { x: 0, y: 90 } };
  const frame = {
    along: ({ y }: Point) => y,
    place: (along: number, aside: number) => ({ x: aside, y: along }),
    // The legs part below the crotch.
    isCloth: ({ x, y }: Point) => Math.abs(x) < (y > 10 ? hips : band) / 2 && (y < 90 || Math.abs(x) > 5),
  };
  return shareToAnkle({ category: 'trousers', isWorn, landmarks }, frame, 240);
}

test('trousers of usual proportions reach the ankle, and shorts of half that length the knee', () => {
  expect(shareOf(90, 110)).toBeCloseTo(1, 1);
  expect(shareOf(180, 220)).toBeCloseTo(0.5, 1);
});

test('a gathered waistband lengthens trousers less than it narrows them', () => {
  const lengthened = shareOf(60, 110) / shareOf(90, 110);
  expect(lengthened).toBeGreaterThan(1.1);
  expect(lengthened).toBeLessThan(1.3);
});

test('trousers on a model look narrower than flat ones, so of equal proportions they are shorter', () => {
  expect(shareOf(90, 110, true)).toBeLessThan(0.8 * shareOf(90, 110));
});

import { expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { legsOf } from '../body/leg-shape.ts';
import { legCover, onTrousers } from './beneath.ts';

test('a leg ends within a pixel at its outline, however thick it is', () => {
  expect(legCover({ radii: 0.9, radius: 20 }, 1)).toBe(1);
  expect(legCover({ radii: 1, radius: 20 }, 1)).toBe(0.5);
  expect(legCover({ radii: 1.03, radius: 20 }, 1)).toBe(0);
  expect(legCover({ radii: 1.03, radius: 10 }, 1)).toBeCloseTo(0.2);
});

test('the outline of a leg is as soft as an enlarged photo, and no softer than the pixels of a smaller output', () => {
  expect(legCover({ radii: 1.03, radius: 10 }, 2)).toBeCloseTo(0.2);
  expect(legCover({ radii: 1.03, radius: 20 }, 0.5)).toBeCloseTo(0.2);
});

const GIRTH = 100;
const TORSO = 120;

/** Returns whether trousers cover a place of a person from (100, 0) down, whose hips are at y 120 and ankles at 360. */
function trousersOn(ankles: readonly [number, number]): (x: number, y: number) => boolean {
  const joints = {
    shoulder: pairOf(50, 150, 0),
    elbow: pairOf(20, 180, 60),
    wrist: pairOf(20, 180, 120),
    knuckles: pairOf(20, 180, 130),
    hip: pairOf(80, 120, TORSO),
    knee: pairOf((80 + ankles[0]) / 2, (120 + ankles[1]) / 2, 240),
    ankle: pairOf(...ankles, 360),
    foot: pairOf(...ankles, 370),
    kneesSeen: true,
  };
  const legs = legsOf(joints, GIRTH, () => null, false);
  const torsoPlace = ({ x, y }: { x: number; y: number }) => ({ share: y / TORSO, offset: x - 100 });
  const isTrousers = onTrousers(
    { legMiddle: legs.middle, torsoPlace, hipHalfWidth: () => 55, torsoLength: TORSO },
    1.1,
  );
  return (x, y) => {
    const at = { share: y / TORSO, offset: x - 100, side: x < 100 ? 0 : 1, leg: legs.place({ x, y }) } as const;
    return isTrousers(at);
  };
}

test('trousers that a coat hid narrow from the hips to the legs, and part in a point', () => {
  const isTrousers = trousersOn([70, 130]);
  expect([isTrousers(48, 110), isTrousers(48, 200)]).toEqual([true, false]);
  expect([isTrousers(100, 140), isTrousers(100, 300)]).toEqual([true, false]);
});

test('no trousers are painted beside crossed legs, nor far from both legs of a wide stance', () => {
  const crossed = trousersOn([135, 65]);
  expect([crossed(180, 340), crossed(20, 340)]).toEqual([false, false]);
  expect(trousersOn([0, 200])(80, 330)).toBe(false);
});

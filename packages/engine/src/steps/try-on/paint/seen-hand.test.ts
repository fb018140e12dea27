import { expect, test } from 'vitest';
import { REGIONS } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import { isBehindBack, isHandHidden, isHandSeen, seenWrist } from './seen-hand.ts';

const none = { x: 0, y: 0 };
const both = [none, none] as const;
/** An arm that hangs down to a wrist of radius 10 at (100, 100). */
const body = {
  joints: {
    shoulder: both,
    elbow: both,
    wrist: [{ x: 100, y: 100 }, none] as const,
    knuckles: [{ x: 100, y: 150 }, none] as const,
    hip: both,
    knee: both,
    ankle: both,
    foot: both,
    kneesSeen: true,
  },
  armRadius: () => 10,
};

/** Skin between two columns below a row. */
const skin = (left: number, right: number, top: number) => (p: Point) =>
  p.x >= left && p.x < right && p.y >= top ? 'skin' : 'background';

test('an arm goes down to the middle of the hand that is seen, and is about as wide', () => {
  const { at, radius } = seenWrist(body, 0, skin(84, 106, 112));
  expect(at.x).toBeCloseTo(94.5, 0);
  expect(at.y).toBeCloseTo(100, 5);
  expect(radius).toBeGreaterThan(9);
  expect(radius).toBeLessThan(11);
});

test('where no hand is seen, or both together, the wrist is where the pose has it', () => {
  const expected = { at: { x: 100, y: 100 }, radius: 10 };
  expect(seenWrist(body, 0, () => 'lower')).toEqual(expected);
  expect(seenWrist(body, 0, skin(60, 140, 100))).toEqual(expected);
});

/** A scene of 200 × 200 pixels whose map has skin where `isSkin` is true, and clothes elsewhere. */
function sceneOf(isSkin: (x: number, y: number) => boolean) {
  const [skin, upper] = [REGIONS.indexOf('skin'), REGIONS.indexOf('upper')];
  const labels = Uint8Array.from({ length: 200 * 200 }, (_, i) =>
    isSkin(i % 200, Math.floor(i / 200)) ? skin : upper,
  );
  return {
    body: { joints: body.joints, girth: 100, shoulderWidth: 100 },
    person: { regions: { labels, width: 200, height: 200, scale: 1 } },
  };
}

test('a hand is hidden where no skin shows within its length, and seen where it shows beside the pose', () => {
  const [covered, beside, bare] = [() => false, (x: number) => x < 75, () => true];
  expect(isHandHidden(sceneOf(covered), 0)).toBe(true);
  expect(isHandHidden(sceneOf(beside), 0)).toBe(false);
  expect(isHandSeen(sceneOf(beside), 0)).toBe(false);
  expect(isHandSeen(sceneOf(bare), 0)).toBe(true);
});

test('an arm is behind the back if its wrist lies within the trunk and no hand shows', () => {
  const within = (halfWidth: number, isSkin: (x: number) => boolean) => {
    const scene = sceneOf(isSkin);
    const torsoPlace = ({ x, y }: Point) => ({ share: y / 100, offset: x - 80 });
    return isBehindBack({ ...scene, body: { ...scene.body, torsoPlace, halfWidth: () => halfWidth } }, 0);
  };
  expect(within(40, () => false)).toBe(true);
  // A hand that hangs beside the trunk may be in a pocket.
  expect(within(22, () => false)).toBe(false);
  expect(within(40, (x) => x < 75)).toBe(false);
});

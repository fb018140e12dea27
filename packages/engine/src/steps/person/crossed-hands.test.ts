import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { type BodyFrame, type Pose, REGIONS, type Region, type RegionMap, type SkinModel } from '../../analysis.ts';
import { distance } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';
import { returnHands, settleHands } from './crossed-hands.ts';

const [WIDTH, HEIGHT] = [200, 400];
const HAND = 12;

/** Somebody whose top covers all between shoulders and hips, with squares of regions before and below it. */
function mapWith(squares: readonly (readonly [centre: Point, Region])[]): RegionMap {
  return drawnRegions({ width: WIDTH, height: HEIGHT }, (x, y) => {
    const square = squares.find(([centre]) => Math.max(Math.abs(x - centre.x), Math.abs(y - centre.y)) < HAND);
    if (square) return square[1];
    return x >= 40 && x < 160 && y >= 90 && y < 260 ? 'upper' : 'background';
  });
}

const frame: BodyFrame = {
  shoulderCentre: { x: 100, y: 100 },
  hipCentre: { x: 100, y: 250 },
  down: { x: 0, y: 1 },
  across: { x: 1, y: 0 },
  shoulderWidth: 100,
  torsoLength: 150,
  faceCentre: { x: 100, y: 60 },
  faceRadius: 25,
  faceVisible: true,
  backView: false,
};

/** Arms that hang to the elbow and are crossed below it; both wrists and knuckles at one place. */
function poseAt(hands: Point): Pose {
  const landmarks = Array.from({ length: 33 }, () => ({ ...hands, z: 0, visibility: 1, presence: 1 }));
  const place = (index: number, x: number, y: number) => Object.assign(landmarks[index], { x, y });
  place(LANDMARK.shoulderLeft, 150, 100);
  place(LANDMARK.shoulderRight, 50, 100);
  place(LANDMARK.elbowLeft, 150, 170);
  place(LANDMARK.elbowRight, 50, 170);
  return { landmarks, detectionScore: 1, presence: 1 };
}

const [OF_LEFT, OF_RIGHT] = [
  { x: 65, y: 190 },
  { x: 115, y: 235 },
] as const;
const BETWEEN = { x: 100, y: 210 };

test('hands that were lost on the top are found where two are seen, each on the arm that reaches it', () => {
  const map = mapWith([
    [OF_LEFT, 'skin'],
    [OF_RIGHT, 'skin'],
  ]);
  const { landmarks } = settleHands(poseAt(BETWEEN), map, frame);
  expect(distance(landmarks[LANDMARK.indexLeft], OF_LEFT)).toBeLessThan(1);
  expect(distance(landmarks[LANDMARK.indexRight], OF_RIGHT)).toBeLessThan(1);
  expect(landmarks[LANDMARK.wristLeft].x).toBeGreaterThan(OF_LEFT.x);
  expect(landmarks[LANDMARK.wristRight].y).toBeLessThan(OF_RIGHT.y);
});

test('feet are no hands, however alone they are', () => {
  const pose = poseAt(BETWEEN);
  const feet = mapWith([
    [{ x: 70, y: 380 }, 'skin'],
    [{ x: 130, y: 380 }, 'skin'],
  ]);
  expect(settleHands(pose, feet, frame)).toBe(pose);
});

test('hands that were found on skin stay where they are', () => {
  const pose = poseAt(OF_LEFT);
  const map = mapWith([
    [OF_LEFT, 'skin'],
    [OF_RIGHT, 'skin'],
  ]);
  expect(settleHands(pose, map, frame)).toBe(pose);
});

const skin: SkinModel = { median: [60, 15, 18], spread: [10, 4, 5] };
const labOf = ([l, a, b]: readonly [number, number, number]) => ({
  width: WIDTH,
  height: HEIGHT,
  l: new Float32Array(WIDTH * HEIGHT).fill(l),
  a: new Float32Array(WIDTH * HEIGHT).fill(a),
  b: new Float32Array(WIDTH * HEIGHT).fill(b),
});

test.each([
  { what: 'of the colours of skin near the knuckles', colour: [58, 14, 17], at: OF_RIGHT, becomes: 'skin' },
  { what: 'of other colours there', colour: [30, -20, 10], at: OF_RIGHT, becomes: 'other' },
  { what: 'of the colours of skin far from them', colour: [58, 14, 17], at: { x: 30, y: 380 }, becomes: 'other' },
] as const)('a thing $what is $becomes', ({ colour, at, becomes }) => {
  const map = mapWith([[at, 'other']]);
  const { labels } = returnHands(map, { lab: labOf(colour), skin, pose: poseAt(BETWEEN), frame });
  expect(REGIONS[labels[at.y * WIDTH + at.x]]).toBe(becomes);
});

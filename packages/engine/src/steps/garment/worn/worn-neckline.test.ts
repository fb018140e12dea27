import { expect, test } from 'vitest';
import { drawnRegions } from '../../../../test/drawn-regions.ts';
import type { Region } from '../../../analysis.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { findWornNeckline } from './worn-neckline.ts';

const SIZE = { width: 200, height: 200 };
const FAR = { x: 100, y: 195, z: 0, visibility: 1, presence: 1 };
const FRAME = {
  shoulderCentre: { x: 100, y: 70 },
  hipCentre: { x: 100, y: 180 },
  down: { x: 0, y: 1 },
  across: { x: 1, y: 0 },
  shoulderWidth: 130,
  torsoLength: 110,
  faceCentre: { x: 100, y: 20 },
  faceRadius: 20,
  faceVisible: true,
  backView: false,
};

/**
 * The neckline of a jacket with leaves that stand up at 80 and 120, one higher than the other. It is open down to 100
 * between them.
 */
function necklineOf({ hand = FAR, beside = 'skin' }: { hand?: typeof FAR; beside?: Region } = {}) {
  const topAt = (x: number) => {
    const out = Math.abs(x - 100);
    if (out < 20) return 100 - out * (x < 100 ? 3 : 2.5);
    return out < 30 ? (x < 100 ? 40 : 50) + (out - 20) * (x < 100 ? 2.5 : 1.5) : 65 + (out - 30) / 4;
  };
  const silhouette = maskOf(SIZE.width * SIZE.height, (i) => {
    const [x, y] = [(i % SIZE.width) + 0.5, Math.floor(i / SIZE.width)];
    return Math.abs(x - 100) < 80 && y >= topAt(x) && y < 190;
  });
  const landmarks = Array.from({ length: 33 }, (_, joint) => (joint === LANDMARK.wristLeft ? hand : FAR));
  const shoulders = { shoulderLeft: { x: 25, y: 77 }, shoulderRight: { x: 175, y: 77 } };
  return findWornNeckline(silhouette, SIZE, shoulders, {
    frame: FRAME,
    pose: { landmarks, detectionScore: 1, presence: 1 },
    regions: drawnRegions(SIZE, () => beside),
  });
}

test('the neckline of what somebody wears is its outline between the leaves of its collar', () => {
  const edge = necklineOf()?.edge ?? [];
  const [left, right] = [edge[0], edge[edge.length - 1]];
  expect(Math.abs(left.x - 80)).toBeLessThan(3);
  expect(Math.abs(left.y - 40)).toBeLessThan(3);
  expect(Math.abs(right.x - 120)).toBeLessThan(3);
  expect(Math.abs(right.y - 50)).toBeLessThan(3);
  expect(Math.max(...edge.map(({ y }) => y))).toBeGreaterThan(96);
});

test('a hand or hair at the neck has the outline there', () => {
  expect(necklineOf({ hand: { ...FAR, y: 80 } })).toBeNull();
  expect(necklineOf({ beside: 'hair' })).toBeNull();
});

import { expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { REGIONS, type Region } from '../../../analysis.ts';
import type { Joints } from './joints.ts';
import { measureWorn } from './worn-ends.ts';

const SIDE = 200;
/** A person whose arms hang straight down, 100 pixels from shoulder to wrist. */
const JOINTS: Joints = {
  shoulder: pairOf(60, 140, 20),
  elbow: pairOf(60, 140, 70),
  wrist: pairOf(60, 140, 120),
  knuckles: pairOf(60, 140, 135),
  hip: pairOf(85, 115, 110),
  knee: pairOf(85, 115, 150),
  ankle: pairOf(85, 115, 190),
  foot: pairOf(85, 115, 195),
  kneesSeen: true,
};

/** End of the left sleeve of a person whose arms show a region at each share of their length, both the same or not. */
function sleeveEnd(regionAt: (share: number) => Region, ofRightArm = regionAt): number | null {
  const labels = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const at = i % SIDE < SIDE / 2 ? regionAt : ofRightArm;
    return REGIONS.indexOf(at((Math.floor(i / SIDE) + 0.5 - 20) / 100));
  });
  const flags = { wearsDress: false, wearsSkirt: false, wearsOuterwear: false };
  const regions = {
    width: SIDE,
    height: SIDE,
    scale: 1,
    labels,
    bag: { width: SIDE, height: SIDE, data: new Float32Array(SIDE * SIDE) },
    ...flags,
  };
  const place = (share: number, aside: number) => ({ x: 100 + 80 * aside, y: 20 + 90 * share });
  return measureWorn({ regions }, JOINTS, place).sleeveEnd[0];
}

test('a sleeve ends where skin begins', () => {
  expect(sleeveEnd((share) => (share < 0.4 ? 'upper' : 'skin'))).toBeCloseTo(0.4, 1);
  expect(sleeveEnd((share) => (share < 0.3 || share > 0.5 ? 'upper' : 'skin'))).toBeCloseTo(0.3, 1);
});

test('hair or a strap over the shoulder does not hide that a sleeve begins there', () => {
  for (const over of ['hair', 'other'] as const)
    expect(sleeveEnd((share) => (share < 0.3 ? over : share < 0.6 ? 'upper' : 'skin'))).toBeCloseTo(0.6, 1);
});

test('a bare arm under hair has no sleeve', () => {
  expect(sleeveEnd((share) => (share < 0.3 ? 'hair' : 'skin'))).toBeNull();
});

test('skin that shows through a sleeve does not end it if the other sleeve is longer', () => {
  const short = (share: number) => (share < 0.4 ? 'upper' : 'skin');
  const sheer = (share: number) => (share > 0.15 && share < 0.25 ? 'skin' : short(share));
  expect(sleeveEnd(sheer, short)).toBeCloseTo(0.4, 1);
});

test('a sleeve that is pushed up ends there, although the trunk shows behind the wrist', () => {
  const long = () => 'upper' as const;
  expect(sleeveEnd((share) => (share < 0.55 || share > 0.9 ? 'upper' : 'skin'), long)).toBeCloseTo(0.55, 1);
});

test('a bare arm beside one with a sleeve has none', () => {
  expect(
    sleeveEnd(
      (share) => (share < 0.35 ? 'skin' : 'upper'),
      () => 'upper',
    ),
  ).toBeNull();
  expect(
    sleeveEnd(
      () => 'skin',
      (share) => (share < 0.4 ? 'upper' : 'skin'),
    ),
  ).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import type { Region } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import { centredArms } from './centred-arms.ts';
import type { Joints } from './joints.ts';
import type { PhotoAt } from './photo-at.ts';

const GIRTH = 100;
const JOINTS: Joints = {
  shoulder: pairOf(40, 160, 0),
  elbow: pairOf(40, 160, 70),
  wrist: pairOf(40, 160, 140),
  knuckles: pairOf(40, 160, 160),
  hip: pairOf(80, 120, 120),
  knee: pairOf(80, 120, 220),
  ankle: pairOf(80, 120, 320),
  foot: pairOf(80, 120, 330),
  kneesSeen: true,
};

/** A photo with background, where a region covers columns. */
const photoOf =
  (region: Region, from: number, to: number): PhotoAt =>
  ({ x }: Point) =>
    x >= from && x <= to ? { matte: 1, region } : { matte: 0, region: 'background' };

const placesOf = ({ elbow, wrist, knuckles }: Joints) => [elbow[0].x, wrist[0].x, knuckles[0].x];

describe('arms', () => {
  test.each(['skin', 'upper'] as const)('lie in the middle of the %s that shows', (region) => {
    const moved = centredArms(JOINTS, photoOf(region, 36, 54), GIRTH);
    for (const x of placesOf(moved)) expect(x).toBeCloseTo(45, 0);
    const mirrored = centredArms(JOINTS, photoOf(region, 146, 164), GIRTH);
    expect(mirrored.elbow[1].x).toBeCloseTo(155, 0);
    expect(mirrored.elbow[0]).toEqual(JOINTS.elbow[0]);
    expect(moved.shoulder).toEqual(JOINTS.shoulder);
  });

  test('lie in the middle of a wide sleeve, as of a leather jacket', () => {
    for (const x of placesOf(centredArms(JOINTS, photoOf('upper', 30, 62), GIRTH))) expect(x).toBeCloseTo(46, 0);
  });

  test('that are bent meet where the middles of both halves cross', () => {
    const bent = { ...JOINTS, wrist: pairOf(110, 160, 70), knuckles: pairOf(120, 160, 70) };
    const [upper, lower] = [photoOf('skin', 36, 54), ({ y }: Point) => photoOf('skin', 70, 88)({ x: y, y: 0 })];
    const { elbow } = centredArms(bent, (p) => (p.y < 62 ? upper(p) : lower(p)), GIRTH);
    expect(elbow[0].x).toBeCloseTo(45, 0);
    expect(elbow[0].y).toBeCloseTo(79, 0);
  });

  test('that the edge of the photo cuts off stay where they are', () => {
    const cut: PhotoAt = (p) => (p.x < 36 ? null : photoOf('skin', 30, 54)(p));
    expect(placesOf(centredArms(JOINTS, cut, GIRTH))).toEqual(placesOf(JOINTS));
  });

  test('stay where they are before a trunk of the same region', () => {
    expect(placesOf(centredArms(JOINTS, photoOf('upper', 30, 170), GIRTH))).toEqual(placesOf(JOINTS));
  });

  test('stay where they are if nothing shows near them', () => {
    expect(centredArms(JOINTS, photoOf('skin', 90, 110), GIRTH)).toEqual(JOINTS);
  });
});

describe('a wrist in a sleeve', () => {
  /** A sleeve down to a height, with skin below it. */
  const sleeveTo =
    (end: number): PhotoAt =>
    (p) => ({ matte: 1, region: p.x < 30 || p.x > 54 ? 'background' : p.y < end ? 'upper' : 'skin' });

  test('moves on to the hand that the sleeve shows, with the knuckles', () => {
    const { wrist, knuckles } = centredArms(JOINTS, sleeveTo(160), GIRTH);
    expect(wrist[0].y).toBeCloseTo(160, 0);
    expect(knuckles[0].y).toBeCloseTo(180, 0);
  });

  test('stays without a hand near', () => {
    expect(centredArms(JOINTS, sleeveTo(180), GIRTH).wrist[0].y).toBe(140);
  });

  test('stays beside a bare thigh', () => {
    const besideThigh: PhotoAt = (p) => ({ matte: 1, region: p.x < 30 || p.x > 54 ? 'skin' : 'upper' });
    expect(centredArms(JOINTS, besideThigh, GIRTH).wrist[0].y).toBe(140);
  });

  test('stays where the hand begins above it', () => {
    expect(centredArms(JOINTS, sleeveTo(130), GIRTH).wrist[0].y).toBe(140);
  });
});

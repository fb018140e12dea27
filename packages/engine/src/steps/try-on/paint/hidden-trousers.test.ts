import { expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { REGIONS, type Region } from '../../../analysis.ts';
import { legsOf } from '../body/leg-shape.ts';
import { onTrousers, trouserSeams } from './hidden-trousers.ts';

const GIRTH = 100;
const TORSO = 120;

/** A person from (100, 0) down, whose hips are at y 120 and whose ankles are at y 360. */
function personWith(ankles: readonly [number, number]) {
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
  const { place, middle } = legsOf(joints, GIRTH, () => null, false);
  const torsoPlace = ({ x, y }: { x: number; y: number }) => ({ share: y / TORSO, offset: x - 100 });
  const body = { legMiddle: middle, torsoPlace, hipHalfWidth: () => 55, torsoLength: TORSO, across: { x: 1, y: 0 } };
  return { body, leg: place, torsoPlace };
}

/** Returns whether trousers whose legs part at the hips cover a place of that person. */
function trousersOn(ankles: readonly [number, number]): (x: number, y: number) => boolean {
  const { body, leg, torsoPlace } = personWith(ankles);
  const isTrousers = onTrousers(body, { radii: 1.1, crotch: 1.2, gapSlope: 0.2 });
  return (x, y) => isTrousers({ ...torsoPlace({ x, y }), side: x < 100 ? 0 : 1, leg: leg({ x, y }) });
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

/** The regions of trousers below a coat that ends at a line. A gap parts them, and they end `reach` beside x = 100. */
function regionsOf(hem: number, gapAt: (y: number) => number, reach = 50) {
  const [width, height] = [200, 400];
  const labels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const away = Math.abs(x + 0.5 - 100);
      const region: Region = y < hem ? 'upper' : away >= gapAt(y) / 2 && away < reach ? 'lower' : 'background';
      labels[y * width + x] = REGIONS.indexOf(region);
    }
  return { width, height, scale: 1, labels };
}

test('the gap between trouser legs continues above a coat as it shows below it', () => {
  const { body } = personWith([70, 130]);
  const seams = trouserSeams(
    body,
    regionsOf(220, (y) => (y - 150) * 0.3),
  );
  const gapAt = (y: number) => seams.gapSlope * (y / TORSO - seams.crotch) * TORSO;
  expect(gapAt(250)).toBeCloseTo(30, -1);
  expect(gapAt(150)).toBeLessThan(6);
  expect(
    trouserSeams(
      body,
      regionsOf(220, () => 0),
    ).gapSlope,
  ).toBe(0);
});

test('the outer seams are as far from the legs as they show, even within the expected outline of a leg', () => {
  const { body } = personWith([70, 130]);
  expect(
    trouserSeams(
      body,
      regionsOf(200, () => 10, 50),
    ).radii,
  ).toBeGreaterThan(1.2);
  expect(
    trouserSeams(
      body,
      regionsOf(200, () => 10, 36),
    ).radii,
  ).toBeLessThan(1);
  expect(
    trouserSeams(
      body,
      regionsOf(400, () => 10, 50),
    ).radii,
  ).toBe(1.15);
});

test('trousers whose leg the pose misses keep a plausible width', () => {
  const { body } = personWith([70, 130]);
  expect(
    trouserSeams(
      body,
      regionsOf(200, () => 10, 28),
    ).radii,
  ).toBe(0.6);
});

test('a leg that something hides says nothing about the gap', () => {
  const { body } = personWith([70, 130]);
  const { labels, ...regions } = regionsOf(200, () => 10, 50);
  const hidden = labels.map((label, i) =>
    i % regions.width >= 100 && label === REGIONS.indexOf('lower') ? REGIONS.indexOf('other') : label,
  );
  expect(trouserSeams(body, { ...regions, labels: hidden }).gapSlope).toBe(0.2);
});

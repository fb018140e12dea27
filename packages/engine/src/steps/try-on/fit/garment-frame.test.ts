import { expect, test } from 'vitest';
import { point } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { edgeAbove, edgeBeyond, garmentFrame } from './garment-frame.ts';

const SIDE = 100;

/** The frame of a square of cloth, 60 pixels wide and high, in the middle of a picture. */
const frame = garmentFrame(
  {
    alpha: {
      width: SIDE,
      height: SIDE,
      data: planeOf(SIDE * SIDE, (i) => (isWithin(i % SIDE) && isWithin(Math.floor(i / SIDE)) ? 1 : 0)),
    },
    landmarks: {
      neckLeft: point(40, 20),
      neckRight: point(60, 20),
      hemLeft: point(20, 80),
      hemRight: point(80, 80),
    },
  },
  ['neckLeft', 'neckRight'],
  ['hemLeft', 'hemRight'],
);

function isWithin(at: number): boolean {
  return at >= 20 && at < 80;
}

test('the edge of cloth near an expected point is found', () => {
  expect(Math.abs(edgeBeyond(frame, point(50, 50), point(84, 50)).x - 80)).toBeLessThan(1);
});

test('the edge beyond a gap in the middle is found, as of an open front', () => {
  expect(Math.abs(edgeBeyond(frame, point(5, 50), point(78, 50)).x - 80)).toBeLessThan(1);
});

test('an edge far beyond the expected point is found only if the search goes that far', () => {
  expect(edgeBeyond(frame, point(50, 50), point(62, 50))).toEqual(point(62, 50));
  expect(Math.abs(edgeBeyond(frame, point(50, 50), point(62, 50), 20).x - 80)).toBeLessThan(1);
});

test('cloth that ends before the search range begins has its edge at the start of the range', () => {
  expect(edgeBeyond(frame, point(50, 50), point(150, 50))).toEqual(point(105, 50));
});

test('an expected point without cloth beside it stays, as below the corner of a hem', () => {
  expect(edgeBeyond(frame, point(50, 90), point(80, 90))).toEqual(point(80, 90));
});

test('the upper edge of a waistband that sags is that of its cloth, not the line between its ends', () => {
  const [width, height] = [200, 200];
  const landmarks = {
    waistbandLeft: point(20, 40),
    waistbandRight: point(180, 40),
    hemLeft: point(20, 180),
    hemRight: point(180, 180),
  };
  const topAt = (x: number) => 40 + 20 * (1 - ((x - 100) / 80) ** 2);
  const data = planeOf(width * height, (i) => (Math.floor(i / width) >= topAt(i % width) ? 1 : 0));
  const sagging = garmentFrame(
    { alpha: { width, height, data }, landmarks },
    ['waistbandLeft', 'waistbandRight'],
    ['hemLeft', 'hemRight'],
  );
  const edgeAt = (share: number) => edgeAbove(sagging, landmarks.waistbandLeft, landmarks.waistbandRight, share).y;
  expect(edgeAt(0.5)).toBeCloseTo(60, -0.5);
  expect(edgeAt(0.25)).toBeCloseTo(55, -0.5);
});

import { expect, test } from 'vitest';
import { point } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { edgeBeyond, garmentFrame } from './garment-frame.ts';

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

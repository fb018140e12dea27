import { expect, test } from 'vitest';
import { fitBackground } from './background.ts';

const WIDTH = 100;

/** White paper with one colour in its middle, and the distance of that colour from paper in light or in shadow. */
function distanceOf(red: number, green: number, blue: number): number {
  const data = new Uint8ClampedArray(WIDTH * WIDTH * 3).fill(250);
  const middle = 50 * WIDTH + 50;
  data.set([red, green, blue], middle * 3);
  return fitBackground({ width: WIDTH, height: WIDTH, data }).shadowDistanceAt(middle);
}

test('a shadow is near paper, also if things around tint it', () => {
  expect(distanceOf(200, 200, 200)).toBeLessThan(1);
  expect(distanceOf(160, 164, 158)).toBeLessThan(1);
});

test('coloured cloth is not near paper, neither in light nor as dark as a shadow', () => {
  expect(distanceOf(250, 244, 230)).toBeGreaterThan(8);
  expect(distanceOf(160, 130, 120)).toBeGreaterThan(15);
});

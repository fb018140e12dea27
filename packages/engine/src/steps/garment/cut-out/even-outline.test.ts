import { expect, test } from 'vitest';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { evenOutline } from './even-outline.ts';

const [WIDTH, HEIGHT] = [120, 120];
const at = (i: number) => [i % WIDTH, Math.floor(i / WIDTH)] as const;
/** A piece of cloth on the left half, whose own edge is at column 60. */
const isCloth = (x: number) => x < 60;
const picture = (isSeen: (x: number) => boolean): Raster => {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.fill(isSeen(at(i)[0]) ? 60 : 200, i * 3, i * 3 + 3);
  return { width: WIDTH, height: HEIGHT, data };
};
const outlined = (raster: Raster, evidence: Float32Array) => {
  const share = evenOutline(
    raster,
    evidence,
    evidence.map((value) => (value > 0 ? 1 : 0)),
  );
  return maskOf(share.length, (i) => share[i] > 0.5);
};
const different = (one: Uint8Array, other: Uint8Array) => one.filter((value, i) => value !== other[i]).length;

test("teeth that stripes of the ground's colour leave in an outline are evened out", () => {
  const teeth = planeOf(WIDTH * HEIGHT, (i) => {
    const [x, y] = at(i);
    return x < (y % 12 < 6 ? 52 : 60) ? 1 : -1;
  });
  const whole = maskOf(WIDTH * HEIGHT, (i) => isCloth(at(i)[0]));
  const before = different(
    maskOf(teeth.length, (i) => teeth[i] > 0),
    whole,
  );
  expect(different(outlined(picture(isCloth), teeth), whole)).toBeLessThan(before / 3);
});

test('an outline keeps to the edge that is seen near where the evidence changes', () => {
  const beside = planeOf(WIDTH * HEIGHT, (i) => (at(i)[0] < 57 ? 2 : at(i)[0] < 63 ? 0 : -2));
  const whole = maskOf(WIDTH * HEIGHT, (i) => isCloth(at(i)[0]));
  expect(different(outlined(picture(isCloth), beside), whole)).toBeLessThanOrEqual(HEIGHT);
});

test('a large part that its colours tell clearly stays, a speck goes', () => {
  const evidence = planeOf(WIDTH * HEIGHT, (i) => {
    const [x, y] = at(i);
    const isSpeck = Math.hypot(x - 90, y - 30) < 2.5;
    const isPart = Math.hypot(x - 90, y - 85) < 18;
    return isSpeck || isPart ? 3 : -3;
  });
  const mask = outlined(
    picture(() => false),
    evidence,
  );
  expect([mask[30 * WIDTH + 90], mask[85 * WIDTH + 90], mask[60 * WIDTH + 30]]).toEqual([0, 1, 0]);
});

import { expect, test } from 'vitest';
import { maskOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { mendHips } from './mend-hips.ts';

const [WIDTH, HEIGHT] = [300, 400];
const CLOTH = [40, 90, 160] as const;
const SKIN = [200, 150, 120] as const;

/** The corner of the waistband below a hand: below a line that falls from it. */
const isHandOnHip = (x: number, y: number) => y < 130 && x > 170 + (y - 60) * 0.4;
const isTrousers = (x: number, y: number) => x >= 100 && x < 200 && y >= 60 && y < 360;
/** The hand and its arm beside the hip. */
const isLimb = (x: number, y: number) => y < 130 && x < 240 && isHandOnHip(x, y) && y >= 40;

const at = (test: (x: number, y: number) => boolean) =>
  maskOf(WIDTH * HEIGHT, (i) => test(i % WIDTH, Math.floor(i / WIDTH)));
const photo = (): Raster => {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3).fill(255);
  const limb = at(isLimb);
  const cloth = at(isTrousers);
  for (let i = 0; i < limb.length; i++)
    if (limb[i] || cloth[i]) for (let c = 0; c < 3; c++) data[i * 3 + c] = (limb[i] ? SKIN : CLOTH)[c];
  return { width: WIDTH, height: HEIGHT, data };
};

const seen = () => at((x, y) => isTrousers(x, y) && !isHandOnHip(x, y));

/** Share of cloth in the corner, and its colour. */
function corner(limbs: Uint8Array): { share: number; colour: number[] } {
  const { silhouette, raster } = mendHips(photo(), seen(), (i) => limbs[i] === 1);
  const hidden = at((x, y) => isTrousers(x, y) && isHandOnHip(x, y) && y >= 64);
  const places = [...hidden.keys()].filter((i) => hidden[i] === 1);
  const mended = places.filter((i) => silhouette[i] === 1);
  const colour = [0, 1, 2].map(
    (c) => mended.reduce((sum, i) => sum + raster.data[i * 3 + c], 0) / Math.max(1, mended.length),
  );
  return { share: mended.length / places.length, colour };
}

test('a corner of the waistband that a hand hides is as far out as the other, and of cloth', () => {
  const { share, colour } = corner(at(isLimb));
  expect(share).toBeGreaterThan(0.9);
  for (const [c, value] of colour.entries()) expect(Math.abs(value - CLOTH[c])).toBeLessThan(25);
});

test('trousers that are seen whole stay as they are', () => {
  const whole = at(isTrousers);
  expect(mendHips(photo(), whole, () => false).silhouette).toEqual(whole);
});

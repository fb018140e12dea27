import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { REGIONS } from '../../analysis.ts';
import { returnBareShoulders } from './bare-shoulders.ts';

const [WIDTH, HEIGHT] = [120, 160];
/** Histogram bins of dark hair, of hair in the sun, and of skin. */
const [DARK, SUNLIT, TAN] = [3, 25, 60];

const frame = { faceCentre: { x: 60, y: 30 }, faceRadius: 20, down: { x: 0, y: 1 }, shoulderWidth: 80 };

/** What becomes of a place before the shoulder that was taken for hair, if it has a colour. */
function shoulderOf(colour: number): string {
  const isShoulder = (x: number, y: number) => x >= 80 && x < 100 && y >= 70 && y < 90;
  const isHair = (x: number, y: number) => x >= 80 && x < 100 && y < 90;
  const map = drawnRegions({ width: WIDTH, height: HEIGHT }, (x, y) => (isHair(x, y) ? 'hair' : y < 110 ? 'skin' : 'upper'));
  const bins = Int32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    if (isShoulder(x, y)) return colour;
    // Some strands on the head are in the sun.
    return isHair(x, y) ? (i % 10 === 0 ? SUNLIT : DARK) : TAN;
  });
  return REGIONS[returnBareShoulders(map, { bins, frame }).labels[80 * WIDTH + 90]];
}

test('a bare shoulder that was taken for hair goes back to the skin', () => {
  expect(shoulderOf(TAN)).toBe('skin');
});

test('hair of a colour that the head has stays hair, and so does what is like neither', () => {
  expect(shoulderOf(DARK)).toBe('hair');
  expect(shoulderOf(SUNLIT)).toBe('hair');
  expect(shoulderOf(90)).toBe('hair');
});

import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { REGIONS, type Region } from '../../analysis.ts';
import { planeOf } from '../../pixels/planes.ts';
import { returnStrayedCloth } from './strayed-cloth.ts';

const [WIDTH, HEIGHT] = [120, 160];
/** Histogram bins of black wool and of brown leather. */
const [WOOL, LEATHER] = [3, 40];

/** What becomes of a square thing in a black top that reaches 70 pixels across, the thing's left side at a column. */
function thingAt(left: number, colour: number): Region {
  const isThing = (x: number, y: number) => x > left && x < left + 30 && y > 60 && y < 90;
  const map = drawnRegions({ width: WIDTH, height: HEIGHT }, (x, y) => {
    if (isThing(x, y)) return 'other';
    return x > 20 && x < 90 && y > 20 && y < 140 ? 'upper' : 'background';
  });
  const bins = Int32Array.from(map.labels, (label) => (REGIONS[label] === 'other' ? colour : WOOL));
  const grey = () => planeOf(bins.length, () => 0);
  const lab = { width: WIDTH, height: HEIGHT, l: grey(), a: grey(), b: grey() };
  const { labels } = returnStrayedCloth(map, { lab, bins, skin: { median: [60, 14, 18], spread: [14, 6, 7] } });
  return REGIONS[labels[75 * WIDTH + left + 15]];
}

test('a piece of a dark sleeve that was taken for something carried goes back to the top around it', () => {
  expect(thingAt(40, WOOL)).toBe('upper');
});

test('what has colours of its own is carried before the top', () => {
  expect(thingAt(40, LEATHER)).toBe('other');
});

test('what hangs beside the top is carried, however like it', () => {
  expect(thingAt(80, WOOL)).toBe('other');
});

import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { type Pose, REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { giveCuffsToTop } from './cuffs.ts';

const [WIDTH, HEIGHT] = [60, 100];

/** A map in which an arm, 14 pixels wide, hangs down at the left of trousers that begin at half its height. */
function armOf(along: readonly (readonly [to: number, Region])[]): RegionMap {
  return drawnRegions({ width: WIDTH, height: HEIGHT }, (x, y) => {
    if (x >= 13 && x < 27) return along.find(([to]) => y < to)?.[1] ?? 'background';
    return x >= 34 && y >= 50 ? 'lower' : 'background';
  });
}

/** Elbows, wrists and knuckles of an arm in the middle of that one; shoulders 100 pixels apart. */
const landmark = (y: number) => ({ x: 20, y, z: 0, visibility: 1, presence: 1 });
const landmarks: Pose['landmarks'] = Array.from({ length: 33 }, (_, index) => landmark(index < 15 ? 10 : index < 17 ? 80 : 95));
const input = { pose: { landmarks }, frame: { shoulderWidth: 100 } };

function countOf(map: RegionMap, region: Region): number {
  return map.labels.filter((label) => REGIONS[label] === region).length;
}

test.each(['lower', 'other'] as const)(
  'a cuff that was taken for %s goes with its sleeve, trousers beside it do not',
  (taken) => {
    const before = armOf([
      [60, 'upper'],
      [74, taken],
      [100, 'skin'],
    ]);
    const after = giveCuffsToTop(before, input);
    expect(countOf(after, 'upper')).toBe(14 * 74);
    expect(countOf(after, 'lower')).toBe(26 * 50);
    expect(after.probability.upper.data[65 * WIDTH + 20]).toBe(1);
  },
);

test('bracelets below a sleeve, a bag that hides the forearm, and gloves stay what they are', () => {
  const bracelet = armOf([
    [50, 'upper'],
    [58, 'skin'],
    [68, 'other'],
    [100, 'skin'],
  ]);
  const bag = armOf([
    [40, 'upper'],
    [80, 'other'],
    [100, 'skin'],
  ]);
  const glove = armOf([
    [70, 'upper'],
    [100, 'other'],
  ]);
  for (const map of [bracelet, bag, glove]) expect(giveCuffsToTop(map, input)).toBe(map);
});

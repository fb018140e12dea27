import { expect, test } from 'vitest';
import { reachOf, sleevedOf } from './bare-arms.ts';

test('a cuff that is labelled as trousers belongs to the sleeve before it', () => {
  expect(sleevedOf(['upper', 'upper', 'lower', 'skin', 'skin'], false)).toEqual([true, true, true, false, false]);
  expect(sleevedOf(['upper', 'upper', 'lower', 'lower'], true)).toEqual([true, true, true, true]);
});

test('cloth beyond the last place of sleeve or skin is no cuff, unless the photo shows the hand', () => {
  expect(sleevedOf(['upper', 'upper', 'lower', 'lower'], false)).toEqual([true, true, false, false]);
  expect(sleevedOf(['skin', 'skin', 'lower', 'lower'], true)).toEqual([false, false, false, false]);
});

/** Stations of an arm along x = 0 whose outer side is at positive x; its radius is 10. */
const stations = Array.from({ length: 6 }, (_, k) => ({
  at: { x: 0, y: k },
  outwards: { x: 1, y: 0 },
  radius: 10,
}));

/** A person whose outline is 9 outwards and `inwards` inwards of the bone; null beyond the search. */
const outline = (inwards: number | null) => ({ edge: (_: unknown, { x }: { x: number }) => (x > 0 ? 9 : inwards) });

test('bare skin shows the reach of an arm', () => {
  expect(reachOf(outline(12), stations, stations)).toEqual([0.9, 1.2]);
  expect(reachOf(outline(12), stations.slice(0, 3), stations)).toEqual([0.9, 1.1]);
});

test('a sleeve limits an arm, which has on one side of its bone what it lacks on the other', () => {
  expect(reachOf(outline(17), [], stations)).toEqual([0.9, 1.1]);
  expect(reachOf(outline(null), [], stations)).toEqual([0.9, 1]);
});

import { expect, test } from 'vitest';
import type { PhotoAt } from '../body/photo-at.ts';
import { reachOf, sleevedOf } from './bare-arms.ts';

test('a cuff that is labelled as trousers belongs to the sleeve before it', () => {
  expect(sleevedOf(['upper', 'upper', 'lower', 'skin', 'skin'], false)).toEqual([true, true, true, false, false]);
  expect(sleevedOf(['upper', 'upper', 'lower', 'lower'], true)).toEqual([true, true, true, true]);
});

test('cloth beyond the last place of sleeve or skin is no cuff, unless the photo shows the hand', () => {
  expect(sleevedOf(['upper', 'upper', 'lower', 'lower'], false)).toEqual([true, true, false, false]);
  expect(sleevedOf(['skin', 'skin', 'lower', 'lower'], true)).toEqual([false, false, false, false]);
});

/** Stations of an arm along x = 0 whose outer side is at positive x. Both edges are 10 from the bone. */
const stations = Array.from({ length: 6 }, (_, k) => ({
  at: { x: 0, y: k },
  outwards: { x: 1, y: 0 },
  edges: [10, 10] as const,
}));

/** A person whose outline is 9 outwards and `inwards` inwards of the bone; null beyond the search. */
const outline = (inwards: number | null) => ({ edge: (_: unknown, { x }: { x: number }) => (x > 0 ? 9 : inwards) });

/** A photo of skin from `from` to `to` across the bone, beside a top. */
const skinAcross =
  (from: number, to: number): PhotoAt =>
  ({ x }) => ({ matte: 1, region: x >= from && x < to ? 'skin' : 'upper' });
const noSkin = skinAcross(0, 0);

test('bare skin shows the reach of an arm on both sides of its bone, also before the trunk', () => {
  expect(reachOf(outline(null), skinAcross(-7, 9), stations, stations)).toEqual([0.85, 0.75]);
});

test('too little bare skin, or skin that is no arm, shows no reach', () => {
  expect(reachOf(outline(12), skinAcross(-7, 9), stations.slice(0, 3), stations)).toEqual([0.9, 1.1]);
  expect(reachOf(outline(12), skinAcross(-50, 50), stations, stations)).toEqual([0.9, 1.1]);
});

test('a sleeve limits an arm, which has on one side of its bone what it lacks on the other', () => {
  expect(reachOf(outline(17), noSkin, [], stations)).toEqual([0.9, 1.1]);
  expect(reachOf(outline(null), noSkin, [], stations)).toEqual([0.9, 1]);
});

import { expect, test } from 'vitest';
import { createLayer, type Layer } from '../../../pixels/layer.ts';
import type { Point } from '../../../pixels/raster.ts';
import { byLayer } from '../fit/fit.ts';
import { placementOf } from '../placement.ts';
import { heldIn } from './hold-in.ts';

const SIZE = { width: 100, height: 100 };
const SITE = { left: 0, top: 0, ...SIZE };

/** A body 20 wide on either side of x = 50, with its shoulders at y = 20 and its hips at y = 80. Its arms are far. */
const scene = {
  placement: placementOf(SIZE, SIZE, 1, 0, 0),
  body: {
    shoulderWidth: 40,
    torsoLength: 60,
    torsoPlace: ({ x, y }: Point) => ({ share: (y - 20) / 60, offset: x - 50 }),
    halfWidth: () => 20,
    arm: () => ({ radii: 9, along: 0, aside: 9, hand: 9 }),
    leg: () => ({ radii: 9, radius: 10, along: 0, aside: 9, clearOfOther: 9 }),
  },
};

/** A layer with cloth between two columns, from one row to another. */
function cloth(left: number, right: number, top: number, bottom: number): Layer {
  const layer = createLayer(SIZE.width, SIZE.height);
  for (let y = top; y < bottom; y++) layer.alpha.fill(1, y * SIZE.width + left, y * SIZE.width + right);
  return layer;
}

/** A top with the given layers; it has no other. */
function topOf(layers: Readonly<Partial<Record<'back' | 'trunk' | 'sleeves', Layer>>>) {
  return {
    fit: { replaces: 'upper' as const, hasSleeves: true, sleeveEnds: [1, 1] as const, neckHalf: 8, span: null },
    site: SITE,
    drawn: { invented: 0, layers: byLayer((name) => layers[name] ?? cloth(0, 0, 0, 0)) },
  };
}

test('a jacket holds in the back of a hood or collar beside its neck, and leaves it within', () => {
  const hoodie = topOf({ back: cloth(10, 90, 10, 30), trunk: cloth(25, 75, 25, 85) });
  const jacket = topOf({ trunk: cloth(28, 72, 20, 70) });
  const { back, trunk } = heldIn(hoodie, jacket, scene).layers;
  const shares = ({ alpha }: Layer, y: number, columns: readonly number[]) =>
    columns.map((x) => alpha[y * SIZE.width + x]);
  // Above the jacket its shoulders hide the back of the hood, but its neck does not.
  expect(shares(back, 15, [15, 45, 50, 55, 85])).toEqual([0, 1, 1, 1, 0]);
  expect(shares(back, 24, [15, 50, 85])).toEqual([0, 1, 0]);
  expect(shares(trunk, 60, [26, 50, 74])).toEqual([0, 1, 0]);
});

test('a top without sleeves holds nothing in', () => {
  const hoodie = topOf({ back: cloth(10, 90, 10, 30) });
  const gilet = { ...topOf({ trunk: cloth(28, 72, 20, 70) }) };
  const sleeveless = { ...gilet, fit: { ...gilet.fit, hasSleeves: false } };
  expect(heldIn(hoodie, sleeveless, scene)).toBe(hoodie.drawn);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findComponents, largestComponent } from './components.ts';
import { boxAbove, cropValues, hullOf, laidInto } from './crop.ts';
import { distanceTo } from './distance.ts';
import { boxFilter, resizeValues, valueBetween } from './filters.ts';
import { distance } from './geometry.ts';
import { guidedFilter } from './guided-filter.ts';
import { labOf } from './lab.ts';
import { createLayer, drawWarped } from './layer.ts';
import { solveLinear } from './linear-equations.ts';
import { polygonCover } from './polygon.ts';
import { halvedWithin, pushPull } from './push-pull.ts';
import { seededRandom } from './random.ts';
import { thinPlateSpline } from './thin-plate-spline.ts';

const sizes = fc.record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) });
const masks = sizes.chain(({ width, height }) =>
  fc
    .array(fc.integer({ min: 0, max: 1 }), { minLength: width * height, maxLength: width * height })
    .map((mask) => ({ width, height, mask })),
);

test('the distance transform is that of trying every pixel', () => {
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      fc.pre(mask.includes(1));
      const found = distanceTo(Uint8Array.from(mask), width, height);
      for (let i = 0; i < mask.length; i++) {
        const distances = mask.flatMap((value, j) =>
          value ? [Math.hypot((i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width))] : [],
        );
        expect(found[i]).toBeCloseTo(Math.min(...distances), 4);
      }
    }),
  );
});

test('a distance transform of some reach tells nearer distances alike, and calls all others infinite', () => {
  fc.assert(
    fc.property(masks, fc.integer({ min: 0, max: 9 }), ({ width, height, mask }, reach) => {
      const all = distanceTo(Uint8Array.from(mask), width, height);
      const near = distanceTo(Uint8Array.from(mask), width, height, reach);
      expect(near).toEqual(all.map((distance) => (distance <= reach ? distance : Number.POSITIVE_INFINITY)));
    }),
  );
});

test('the box above a threshold holds all that is above it, and touches it on every side', () => {
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      fc.pre(mask.includes(1));
      const pixels = mask.flatMap((value, i) => (value ? [{ x: i % width, y: Math.floor(i / width) }] : []));
      const [columns, rows] = [pixels.map(({ x }) => x), pixels.map(({ y }) => y)];
      const [left, top] = [Math.min(...columns), Math.min(...rows)];
      expect(boxAbove({ width, height, data: mask }, 0)).toEqual({
        left,
        top,
        width: Math.max(...columns) + 1 - left,
        height: Math.max(...rows) + 1 - top,
      });
    }),
  );
});

test('a part that is cut out of values and laid back changes nothing, and nothing beside it when it was changed', () => {
  const whole = Float32Array.from({ length: 5 * 4 * 3 }, (_, k) => k);
  const box = { left: 1, top: 2, width: 3, height: 1 };
  const part = cropValues(whole, 3, 5, box);
  expect(laidInto(whole.slice(), part, 3, 5, box)).toEqual(whole);
  const changed = laidInto(whole.slice(), part.fill(-1), 3, 5, box);
  expect([...changed].flatMap((value, k) => (value === -1 ? [k] : []))).toEqual([33, 34, 35, 36, 37, 38, 39, 40, 41]);
  expect(changed.filter((value) => value !== -1)).toEqual(whole.filter((_, k) => k < 33 || k > 41));
});

test('the hull of boxes holds each of them', () => {
  const boxes = [
    { left: 4, top: 1, width: 2, height: 2 },
    { left: -1, top: 2, width: 3, height: 7 },
  ];
  expect(hullOf(boxes)).toEqual({ left: -1, top: 1, width: 7, height: 8 });
});

test('half the size holds the means of what is known, and nothing where nothing is', () => {
  const colours = Float32Array.from([10, 10, 10, 30, 30, 30, 7, 7, 7, 9, 9, 9]);
  const small = halvedWithin(colours, [1, 1, 0, 0], 4, 1);
  expect(small).toMatchObject({ width: 2, height: 1 });
  expect([...small.colours]).toEqual([20, 20, 20, 0, 0, 0]);
  expect([...small.known]).toEqual([1, 0]);
});

test('between pixels lies what lies between their values, beyond the borders theirs', () => {
  const values = Float32Array.from([0, 2, 4, 6]);
  expect(valueBetween(values, 2, 2, 0.5, 0.5)).toBe(3);
  expect(valueBetween(values, 2, 2, 1, 0)).toBe(2);
  expect(valueBetween(values, 2, 2, -3, 9)).toBe(4);
});

test('components cover the mask, hang together and do not touch', () => {
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      const { labels, sizes: counts } = findComponents(Uint8Array.from(mask), width, height);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(mask.filter(Boolean).length);
      for (let i = 0; i < mask.length; i++) {
        expect(labels[i] > 0).toBe(mask[i] === 1);
        if (i % width < width - 1 && mask[i] && mask[i + 1]) expect(labels[i]).toBe(labels[i + 1]);
        if (i + width < mask.length && mask[i] && mask[i + width]) expect(labels[i]).toBe(labels[i + width]);
      }
    }),
  );
});

test('a component has one value throughout, and components are numbered from top to bottom', () => {
  const { labels, sizes } = findComponents(Uint8Array.of(1, 2, 2, 1, 0, 2, 1, 1, 2), 3, 3);
  expect([...labels]).toEqual([1, 2, 2, 1, 0, 2, 1, 1, 2]);
  expect(sizes).toEqual([0, 4, 4]);
});

test('the largest component is the one with the most pixels, 0 where there is none', () => {
  expect(largestComponent(findComponents(Uint8Array.of(1, 0, 1, 1), 4, 1))).toBe(2);
  expect(largestComponent(findComponents(Uint8Array.of(0, 0), 2, 1))).toBe(0);
});

test('a box filter keeps an even plane, and its values stay between the least and the greatest', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 0, max: 5 }),
      fc.infiniteStream(fc.float({ min: 0, max: 1, noNaN: true })),
      ({ width, height }, radius, stream) => {
        const values = Float32Array.from({ length: width * height }, () => stream.next().value);
        const smooth = boxFilter(values, width, height, radius);
        for (const value of smooth) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-5);
          expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-5);
        }
      },
    ),
  );
});

test('a polygon covers the pixels at its edge by as much as lies inside', () => {
  const square = [
    { x: 0.5, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
    { x: 0.5, y: 4 },
  ];
  const row = polygonCover(square, { left: 0, top: 1, width: 5, height: 1 });
  expect([...row]).toEqual([0.5, 1, 1, 1, 0]);
  expect([...polygonCover(square, { left: 3, top: 3, width: 2, height: 2 })]).toEqual([1, 0, 0, 0]);
});

test('a resize to the same size changes nothing', () => {
  const values = Float32Array.from([1, 2, 3, 4, 5, 6]);
  expect(resizeValues(values, 3, 2, 3, 2)).toEqual(values);
});

test.each([
  [3, 20, 10],
  [4, 20, 10],
  [4, 21, 11],
  [6, 23, 7],
])(
  'the guided filter of radius %d gives a step back where a picture of %d × %d pixels has it',
  (radius, width, height) => {
    const data = new Uint8ClampedArray(width * height * 3).map((_, i) => (Math.floor(i / 3) % width < 10 ? 20 : 220));
    const step = Float32Array.from({ length: width * height }, (_, i) => (i % width < 10 ? 0 : 1));
    const filtered = guidedFilter({ width, height, data }, radius, 1e-4)(step);
    for (let i = 0; i < step.length; i++) expect(Math.abs(filtered[i] - step[i])).toBeLessThan(0.06);
  },
);

test.each([
  [1, 1],
  [1, 7],
  [2, 3],
])('the guided filter of a picture of %d × %d pixels has a value everywhere', (width, height) => {
  const data = new Uint8ClampedArray(width * height * 3).fill(90);
  const filtered = guidedFilter({ width, height, data }, 6, 1e-4)(new Float32Array(width * height).fill(0.5));
  for (const value of filtered) expect(value).toBeCloseTo(0.5, 3);
});

test('L*a*b* of black, white and the primaries is that of the standard', () => {
  const near = (colour: readonly number[], expected: readonly number[]) =>
    expect(Math.max(...colour.map((value, axis) => Math.abs(value - expected[axis])))).toBeLessThan(0.5);
  near(labOf(0, 0, 0), [0, 0, 0]);
  near(labOf(255, 255, 255), [100, 0, 0]);
  near(labOf(255, 0, 0), [53.24, 80.09, 67.2]);
  near(labOf(0, 0, 255), [32.3, 79.19, -107.86]);
});

test('push-pull keeps what is known and fills the rest from it', () => {
  const colours = new Float32Array(8 * 8 * 3).fill(0);
  const weights = new Float32Array(64);
  for (const i of [0, 63]) {
    weights[i] = 1;
    colours.set([100, 150, 200], i * 3);
  }
  const filled = pushPull(colours, weights, 8, 8);
  for (let i = 0; i < 64; i++) expect([...filled.subarray(i * 3, i * 3 + 3)].map(Math.round)).toEqual([100, 150, 200]);
});

test('push-pull within a box fills it as push-pull of the whole picture does', () => {
  fc.assert(
    fc.property(masks, fc.nat(), fc.nat(), ({ width, height, mask }, x, y) => {
      const colours = mask.flatMap((_, i) => [i, 7 * i, 3]);
      const [left, top] = [x % width, y % height];
      const box = { left, top, width: Math.ceil((width - left) / 2), height: height - top };
      const whole = pushPull(colours, mask, width, height);
      const part = pushPull(colours, mask, width, height, box);
      expect(cropValues(part, 3, width, box)).toEqual(cropValues(whole, 3, width, box));
    }),
  );
});

test('a thin-plate spline without stiffness meets every pair of points', () => {
  const coordinate = fc.integer({ min: 0, max: 500 });
  const points = fc.uniqueArray(fc.record({ x: coordinate, y: coordinate }), {
    minLength: 4,
    maxLength: 10,
    selector: ({ x, y }) => `${Math.round(x / 40)} ${Math.round(y / 40)}`,
  });
  fc.assert(
    fc.property(points, fc.infiniteStream(coordinate), (from, stream) => {
      const [a, b, c] = from;
      fc.pre(Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) > 4_000);
      const to = from.map(() => ({ x: stream.next().value, y: stream.next().value }));
      const map = thinPlateSpline(from, to, 0);
      from.forEach((p, i) => {
        expect(distance(map(p), to[i])).toBeLessThan(0.5);
      });
    }),
  );
  expect(() => thinPlateSpline([{ x: 0, y: 0 }], [{ x: 0, y: 0 }])).toThrow(RangeError);
});

test('linear equations are solved for each right-hand side', () => {
  const rows = [Float64Array.of(0, 2, 4, 2), Float64Array.of(3, 1, 5, 7)];
  const solutions = solveLinear(rows).map((values) => [...values].map((value) => Math.round(value * 1e9) / 1e9));
  expect(solutions).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  for (const value of draw(7)) expect(value >= 0 && value < 1).toBe(true);
});

test('what is drawn ends at its outline, over the pixel that goes through it, whatever its cut-out has beyond', () => {
  const cutOut = {
    raster: { width: 40, height: 40, data: new Uint8ClampedArray(4800).fill(200) },
    alpha: new Float32Array(1600).fill(1),
  };
  const layer = createLayer(40, 40);
  const box = { left: 2, top: 2, width: 36, height: 36 };
  drawWarped(
    layer,
    cutOut,
    (p) => p,
    box,
    ({ x }) => 20.25 - x,
  );
  expect([18, 19, 20, 21].map((x) => layer.alpha[20 * 40 + x])).toEqual([1, 1, 0.25, 0]);
});

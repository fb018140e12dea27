import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { type Pose, REGIONS, type Region } from '../../analysis.ts';
import { closeSleeves } from './close-sleeves.ts';

const [WIDTH, HEIGHT] = [60, 120];
const size = { width: WIDTH, height: HEIGHT };

/** A person of whom an arm is seen, 14 pixels wide, that hangs down: what of it is what. */
function personOf(along: readonly (readonly [to: number, Region])[]) {
  const regions = drawnRegions(size, (x, y) =>
    x >= 13 && x < 27 ? (along.find(([to]) => y < to)?.[1] ?? 'background') : 'background',
  );
  return { matte: { ...size, data: regions.probability.background.data.map((value) => 1 - value) }, regions };
}

/** Elbows, wrists and knuckles in the middle of that arm, whose wrist has a radius of 7. */
const landmark = (y: number) => ({ x: 20, y, z: 0, visibility: 1, presence: 1 });
const landmarks: Pose['landmarks'] = Array.from({ length: 33 }, (_, index) => landmark(index < 15 ? 5 : index < 17 ? 75 : 95));
const input = { pose: { landmarks }, frame: { shoulderWidth: 100 } };

test('a cuff that was taken for the wall is part of the sleeve, as wide as sleeve and hand', () => {
  const { matte, regions } = closeSleeves(
    personOf([
      [40, 'upper'],
      [70, 'background'],
      [105, 'skin'],
    ]),
    input,
  );
  for (const x of [14, 20, 26]) {
    const cuff = 55 * WIDTH + x;
    expect(matte.data[cuff]).toBe(1);
    expect(REGIONS[regions.labels[cuff]]).toBe('upper');
    expect(regions.probability.upper.data[cuff]).toBe(1);
    expect(regions.probability.background.data[cuff]).toBe(0);
  }
  expect(matte.data[55 * WIDTH + 5]).toBe(0);
  expect(matte.data[55 * WIDTH + 35]).toBe(0);
  expect(REGIONS[regions.labels[90 * WIDTH + 20]]).toBe('skin');
});

test.each([
  [
    'no hand is seen',
    [
      [40, 'upper'],
      [120, 'background'],
    ],
  ],
  [
    'the arm is bare',
    [
      [40, 'skin'],
      [70, 'background'],
      [105, 'skin'],
    ],
  ],
  [
    'something else lies between',
    [
      [40, 'upper'],
      [48, 'background'],
      [62, 'lower'],
      [70, 'background'],
      [105, 'skin'],
    ],
  ],
  [
    'it is but a line',
    [
      [66, 'upper'],
      [70, 'background'],
      [105, 'skin'],
    ],
  ],
] as const)('nothing is joined where %s', (_, along) => {
  const person = personOf(along);
  expect(closeSleeves(person, input)).toBe(person);
});

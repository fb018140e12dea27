import { describe, expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { REGIONS, type Region, type RegionMap } from '../../../analysis.ts';
import { feetInShoes } from './ankles.ts';

const SIZE = 200;
const TORSO = 60;
/** Legs guessed under a long skirt. */
const GUESSED = {
  knee: pairOf(90, 105, 80),
  ankle: pairOf(90, 105, 120),
  foot: pairOf(90, 105, 130),
};

type Rectangle = readonly [left: number, top: number, width: number, height: number];
const LEFT: Rectangle = [60, 160, 20, 20];
const RIGHT: Rectangle = [120, 160, 20, 20];

/** A map with rectangles of regions on background. */
function mapOf(rectangles: readonly (readonly [Region, Rectangle])[]): RegionMap {
  const labels = new Uint8Array(SIZE * SIZE);
  for (const [region, [left, top, width, height]] of rectangles)
    for (let y = top; y < top + height; y++)
      labels.fill(REGIONS.indexOf(region), y * SIZE + left, y * SIZE + left + width);
  const plane = { width: SIZE, height: SIZE, data: new Float32Array(SIZE * SIZE) };
  const probability = {
    background: plane,
    hair: plane,
    skin: plane,
    upper: plane,
    lower: plane,
    shoes: plane,
    other: plane,
  };
  const worn = { wearsDress: false, wearsSkirt: true, wearsOuterwear: false };
  return { width: SIZE, height: SIZE, scale: 1, labels, probability, bag: plane, ...worn };
}
/** Shoes below a long skirt. */
const shoesAt = (...shoes: readonly Rectangle[]) =>
  mapOf([['lower', [80, 80, 40, 40]], ...shoes.map((shoe) => ['shoes', shoe] as const)]);

describe('feet in shoes', () => {
  test('shoes away from ankles that clothes hide say where these are', () => {
    expect(feetInShoes(GUESSED, shoesAt(LEFT, RIGHT), TORSO)).toEqual({
      ankle: [
        { x: 70, y: 165 },
        { x: 130, y: 165 },
      ],
      foot: [
        { x: 70, y: 170 },
        { x: 130, y: 170 },
      ],
    });
  });

  test('an ankle lies in the upper part of its shoe, not over the toes', () => {
    const boot: Rectangle = [70, 140, 10, 20];
    expect(feetInShoes(GUESSED, shoesAt(LEFT, boot, RIGHT), TORSO)?.ankle[0]).toEqual({ x: 75, y: 150 });
  });

  test('the straps of a shoe belong to it', () => {
    const moved = feetInShoes(GUESSED, shoesAt(LEFT, [120, 160, 20, 8], [120, 170, 20, 10]), TORSO);
    expect(moved?.foot[1]).toEqual({ x: 130, y: 170 });
  });

  test('an ankle at its shoe stays, and the other one moves', () => {
    const moved = feetInShoes(GUESSED, shoesAt([85, 125, 10, 20], RIGHT), TORSO);
    expect(moved?.ankle[0]).toEqual(GUESSED.ankle[0]);
    expect(moved?.ankle[1].x).toBe(130);
  });

  test('shoes below both ankles change nothing, also where legs are crossed', () => {
    const shoes = shoesAt([80, 122, 18, 20], [102, 122, 18, 20]);
    const [left, right] = GUESSED.ankle;
    expect(feetInShoes(GUESSED, shoes, TORSO)).toBeNull();
    expect(feetInShoes({ ...GUESSED, ankle: [right, left] }, shoes, TORSO)).toBeNull();
  });

  test('ankles below bare shins stay, because the pose net sees them', () => {
    const map = mapOf([
      ['shoes', LEFT],
      ['shoes', RIGHT],
      ['skin', [80, 80, 40, 40]],
    ]);
    expect(feetInShoes(GUESSED, map, TORSO)).toBeNull();
  });

  test('ankles in boots stay', () => {
    expect(feetInShoes(GUESSED, shoesAt([70, 100, 15, 80], [115, 100, 15, 80], [80, 100, 40, 20]), TORSO)).toBeNull();
  });

  test('one shoe alone changes nothing', () => {
    expect(feetInShoes(GUESSED, shoesAt([98, 160, 6, 40]), TORSO)).toBeNull();
    expect(feetInShoes(GUESSED, shoesAt([60, 160, 30, 12]), TORSO)).toBeNull();
  });

  test('two shoes that touch are halves of one part', () => {
    expect(feetInShoes(GUESSED, shoesAt([70, 160, 40, 20]), TORSO)?.ankle.map(({ x }) => x)).toEqual([80, 100]);
  });

  test('ankles at two shoes that touch stay, in any order', () => {
    const shoes = shoesAt([85, 122, 25, 20]);
    const [left, right] = GUESSED.ankle;
    expect(feetInShoes(GUESSED, shoes, TORSO)).toBeNull();
    expect(feetInShoes({ ...GUESSED, ankle: [right, left] }, shoes, TORSO)).toBeNull();
  });

  test('a scrap of the hem beside an ankle is no shoe', () => {
    const shoes = feetInShoes(GUESSED, shoesAt(LEFT, RIGHT), TORSO);
    expect(feetInShoes(GUESSED, shoesAt(LEFT, RIGHT, [100, 122, 5, 5]), TORSO)).toEqual(shoes);
  });
});

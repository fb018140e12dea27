import { expect, test } from 'vitest';
import { GARMENT_LANDMARKS, type NetCategory } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { guessLandmarks, placeLandmarks } from './landmarks.ts';

const SIZE = { width: 64, height: 64 };
const silhouette = maskOf(SIZE.width * SIZE.height, (i) => i % 64 > 16 && i % 64 < 48);
const garment = { raster: { ...SIZE, data: new Uint8ClampedArray(3 * silhouette.length) }, silhouette };

const UPRIGHT = [9, 0, 0, 0];

/**
 * A net whose answers have all points in the middle, and these logits of lengths, folds and turns. It sees the photo
 * first, then its mirror image.
 */
function netOf(
  lengths: readonly number[],
  folds: readonly (readonly [left: number, right: number])[],
  turns: readonly (readonly number[])[] = [UPRIGHT, UPRIGHT],
): Net {
  let call = 0;
  const run = async () => {
    const points = new Array<number>(2 * GARMENT_LANDMARKS.length).fill(0);
    const answer = [...points, ...lengths, ...folds[call], ...turns[call]];
    call++;
    return [Float32Array.from(answer)];
  };
  return { run, release: async () => {} };
}

const LONG = [-9, -9, -9, 9];
const SHORT = [-9, 9, -9, -9];
const ANY = { none: 1, short: 1, mid: 1, long: 1 };

test('a sleeve that the photo shows on the left, and its mirror image on the right, is one folded sleeve', async () => {
  const same = await guessLandmarks(
    garment,
    netOf(LONG, [
      [9, -9],
      [-9, 9],
    ]),
  );
  expect(same.folded).toBeCloseTo(1, 2);
  const other = await guessLandmarks(
    garment,
    netOf(LONG, [
      [9, -9],
      [9, -9],
    ]),
  );
  expect(other.folded).toBeCloseTo(0.5, 2);
});

test('long sleeves and legs can be folded, short sleeves and skirts cannot', async () => {
  const folded = [
    [9, 9],
    [9, 9],
  ] as const;
  const foldedOf = async (category: NetCategory, lengths: readonly number[]) =>
    placeLandmarks(await guessLandmarks(garment, netOf(lengths, folded)), garment, category, ANY).isFolded;
  expect(await foldedOf('top', LONG)).toBe(true);
  expect(await foldedOf('top', SHORT)).toBe(false);
  expect(await foldedOf('trousers', SHORT)).toBe(true);
  expect(await foldedOf('skirt', LONG)).toBe(false);
});

test('a garment is turned to the left where its mirror image is turned to the right, and else upright', async () => {
  const straight = [
    [-9, -9],
    [-9, -9],
  ] as const;
  const [left, right] = [
    [0, 9, 0, 0],
    [0, 0, 0, 9],
  ];
  expect((await guessLandmarks(garment, netOf(LONG, straight, [left, right]))).quarters).toBe(1);
  expect((await guessLandmarks(garment, netOf(LONG, straight, [left, left]))).quarters).toBe(0);
  expect((await guessLandmarks(garment, netOf(LONG, straight))).quarters).toBe(0);
});

const STRAIGHT = [
  [-9, -9],
  [-9, -9],
] as const;

/** The shape of a top with points at some columns, whose trunk lies between the columns 20 and 44. */
async function topWith(columns: Readonly<Record<string, number>>, lengths: readonly number[]) {
  const guess = await guessLandmarks(garment, netOf(lengths, STRAIGHT));
  const trunk = { armpitLeft: 20, armpitRight: 44, waistLeft: 20, waistRight: 44, hemLeft: 20, hemRight: 44 };
  const at = Object.entries({ ...trunk, ...columns }).map(([name, x]) => [name, { x, y: 30 }]);
  return placeLandmarks({ ...guess, points: { ...guess.points, ...Object.fromEntries(at) } }, garment, 'top', ANY);
}

/** Sleeves of a top that the net calls long rather than short, or surely long. Its right elbow lies at `elbow`. */
async function sleevesWith(elbow: number, logit: number) {
  return (await topWith({ elbowOuterLeft: 64 - elbow, elbowOuterRight: elbow }, [-9, 0, -9, logit])).sleeves;
}

test('sleeves that do not reach beside the trunk are long only if the net is sure', async () => {
  expect(await sleevesWith(56, 1)).toBe('long');
  expect(await sleevesWith(45, 1)).toBe('short');
  expect(await sleevesWith(45, 6)).toBe('long');
});

test('a top is folded if one of its long sleeves ends on the trunk', async () => {
  const elbows = { elbowOuterLeft: 6, elbowOuterRight: 58 };
  const isFolded = async (cuffInnerLeft: number, cuffInnerRight: number, lengths = LONG) =>
    (await topWith({ ...elbows, cuffInnerLeft, cuffInnerRight }, lengths)).isFolded;
  expect(await isFolded(32, 58)).toBe(true);
  expect(await isFolded(6, 32)).toBe(true);
  expect(await isFolded(6, 58)).toBe(false);
  expect(await isFolded(32, 32)).toBe(false);
  expect(await isFolded(32, 58, SHORT)).toBe(false);
});

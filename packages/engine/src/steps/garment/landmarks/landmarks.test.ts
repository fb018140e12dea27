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

/** Sleeves of a top that the net calls long rather than short, or surely long. Its right elbow lies at `elbow`. */
async function sleevesWith(elbow: number, logit: number) {
  const guess = await guessLandmarks(
    garment,
    netOf(
      [-9, 0, -9, logit],
      [
        [-9, -9],
        [-9, -9],
      ],
    ),
  );
  const side = (x: number) => ({ x, y: 30 });
  const trunk = { armpitLeft: side(20), armpitRight: side(44), waistLeft: side(20), waistRight: side(44) };
  const elbows = { elbowOuterLeft: side(64 - elbow), elbowOuterRight: side(elbow) };
  const points = { ...guess.points, ...trunk, hemLeft: side(20), hemRight: side(44), ...elbows };
  return placeLandmarks({ ...guess, points }, garment, 'top', ANY).sleeves;
}

test('sleeves that do not reach beside the trunk are long only if the net is sure', async () => {
  expect(await sleevesWith(56, 1)).toBe('long');
  expect(await sleevesWith(45, 1)).toBe('short');
  expect(await sleevesWith(45, 6)).toBe('long');
});

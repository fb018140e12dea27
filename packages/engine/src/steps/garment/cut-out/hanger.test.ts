import { expect, test } from 'vitest';
import { withoutHanger } from './hanger.ts';

const [WIDTH, HEIGHT] = [200, 300];
const CLOTH = [180, 40, 60];
const PLASTIC = [30, 30, 30];
const BAND = 60;

type Part = readonly [left: number, top: number, right: number, bottom: number];
const CLIPS: readonly Part[] = [
  [50, 35, 62, BAND + 8],
  [140, 35, 152, BAND + 8],
];

/** A skirt, red unless another cloth is given, with its waistband at {@link BAND}, and parts of a hanger above it. */
function skirtWith(parts: readonly Part[], clothAt = (_x: number, _y: number): readonly number[] => CLOTH) {
  const size = WIDTH * HEIGHT;
  const silhouette = new Uint8Array(size);
  const data = new Uint8ClampedArray(size * 3).fill(250);
  const fill = ([left, top, right, bottom]: Part, colourAt: (x: number, y: number) => readonly number[]) => {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        silhouette[y * WIDTH + x] = 1;
        data.set(colourAt(x, y), (y * WIDTH + x) * 3);
      }
  };
  fill([30, BAND, 170, 280], clothAt);
  for (const part of parts) fill(part, () => PLASTIC);
  const alpha = { width: WIDTH, height: HEIGHT, data: Float32Array.from(silhouette) };
  return { raster: { width: WIDTH, height: HEIGHT, data }, alpha, silhouette, confidence: 1 };
}

/** Share of a part's pixels that the cut-out holds. */
function shareOf({ data }: { readonly data: ArrayLike<number> }, [left, top, right, bottom]: Part): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += data[y * WIDTH + x];
  return sum / ((right - left) * (bottom - top));
}

test('clips of a hanger leave a skirt, with their jaws on its waistband', () => {
  const skirt = withoutHanger(skirtWith(CLIPS));
  if (!skirt) throw new Error('found no hanger');
  for (const clip of CLIPS) expect(shareOf(skirt.alpha, clip)).toBe(0);
  expect(shareOf(skirt.alpha, [70, BAND, 130, 280])).toBe(1);
  expect(shareOf(skirt.alpha, [30, BAND + 12, 170, 280])).toBe(1);
});

test('the bar between two clips leaves with them', () => {
  const bar: Part = [50, 40, 152, 46];
  const skirt = withoutHanger(skirtWith([...CLIPS, bar]));
  if (!skirt) throw new Error('found no hanger');
  expect(shareOf(skirt.alpha, bar)).toBe(0);
});

test('a skirt without a hanger keeps its corners and its belt loops', () => {
  expect(withoutHanger(skirtWith([]))).toBeNull();
  expect(withoutHanger(skirtWith([[60, BAND - 4, 66, BAND + 10]]))).toBeNull();
});

test('checks in the colour of the hanger stay in the cloth beside it', () => {
  const checks = (x: number, y: number) => (((x >> 3) + (y >> 3)) % 2 === 0 ? PLASTIC : CLOTH);
  const skirt = withoutHanger(skirtWith(CLIPS, checks));
  if (!skirt) throw new Error('found no hanger');
  expect(shareOf(skirt.alpha, [30, BAND + 16, 170, 280])).toBe(1);
});

test('dark cloth keeps its folds under a dark hanger', () => {
  const folds = (x: number) => (x % 10 < 5 ? [20, 20, 20] : [40, 40, 40]);
  const skirt = withoutHanger(skirtWith(CLIPS, folds));
  if (!skirt) throw new Error('found no hanger');
  expect(shareOf(skirt.alpha, [30, BAND + 5, 170, 280])).toBe(1);
});

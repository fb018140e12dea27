import fs from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import type { TryOnResult } from '../src/engine.ts';
import { EngineRejection } from '../src/index.ts';
import { openedEngine } from './opened.ts';

const engine = openedEngine();

const plain = (colour: string) =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** A T-shirt drawn as a garment photo. */
const drawnShirt = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700"><rect width="600" height="700" fill="#f4f4f2"/>
    <path fill="#1f6f5c" d="M220 90 Q300 150 380 90 L470 120 L560 260 L480 310 L440 250 L445 600 L155 600 L160 250 L120 310 L40 260 L130 120 Z"/></svg>`),
  )
    .png()
    .toBuffer();

test('a person photo without a person is refused, saying what would do', async () => {
  const request = {
    person: await plain('#88aacc'),
    garments: [{ bytes: await drawnShirt() }],
    size: { width: 600, height: 800 },
    seed: 1,
    variation: 0,
  };
  await expect(engine().tryOn(request)).rejects.toThrow(EngineRejection);
  await expect(engine().tryOn(request)).rejects.toThrow(/found no person.*Use a photo/);
});

test('an aborted run ends with the reason of the signal', async () => {
  const request = {
    person: await plain('#88aacc'),
    garments: [{ bytes: await drawnShirt() }],
    size: { width: 600, height: 800 },
    seed: 1,
    variation: 0,
  };
  await expect(engine().tryOn(request, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});

test('a garment photo in which somebody can hardly be seen is refused in words about that photo', async () => {
  const person = await fs.readFile(samples['person-woman'].url);
  const small = await sharp(person)
    .resize(260)
    .extend({ top: 500, bottom: 100, left: 400, right: 400, background: '#dedbd6' })
    .jpeg()
    .toBuffer();
  const request = { person, garments: [{ bytes: small }], size: { width: 600, height: 800 }, seed: 1, variation: 0 };
  await expect(engine().tryOn(request)).rejects.toThrow(/^The person in the garment photo is too small, cut off/);
});

/** Pixels of a box, [left, top, right, bottom], whose colour is of a kind. */
function countIn(
  { raster: { width, data } }: TryOnResult,
  [left, top, right, bottom]: readonly number[],
  isKind: (red: number, green: number, blue: number) => boolean,
): number {
  let count = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const i = (y * width + x) * 3;
      if (isKind(data[i], data[i + 1], data[i + 2])) count++;
    }
  return count;
}

/** The woman of the samples in the T-shirt of the samples, 600 by 800 pixels. */
let dressed: TryOnResult;
beforeAll(async () => {
  dressed = await wear(await fs.readFile(samples['garment-tshirt'].url));
});

/** The woman of the samples in a garment, 600 by 800 pixels. */
async function wear(garment: Uint8Array): Promise<TryOnResult> {
  const person = await fs.readFile(samples['person-woman'].url);
  const size = { width: 600, height: 800 };
  return engine().tryOn({ person, garments: [{ bytes: garment }], size, seed: 1, variation: 0 });
}

test('the outline falls from both shoulders over the seams of the sleeves without a step', () => {
  const { raster } = dressed;
  const isBlue = (x: number, y: number) => {
    const [red, , blue] = raster.data.subarray((y * raster.width + x) * 3);
    return blue > red + 20;
  };
  const columns = Array.from({ length: raster.width }, (_, x) => x);
  const rows = Array.from({ length: 45 }, (_, k) => 180 + k);
  const outline = rows.map((y) => [columns.find((x) => isBlue(x, y)) ?? 0, columns.findLast((x) => isBlue(x, y)) ?? 0]);
  expect(outline.every(([left, right]) => right - left > 100)).toBe(true);
  const steps = outline.slice(1).flatMap(([left, right], k) => [outline[k][0] - left, right - outline[k][1]]);
  expect(Math.max(...steps)).toBeLessThan(4);
});

test('folds of the top that was worn run on below its hem, so that no line of light shows where that was', async () => {
  // Plain cloth has no folds of its own.
  const { raster } = await wear(await drawnShirt());
  const lightOf = ([left, top, right, bottom]: readonly number[]) => {
    let sum = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) for (let c = 0; c < 3; c++) sum += raster.data[(y * raster.width + x) * 3 + c];
    return sum / (3 * (right - left) * (bottom - top));
  };
  // Above and below the old hem, and within the sides of the shirt, which turn away from the light.
  const columns = Array.from({ length: 23 }, (_, k) => 243 + 5 * k);
  const falls = columns.map((x) => lightOf([x, 402, x + 5, 410]) - lightOf([x, 420, x + 5, 426]));
  const mean = falls.reduce((sum, fall) => sum + fall, 0) / falls.length;
  const spread = Math.sqrt(falls.reduce((sum, fall) => sum + (fall - mean) ** 2, 0) / falls.length);
  expect(spread).toBeLessThan(2);
});

test('no strip of skin or trousers shows between the background and a shirt that is narrower than the one worn', () => {
  const isSkin = (red: number, green: number, blue: number) => red > 130 && red > green + 25 && red > blue + 40;
  const isNavy = (red: number, green: number, blue: number) => blue < 110 && blue > red + 20 && green < 80;
  // Above both shoulders, and beside the hips down to the old hem.
  expect(countIn(dressed, [212, 160, 245, 185], isSkin) + countIn(dressed, [360, 160, 395, 185], isSkin)).toBe(0);
  expect(countIn(dressed, [224, 385, 240, 420], isNavy) + countIn(dressed, [375, 385, 390, 420], isNavy)).toBe(0);
});

/** Size of the pictures of the demo, and the green of their wall. */
const DEMO = { width: 888, height: 1184 };
const WALL = 197;

async function demo(): Promise<TryOnResult['raster']> {
  const [person, bytes] = await Promise.all(
    (['person-woman', 'garment-tshirt'] as const).map((name) => fs.readFile(samples[name].url)),
  );
  return (await engine().tryOn({ person, garments: [{ bytes }], size: DEMO, seed: 5, variation: 0 })).raster;
}

test('beside a top that is narrower than the old one lies the wall, without a line along the old outline', async () => {
  const { data, width } = await demo();
  for (let y = 560; y < 600; y++) {
    const row = Array.from({ length: 40 }, (_, x) => data[(y * width + 320 + x) * 3 + 1]);
    const edge = row.findIndex((green) => green < WALL - 12);
    for (const green of row.slice(0, edge - 1)) expect(Math.abs(green - WALL)).toBeLessThan(6);
  }
});

test('between hair and a new shoulder lies hair, and no wall', async () => {
  const { data, width } = await demo();
  for (let y = 228; y < 233; y++)
    for (let x = 391; x < 401; x++) expect(data[(y * width + x) * 3 + 1]).toBeLessThan(WALL - 20);
});

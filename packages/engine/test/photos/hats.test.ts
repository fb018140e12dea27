import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { TryOnResult } from '../../src/engine.ts';
import { luma } from '../../src/pixels/lab.ts';
import { openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const engine = openedEngine();

/** A man who faces the camera with short hair, in a photo of this size. */
const MAN = 'persons/ccp-0217.jpg';

const SIZE = { width: 550, height: 819 };

/** A blue hat drawn on white. */
const drawn = (shapes: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#fff"/>${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const BRIMMED = `<ellipse cx="400" cy="420" rx="330" ry="75" fill="#1038c0"/>
  <path fill="#1038c0" d="M215 420 C220 240 260 120 330 110 Q400 140 470 110 C540 120 580 240 585 420 Q400 480 215 420 Z"/>
  <path fill="#0a2070" d="M216 415 Q400 475 584 415 L578 345 Q400 400 222 345 Z"/>`;

const CAP_ASIDE = `<path fill="#1038c0" d="M120 420 C110 200 230 110 350 110 C480 110 540 230 540 400 Q330 440 120 420 Z"/>
  <path fill="#0c2a90" d="M430 350 C560 330 700 370 740 450 C640 430 540 430 420 425 Z"/>`;

async function wear(person: string, hat: Uint8Array): Promise<TryOnResult> {
  return engine().tryOn({ person: await photo(person), garments: [{ bytes: hat }], size: SIZE, seed: 1, variation: 0 });
}

/** The first and the last column of each row in which the hat's blue is seen; rows without it are left out. */
function spansOf({ raster: { width, data } }: TryOnResult) {
  const isBlue = (i: number) => {
    const [red, green, blue] = data.subarray(i * 3, i * 3 + 3);
    return blue > 90 && blue > 2.2 * red && blue > 2 * green;
  };
  return Array.from({ length: data.length / (3 * width) }, (_, row) => {
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) => isBlue(row * width + x));
    return { row, left: columns[0], right: columns.at(-1) ?? 0, count: columns.length };
  }).filter(({ count }) => count > 5);
}

/** Mean lightness, 0 to 255, of some columns of some rows. */
function lightOf(
  data: Uint8ClampedArray | Buffer,
  [left, right]: readonly number[],
  [top, bottom]: readonly number[],
): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += luma(data, y * SIZE.width + x);
  return sum / ((bottom - top) * (right - left));
}

describe.skipIf(!hasPhotos)('hats with a brim (skipped where ../shared/data is missing)', () => {
  test('the crown goes over the hair, the brim stands out above the eyes and shades the face', async () => {
    const result = await wear(MAN, await drawn(BRIMMED));
    const spans = spansOf(result);
    const [top, bottom] = [spans[0], spans[spans.length - 1]];
    const brim = spans.reduce((a, b) => (b.right - b.left > a.right - a.left ? b : a));
    const crown = spans[Math.round(spans.length / 2)];
    expect(brim.row).toBeGreaterThan(top.row + 0.6 * spans.length);
    expect(brim.right - brim.left).toBeGreaterThan(1.4 * (crown.right - crown.left));
    const before = await sharp(await photo(MAN))
      .resize(SIZE.width, SIZE.height)
      .removeAlpha()
      .raw()
      .toBuffer();
    const middle = Math.round((crown.left + crown.right) / 2);
    const face = [middle - 8, middle + 8];
    const under = [bottom.row + 2, bottom.row + 6];
    expect(lightOf(result.raster.data, face, under)).toBeLessThan(lightOf(before, face, under) - 8);
    const chin = [bottom.row + 50, bottom.row + 60];
    expect(lightOf(result.raster.data, face, chin)).toBeCloseTo(lightOf(before, face, chin), 0);
  });

  test('hair that stands loose about the head is said to show beside the hat', async () => {
    const codes = async (person: string) => (await wear(person, await drawn(BRIMMED))).warnings.map(({ code }) => code);
    expect(await codes('persons/ccp-0274.jpg')).toContain('loose_hair');
    expect(await codes('persons/ccp-0244.jpg')).not.toContain('loose_hair');
  });

  test('a hat photographed from the side is refused, saying what photo would do', async () => {
    await expect(wear(MAN, await drawn(CAP_ASIDE))).rejects.toThrow(
      /does not show the hat straight from the front.*Use a photo of the hat/,
    );
  });

  test('a photo without room above the head is refused', async () => {
    await expect(wear('persons/magento-mh09-blue_main.jpg', await drawn(BRIMMED))).rejects.toThrow(
      /no room for the hat.*Use a person photo/,
    );
  });
});

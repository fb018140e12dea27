import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Holed, patchFill } from './patch-fill.ts';
import { seededRandom } from './random.ts';

const width = 72;
const height = 60;

/** A picture with a rectangular hole. The colour within the hole occurs nowhere else. */
function holed(colourAt: (x: number, y: number) => number, left: number, top: number, side: number): Holed {
  const colours = new Float32Array(width * height * 3);
  const hole = new Uint8Array(width * height);
  for (let i = 0; i < hole.length; i++) {
    const x = i % width;
    const y = (i - x) / width;
    hole[i] = x >= left && x < left + side && y >= top && y < top + side ? 1 : 0;
    colours.fill(hole[i] ? 999 : colourAt(x, y), i * 3, i * 3 + 3);
  }
  return { width, height, colours, hole, source: hole.map((value) => 1 - value) };
}

/** The colours of a picture after its hole is filled. */
function filledOf(picture: Holed, seed: number): Float32Array {
  const filled = picture.colours.slice();
  patchFill(picture, filled, seededRandom(seed));
  return filled;
}

/** The misfit of the fill of a picture. */
const misfitOf = (picture: Holed) => patchFill(picture, picture.colours, seededRandom(1));

const stripes = (x: number) => (Math.floor(x / 6) % 2 ? 200 : 40);

describe('patchFill', () => {
  it('carries stripes on through the hole', () => {
    const picture = holed(stripes, 26, 20, 16);
    const filled = filledOf(picture, 1);
    let wrong = 0;
    for (let i = 0; i < picture.hole.length; i++)
      if (picture.hole[i] && Math.abs(filled[i * 3] - stripes(i % width)) > 60) wrong++;
    expect(wrong).toBeLessThan(0.1 * 16 * 16);
  });

  it('tells a fill whose patches fit from one of torn pieces', () => {
    expect(misfitOf(holed(stripes, 26, 20, 16))).toBeLessThan(12);
    // Each block has a grey of its own.
    const blocks = (x: number, y: number) => ((Math.floor(x / 5) * 7 + Math.floor(y / 5) * 11) * 37) % 256;
    expect(misfitOf(holed(blocks, 16, 10, 40))).toBeGreaterThan(26);
  });

  it('uses colours of the source alone and leaves the rest as it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: width - 20 }),
        fc.integer({ min: 0, max: height - 20 }),
        fc.integer({ min: 3, max: 18 }),
        fc.integer(),
        (left, top, side, seed) => {
          const picture = holed((x, y) => (x * 7 + y * 13) % 256, left, top, side);
          const filled = filledOf(picture, seed);
          for (let i = 0; i < filled.length; i++) {
            if (picture.hole[Math.floor(i / 3)]) expect(filled[i]).toBeLessThan(256);
            else expect(filled[i]).toBe(picture.colours[i]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('gives the same picture for the same random numbers', () => {
    const picture = holed(stripes, 10, 30, 18);
    expect(filledOf(picture, 7)).toEqual(filledOf(picture, 7));
  });

  it('fills smoothly where no patch can be taken from anywhere', () => {
    const picture = holed(() => 100, 2, 2, 56);
    const filled = filledOf(picture, 1);
    for (const value of filled) expect(value).toBeLessThan(999);
  });

  it('leaves the rest as it was where the source is too small for a patch', () => {
    const picture = holed((x) => x, 20, 20, 10);
    const source = picture.source.map((_, i) => (i % width === 31 && Math.floor(i / width) === 25 ? 1 : 0));
    const filled = filledOf({ ...picture, source }, 1);
    for (let i = 0; i < filled.length; i++)
      expect(filled[i]).toBe(picture.hole[Math.floor(i / 3)] ? 31 : picture.colours[i]);
  });
});

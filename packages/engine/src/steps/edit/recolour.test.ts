import { describe, expect, it } from 'vitest';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { withSameCloth } from './cloth.ts';
import type { Colour } from './grammar/colours.ts';
import { recolourGarment, recolourMasked } from './recolour.ts';

const width = 40;
const height = 40;
const CLOTH: Colour = [40, 130, 220];
const FOLD: Colour = [8, 30, 90];
const PRINT: Colour = [245, 245, 245];
const ORANGE: Colour = [232, 126, 40];

/** Cloth from edge to edge with a fold across its middle and a small print below. */
function cloth(): Raster {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const y = Math.floor(i / width);
    const isPrint = y > 26 && y < 32 && i % width > 15 && i % width < 25;
    data.set(isPrint ? PRINT : y > 17 && y < 22 ? FOLD : CLOTH, i * 3);
  }
  return { width, height, data };
}

const all: Plane = { width, height, data: new Float32Array(width * height).fill(1) };
const at = ({ data }: Raster, x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];

describe('recolourMasked', () => {
  const orange = recolourMasked(cloth(), all, ORANGE);

  it('gives the cloth the colour, within what its light leaves', () => {
    const [red, green, blue] = at(orange, 5, 5);
    expect(Math.hypot(red - ORANGE[0], green - ORANGE[1], blue - ORANGE[2])).toBeLessThan(12);
  });

  it('takes deep folds along, which stay darker', () => {
    const [red, , blue] = at(orange, 5, 20);
    expect(red).toBeGreaterThan(blue);
    expect(red).toBeLessThan(at(orange, 5, 5)[0]);
  });

  it('leaves a print as it is', () => {
    expect(at(orange, 20, 29)).toEqual([...PRINT]);
  });
});

describe('recolourGarment', () => {
  const BLACK = 14;
  const GROUND = 200;
  /** Black cloth on the left, light background on the right, and a mixed pixel between them. */
  const blackCloth: Raster = {
    width,
    height,
    data: Uint8ClampedArray.from({ length: width * height * 3 }, (_, k) => {
      const x = Math.floor(k / 3) % width;
      return x < 20 ? BLACK : x === 20 ? (BLACK + GROUND) / 2 : GROUND;
    }),
  };
  const foundTo = (edge: number): Plane => ({ ...all, data: all.data.map((_, i) => (i % width < edge ? 1 : 0)) });

  it.each([18, 19, 20, 21])(
    'leaves no dark line of black cloth that becomes white, where the part ends at column %i',
    (edge) => {
      const white = recolourGarment(blackCloth, foundTo(edge), [255, 255, 255]);
      for (let x = 0; x < width; x++) expect(Math.min(...at(white, x, 20))).toBeGreaterThan(GROUND - 15);
    },
  );

  it('does not touch the ground', () => {
    const white = recolourGarment(blackCloth, foundTo(20), [255, 255, 255]);
    for (let x = 21; x < width; x++) expect(at(white, x, 20)).toEqual([GROUND, GROUND, GROUND]);
  });

  it('colours a garment that is narrower than any edge, and one that fills the photo', () => {
    const strap: Plane = { ...all, data: all.data.map((_, i) => (i % width >= 8 && i % width < 13 ? 1 : 0)) };
    expect(Math.min(...at(recolourGarment(blackCloth, strap, [255, 255, 255]), 10, 20))).toBeGreaterThan(GROUND - 15);
    const [red, , blue] = at(recolourGarment(cloth(), all, ORANGE), 5, 5);
    expect(red).toBeGreaterThan(blue);
  });
});

describe('withSameCloth', () => {
  const half: Plane = { ...all, data: all.data.map((_, i) => (i % width < 39 ? 1 : 0)) };

  it('adds what has the colour of the part, right beside it', () => {
    expect(withSameCloth(cloth(), half, all.data, all.height).data[5 * width + 39]).toBe(1);
  });

  it('adds nothing that is not allowed', () => {
    expect(withSameCloth(cloth(), half, half.data, all.height).data).toEqual(half.data);
  });
});

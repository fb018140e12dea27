import { describe, expect, it } from 'vitest';
import { exemplarFill, RADIUS, type Unfinished } from './exemplar-fill.ts';
import { seededRandom } from './random.ts';

const width = 40;
const height = 30;
const NEAR = { x: 1, y: 1 };

/** A picture with a square hole of 12 pixels a side in its middle, whose first colours are grey. */
function unfinished(colourAt: (x: number, y: number) => number): Unfinished {
  const colours = new Float32Array(width * height * 3);
  const hole = new Uint8Array(width * height);
  const centre = new Uint8Array(width * height);
  const isHole = (x: number, y: number) => x >= 14 && x < 26 && y >= 9 && y < 21;
  for (let i = 0; i < hole.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    hole[i] = isHole(x, y) ? 1 : 0;
    colours.fill(hole[i] ? 128 : colourAt(x, y), i * 3, i * 3 + 3);
    const isWhole = x >= RADIUS && y >= RADIUS && x < width - RADIUS && y < height - RADIUS;
    const isAway =
      !isHole(x + RADIUS, y + RADIUS) && !isHole(x - RADIUS, y - RADIUS) && !isHole(x + RADIUS, y - RADIUS);
    centre[i] = isWhole && isAway && !isHole(x - RADIUS, y + RADIUS) && !isHole(x, y) ? 1 : 0;
  }
  return { width, height, colours, hole, known: hole.map((value) => 1 - value), centre };
}

describe('exemplarFill', () => {
  it('carries an edge straight through the hole', () => {
    const edge = (_x: number, y: number) => (y < 15 ? 230 : 20);
    const picture = unfinished(edge);
    exemplarFill(picture, NEAR, seededRandom(1));
    const wrong = [...picture.hole.keys()].filter(
      (i) => picture.hole[i] && picture.colours[i * 3] !== edge(i % width, Math.floor(i / width)),
    );
    expect(wrong).toEqual([]);
  });

  it('says of every pixel of the hole which known pixel it was taken from', () => {
    const picture = unfinished((x, y) => (x * 17 + y * 5) % 256);
    const { taken } = exemplarFill(picture, NEAR, seededRandom(1));
    for (let i = 0; i < taken.length; i++) {
      expect(taken[i] >= 0).toBe(picture.hole[i] === 1);
      if (picture.hole[i]) expect(picture.colours[i * 3]).toBe(picture.colours[taken[i] * 3]);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { distance } from '../src/pixels/geometry.ts';
import { findNeckline } from '../src/steps/garment/landmarks/neckline.ts';
import { openedNets } from './opened.ts';

/** Size of the drawing, its neck points, and their distance, in pixels. */
const SIZE = { width: 360, height: 400 };
const NECK = { neckLeft: { x: 130, y: 60 }, neckRight: { x: 230, y: 60 } };
const WIDTH = 100;
/** Neck points as the net of landmarks may lay them: too near to one another, and askew. */
const FOUND = { neckLeft: { x: 140, y: 63 }, neckRight: { x: 224, y: 58 } };

type Colour = readonly [red: number, green: number, blue: number];

interface Shirt {
  /** Depth of the front's edge in neck widths, and its shape: 1 is a V, 2 is round. */
  readonly depth: number;
  readonly power: number;
  readonly front: Colour;
  /** Colour of the inside of the back; null where the front is as high as the back. */
  readonly back: Colour | null;
  /** Colour of a box on the chest. */
  readonly print?: Colour;
}

/** A shirt before a transparent ground. */
function shirtOf({ depth, power, front, back, print }: Shirt) {
  const { width, height } = SIZE;
  const data = new Uint8ClampedArray(width * height * 3);
  const alpha = { width, height, data: new Float32Array(width * height) };
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [((i % width) + 0.5 - 180) / WIDTH, (Math.floor(i / width) + 0.5 - 60) / WIDTH];
    const isShoulder = Math.abs(x) > 0.5 && y < (Math.abs(x) - 0.5) * 0.35;
    const isNeck = Math.abs(x) < 0.5 && y < depth * (1 - Math.abs(2 * x) ** power);
    const isBack = isNeck && back !== null && y > 0.06 * (1 - 4 * x * x);
    if (y < 0 || isShoulder || Math.abs(x) > 1.5 || (isNeck && !isBack)) continue;
    alpha.data[i] = 1;
    const isPrint = print && Math.abs(x) < 0.35 && y > 0.75 && y < 1.05;
    data.set((isBack ? back : isPrint ? print : front) ?? front, i * 3);
  }
  const silhouette = Uint8Array.from(alpha.data);
  return { raster: { width, height, data }, alpha, silhouette, confidence: 1 };
}

describe('the front edge of a neck opening', () => {
  const nets = openedNets();

  test.each<[string, Shirt]>([
    ['a crew neck', { depth: 0.3, power: 2, front: [200, 60, 60], back: [120, 30, 30] }],
    [
      'a crew neck above a print',
      { depth: 0.25, power: 2, front: [190, 170, 220], back: [70, 50, 90], print: [60, 40, 80] },
    ],
    ['a V', { depth: 0.8, power: 1, front: [40, 60, 120], back: [20, 30, 70] }],
    ['a deep V', { depth: 1.2, power: 1, front: [230, 230, 225], back: [170, 170, 165] }],
    ['a scoop through which no back is seen', { depth: 0.7, power: 2.4, front: [60, 140, 90], back: null }],
  ])('%s', async (_, shirt) => {
    const { edge, closed, confidence } = await findNeckline(shirtOf(shirt), FOUND, nets().neckline);
    const deepest = Math.max(...edge.map(({ y }) => y - NECK.neckLeft.y)) / WIDTH;
    expect(closed).toBe(false);
    expect(Math.abs(deepest - shirt.depth)).toBeLessThan(0.12);
    expect(distance(edge[0], NECK.neckLeft) / WIDTH).toBeLessThan(0.07);
    expect(distance(edge[edge.length - 1], NECK.neckRight) / WIDTH).toBeLessThan(0.07);
    expect(confidence).toBeGreaterThan(0.5);
  });
});

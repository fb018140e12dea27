import { describe, expect, it } from 'vitest';
import { type PoseLandmark, REGIONS, type Region } from '../../analysis.ts';
import { planeOf } from '../../pixels/planes.ts';
import { LANDMARK } from './body-frame.ts';
import { regionsWithin, withoutSeenGround } from './seen-ground.ts';

const width = 240;
const height = 320;
const [HAND, FOOT] = [LANDMARK.indexLeft, LANDMARK.footLeft];

type Box = readonly [left: number, top: number, right: number, bottom: number];
const BODY: Box = [60, 40, 180, 280];
/** Below the arm, open to the ground beneath it; between fingers; a print; a sole: all of the ground's colour. */
const UNDER_ARM: Box = [76, 200, 84, 281];
const BETWEEN_FINGERS: Box = [160, 230, 168, 238];
const PRINT: Box = [110, 100, 130, 115];
const SOLE: Box = [120, 272, 150, 281];
/** What the nets took for ground of the gap under the arm. */
const KNOWN_GAP: Box = [76, 240, 84, 281];

const isIn = ([left, top, right, bottom]: Box, x: number, y: number) => x >= left && x < right && y >= top && y < bottom;

function found(ground: (x: number, y: number) => number, patches = [UNDER_ARM, BETWEEN_FINGERS, PRINT, SOLE]) {
  const shows = (x: number, y: number) => (isIn(BODY, x, y) && !patches.some((box) => isIn(box, x, y)) ? 60 : ground(x, y));
  const raster = {
    width,
    height,
    data: new Uint8ClampedArray(
      planeOf(width * height * 3, (k) => shows(Math.floor(k / 3) % width, Math.floor(k / 3 / width))),
    ),
  };
  const taken = (x: number, y: number) => isIn(BODY, x, y) && !isIn(KNOWN_GAP, x, y);
  const matte = { width, height, data: planeOf(width * height, (i) => Number(taken(i % width, Math.floor(i / width)))) };
  const landmarks = Array.from({ length: 33 }, (): PoseLandmark => ({ x: 0, y: 0, z: 0, visibility: 1, presence: 1 }));
  landmarks[HAND] = { ...landmarks[HAND], x: 165, y: 235 };
  landmarks[FOOT] = { ...landmarks[FOOT], x: 135, y: 270 };
  const clear = withoutSeenGround({ raster, small: raster, matte, pose: { landmarks }, frame: { shoulderWidth: 80 } });
  return { at: (x: number, y: number) => clear.data[y * width + x], isSame: clear === matte };
}

describe('withoutSeenGround', () => {
  it('opens gaps that show the plain ground: beside the body, and between fingers', () => {
    const { at } = found((_, y) => 190 + y / 16);
    expect(at(80, 210)).toBe(0);
    expect(at(164, 234)).toBe(0);
    expect(at(100, 210)).toBe(1);
  });

  it('keeps a print and a sole of the same colour', () => {
    const { at } = found((_, y) => 190 + y / 16);
    expect(at(120, 107)).toBe(1);
    expect(at(135, 276)).toBe(1);
  });

  it('gives the very matte where a print and a sole are all that is of that colour', () => {
    expect(found(() => 200, [PRINT, SOLE]).isSame).toBe(true);
    expect(found(() => 200).isSame).toBe(false);
  });

  it('tells nothing from ground that is not plain', () => {
    const { at } = found((x, y) => ((x * 7 + y * 13) % 29) * 6);
    expect(at(80, 210)).toBe(1);
  });
});

describe('regionsWithin', () => {
  it('gives the background what the matte no longer holds, and leaves the rest as it is', () => {
    const size = { width: 2, height: 1 };
    const share: Partial<Record<Region, number>> = { background: 0.2, skin: 0.6, upper: 0.2 };
    const plane = (region: Region) => ({ ...size, data: new Float32Array(2).fill(share[region] ?? 0) });
    const probability = {
      background: plane('background'),
      hair: plane('hair'),
      skin: plane('skin'),
      upper: plane('upper'),
      lower: plane('lower'),
      shoes: plane('shoes'),
      other: plane('other'),
    };
    const labels = new Uint8Array(2).fill(REGIONS.indexOf('skin'));
    const map = { ...size, scale: 1, labels, probability, wearsDress: false };
    const within = regionsWithin(map, { ...size, data: Float32Array.of(0.8, 0) });
    expect([...within.labels]).toEqual([REGIONS.indexOf('skin'), REGIONS.indexOf('background')]);
    expect(within.probability.skin.data[0]).toBeCloseTo(0.6);
    expect(within.probability.skin.data[1]).toBeCloseTo(0);
    expect(within.probability.background.data[1]).toBeCloseTo(1);
  });
});

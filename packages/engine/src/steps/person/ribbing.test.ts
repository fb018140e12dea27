import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { planeOf } from '../../pixels/planes.ts';
import { giveRibbingToTop } from './ribbing.ts';

const SIZE = { width: 120, height: 160 };
const [HEM, RIB_END] = [100, 118];

/** A top over trousers, its band from HEM to RIB_END taken for these; sleeves hang beside it, with cuffs below HEM. */
const map = drawnRegions(SIZE, (x, y) => {
  if (x < 20 || x >= 100 || y < 20) return 'background';
  if (x < 32 || x >= 88) return y < 122 ? 'upper' : 'skin';
  return y < HEM ? 'upper' : 'lower';
});

/** Lightness of the band, of the cuffs, and of the trousers; of the top it is 80. */
function lit(band: number, cuffs: number, trousers: number) {
  const l = planeOf(SIZE.width * SIZE.height, (i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    if (x < 32 || x >= 88) return y < 106 ? 80 : cuffs;
    return y < HEM ? 80 : y < RIB_END ? band : trousers;
  });
  return { ...SIZE, l, a: new Float32Array(l.length), b: new Float32Array(l.length) };
}

const wrist = { x: 26, y: 124, z: 0, visibility: 1, presence: 1 };
const landmarks: Pose['landmarks'] = Array.from({ length: 33 }, () => wrist);
const frame = {
  shoulderCentre: { x: 60, y: 24 },
  down: { x: 0, y: 1 },
  across: { x: 1, y: 0 },
  shoulderWidth: 76,
  torsoLength: 90,
};

const hemOf = ({ labels }: RegionMap) =>
  Array.from({ length: SIZE.height }, (_, y) => REGIONS[labels[y * SIZE.width + 60]]).lastIndexOf('upper') + 1;

test('a band at the hem in the colour of the cuffs goes with the top, down to the trousers', () => {
  const hem = hemOf(giveRibbingToTop(map, { pose: { landmarks }, frame, lab: lit(10, 10, 60) }));
  expect(hem).toBeGreaterThanOrEqual(RIB_END);
  expect(hem).toBeLessThanOrEqual(RIB_END + 2);
});

test('a belt that no cuff is like, and trousers in the colour of the cuffs, stay below', () => {
  for (const lab of [lit(10, 80, 60), lit(10, 10, 10)])
    expect(giveRibbingToTop(map, { pose: { landmarks }, frame, lab })).toBe(map);
});

test('a band up to the border of the picture takes nothing with it at the other border', () => {
  const taken = (x: number, y: number) => {
    if (x < 2 || x >= 88) return y < HEM ? 'upper' : 'lower';
    return REGIONS[map.labels[Math.floor(y) * SIZE.width + Math.floor(x)]];
  };
  const { l, a, b } = lit(10, 10, 60);
  const lightness = planeOf(l.length, (i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    if (y < HEM || (x >= 2 && x < 88)) return l[i];
    return x < 2 || y >= RIB_END ? 60 : 10;
  });
  const { labels } = giveRibbingToTop(drawnRegions(SIZE, taken), {
    pose: { landmarks },
    frame,
    lab: { ...SIZE, l: lightness, a, b },
  });
  const row = (HEM + 8) * SIZE.width;
  expect(REGIONS[labels[row + SIZE.width - 1]]).toBe('upper');
  expect(REGIONS[labels[row]]).toBe('lower');
});

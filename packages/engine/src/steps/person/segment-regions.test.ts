import { expect, test } from 'vitest';
import { REGIONS, type Region } from '../../analysis.ts';
import { byClass } from '../../models/person-regions.ts';
import { colourBins } from '../../pixels/colour-histogram.ts';
import { toLab } from '../../pixels/lab.ts';
import { planeOf } from '../../pixels/planes.ts';
import { segmentRegions } from './segment-regions.ts';

const SIDE = 80;
/** The person stands from this column on; black trousers begin at this row, below a black top. */
const LEFT = 20;
const WAIST = 40;

/** The region of each pixel of somebody in black. `doubt` is where the net holds the top for trousers. */
function regionsWithDoubt(doubt: (x: number, y: number) => boolean): readonly Region[] {
  const [columnOf, rowOf] = [(i: number) => i % SIDE, (i: number) => Math.floor(i / SIDE)];
  const matte = planeOf(SIDE * SIDE, (i) => (columnOf(i) < LEFT ? 0 : 1));
  const data = new Uint8ClampedArray(SIDE * SIDE * 3).map((_, k) => (columnOf(Math.floor(k / 3)) < LEFT ? 230 : 30));
  const raster = { width: SIDE, height: SIDE, data };
  const lab = toLab(raster);
  const lower = planeOf(matte.length, (i) => (rowOf(i) >= WAIST ? 0.8 : doubt(columnOf(i), rowOf(i)) ? 0.6 : 0.2));
  const shares: Partial<Record<Region, Float32Array>> = {
    background: matte.map((share) => 1 - share),
    upper: lower.map((share) => 1 - share),
    lower,
  };
  const none = new Float32Array(matte.length);
  const map = segmentRegions(
    {
      raster,
      lab,
      bins: colourBins(lab),
      matte,
      scale: 1,
      skin: { median: [70, 15, 20], spread: [5, 3, 3] },
      frame: {
        shoulderCentre: { x: 50, y: 5 },
        down: { x: 0, y: 1 },
        across: { x: 1, y: 0 },
        shoulderWidth: 30,
        torsoLength: WAIST,
      },
    },
    {
      probability: REGIONS.map((region) => shares[region] ?? none),
      classes: byClass(() => none),
    },
  );
  return Array.from(map.labels, (label) => REGIONS[label] ?? 'background');
}

test('a small piece of cloth belongs to the cloth of its colour around it', () => {
  const regions = regionsWithDoubt((x, y) => x < LEFT + 12 && y > 10 && y < 23);
  expect(regions[17 * SIDE + LEFT + 4]).toBe('upper');
});

test('a large part stays what the net holds it for', () => {
  const regions = regionsWithDoubt((_, y) => y > 10);
  expect([regions[5 * SIDE + 50], regions[25 * SIDE + 50]]).toEqual(['upper', 'lower']);
});

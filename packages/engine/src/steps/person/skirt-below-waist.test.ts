import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { maskOf } from '../../pixels/planes.ts';
import { returnSkirt } from './skirt-below-waist.ts';

const [WIDTH, HEIGHT] = [120, 200];
/** Histogram bins of a black top and of denim. */
const [BLACK, DENIM] = [3, 40];
/** Rows where the denim begins, and where the net believes that it does. */
const WAIST = 104;

/** A top over a denim skirt, which the net takes for the top down to a row. */
function personWith(takenTo: number): RegionMap {
  return drawnRegions({ width: WIDTH, height: HEIGHT }, (x, y) => {
    if (x < 20 || x >= 100 || y < 20 || y >= 180) return 'background';
    return y < takenTo ? 'upper' : 'lower';
  });
}

const frame: BodyFrame = {
  shoulderCentre: { x: 60, y: 30 },
  hipCentre: { x: 60, y: 130 },
  down: { x: 0, y: 1 },
  across: { x: 1, y: 0 },
  shoulderWidth: 80,
  torsoLength: 100,
  faceCentre: { x: 60, y: 10 },
  faceRadius: 15,
  faceVisible: true,
  backView: false,
};
/** Arms that hang far from the body. */
const pose: Pose = {
  landmarks: Array.from({ length: 33 }, () => ({ x: 1000, y: 1000, z: 0, visibility: 1, presence: 1 })),
  detectionScore: 1,
  presence: 1,
};

/** How many rows of the denim are taken for the top in the end, where so much of the top has the other's colour. */
function takenRows(takenTo: number, mixed = 0): number {
  const bins = Int32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const isDenim = i >= WAIST * WIDTH;
    return isDenim !== i % 100 < mixed * 100 ? DENIM : BLACK;
  });
  const { labels } = returnSkirt(personWith(takenTo), { bins, pose, frame });
  const isTaken = maskOf(labels.length, (i) => REGIONS[labels[i]] === 'upper' && i >= WAIST * WIDTH);
  return isTaken.reduce((sum, set) => sum + set, 0) / 80;
}

test('a waistband of other colours than the top goes back to its skirt', () => {
  expect(takenRows(WAIST + 9)).toBeLessThan(2);
});

test('half a skirt goes back to the other half', () => {
  expect(takenRows(WAIST + 50)).toBeLessThan(2);
});

test('a corner of a printed skirt goes back to it between sleeves that hang beside it, with the flowers in the colour of the top', () => {
  const isSleeve = (x: number) => x < 35 || x >= 85;
  const isCorner = (x: number, y: number) => x < 70 && y >= 80 && y < WAIST;
  const map = drawnRegions({ width: WIDTH, height: HEIGHT }, (x, y) => {
    if (x < 20 || x >= 100 || y < 20 || y >= 180 || (isSleeve(x) && y >= 130)) return 'background';
    return y < 80 || isSleeve(x) || isCorner(x, y) ? 'upper' : 'lower';
  });
  const isFlower = (x: number, y: number) => x % 16 < 3 && y % 12 < 6;
  const bins = Int32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return y >= 80 && !isSleeve(x) && !isFlower(x, y) ? DENIM : BLACK;
  });
  const hanging = pose.landmarks.map((landmark, k) => {
    if (k < 11 || k > 22) return landmark;
    return { ...landmark, x: k % 2 ? 97 : 23, y: 30 + 50 * Math.min(2, Math.floor((k - 11) / 2)) };
  });
  const { labels } = returnSkirt(map, { bins, pose: { ...pose, landmarks: hanging }, frame });
  const topsAt = (left: number, right: number) =>
    labels.filter((label, i) => i >= 84 * WIDTH && REGIONS[label] === 'upper' && i % WIDTH >= left && i % WIDTH < right).length;
  expect(topsAt(42, 82)).toBe(0);
  expect(topsAt(20, 34)).toBe(14 * (130 - 84));
});

test('where the colours of both are mixed, the net is believed', () => {
  expect(takenRows(WAIST + 9, 0.4)).toBeGreaterThan(8);
});

test('a skirt goes back whose colours are those of a print above it, and the print stays', () => {
  const [WHITE, RED] = [60, 90];
  const bins = Int32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const row = Math.floor(i / WIDTH);
    const isBlack = (i + row * 3) % 4 < 2;
    if (row >= 90) return isBlack ? BLACK : RED;
    return row < 60 ? WHITE : isBlack ? BLACK : (i + row) % 5 === 0 ? RED : WHITE;
  });
  const { labels } = returnSkirt(personWith(115), { bins, pose, frame });
  const named = (row: number, region: (typeof REGIONS)[number]) =>
    labels.subarray(row * WIDTH, (row + 1) * WIDTH).filter((label) => REGIONS[label] === region).length;
  expect(named(95, 'lower')).toBe(80);
  expect(named(110, 'lower')).toBe(80);
  for (const row of [80, 83, 86]) expect(named(row, 'upper')).toBe(80);
});

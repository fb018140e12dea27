import type { FrontOpening, GarmentLandmark } from '../../analysis.ts';
import { add, clamp, distance, mix, subtract, unit } from '../../pixels/geometry.ts';
import { median } from '../../pixels/median.ts';
import type { Point } from '../../pixels/raster.ts';
import { runNear } from '../../pixels/run-near.ts';
import type { GarmentCutOut } from './cut-out/cut-out.ts';

/** Searched part of the length from neck to hem: below collars, above hems. */
const FROM = 0.22;
const TO = 0.92;
/** Samples down and across; across they span half the chest's width. */
const ROWS = 90;
const COLUMNS = 121;
const SPAN = 0.5;
/**
 * Candidate lines: greatest distance from the middle in chest widths, and greatest slope over the length in samples.
 */
const ASIDE_MAX = 0.12;
const LEAN_MAX = 8;
/** Distance of the compared colours on both sides of a sample, in pixels, and the rows of the average. */
const REACH = 3;
const AVERAGED = 2;
/**
 * Steps are divided by the typical step of their row plus the first number, in byte steps. The second number limits the
 * result.
 */
const NOISE = 4;
const STEP_MAX = 4;
/** Least number of typical steps of a row that shows the line. */
const SHOWN = 1.7;
/**
 * Least score of a garment that opens at the front, of 4 at most: share of rows that show the line times its mean
 * contrast. Measured: zips and button rows 1.9 to 4; pullovers, T-shirts and hoodies without a zip 0.1 to 1.96.
 */
const OPENS_MIN = 2.05;
/**
 * Least share of the lower rows with a gap around the line in a photo of an open garment. Then the least gap, and the
 * greatest distance of its edges from the middle, in chest widths.
 */
const GAP_ROWS_MIN = 0.6;
const GAP_MIN = 0.02;
const GAP_REACH = 0.4;
/** Points of each edge. */
const POINTS = 9;

/** Coordinates of the search: down from the neck, and across, both in pixels of the garment photo. */
interface Chest {
  readonly neck: Point;
  readonly down: Point;
  readonly across: Point;
  readonly length: number;
  readonly width: number;
}

/**
 * Finds the line from neck to hem along which a garment would open, and its clearness: a zip, a row of buttons, or a
 * gap.
 */
export function findFront(cutOut: GarmentCutOut, landmarks: Readonly<Record<GarmentLandmark, Point>>): FrontOpening {
  const neck = mix(landmarks.neckLeft, landmarks.neckRight, 0.5);
  const hem = mix(landmarks.hemLeft, landmarks.hemRight, 0.5);
  const down = unit(subtract(hem, neck));
  const chest: Chest = {
    neck,
    down,
    across: { x: down.y, y: -down.x },
    length: distance(neck, hem),
    width: distance(landmarks.armpitLeft, landmarks.armpitRight),
  };
  const gap = gapEdges(cutOut, chest);
  if (gap) return { ...gap, isOpen: true, certainty: 1 };
  const line = strongestLine(stepsOf(cutOut, chest));
  const asideAt = (share: number) =>
    (line.column + line.lean * ((share - FROM) / (TO - FROM) - 0.5) - COLUMNS / 2) * columnWidth(chest);
  const edge = Array.from({ length: POINTS }, (_, k) => {
    const share = k / (POINTS - 1);
    return add(add(neck, down, share * chest.length), chest.across, asideAt(share));
  });
  return { left: edge, right: edge, isOpen: false, certainty: clamp(line.score / (2 * OPENS_MIN)) };
}

const columnWidth = ({ width }: Chest) => (SPAN * width) / (COLUMNS - 1);

/** Contrast with its two sides at each sample, in typical contrasts of its row. */
function stepsOf({ raster, alpha }: GarmentCutOut, chest: Chest): Float32Array[] {
  const { width, height, data } = raster;
  /** Adds the colour beside a place to a sum; false where there is no cloth. */
  const addBeside = (sum: Float64Array, { x, y }: Point, aside: number): boolean => {
    const column = Math.round(x + chest.across.x * aside);
    const row = Math.round(y + chest.across.y * aside);
    const i = row * width + column;
    if (column < 0 || row < 0 || column >= width || row >= height || alpha.data[i] < 0.5) return false;
    for (let c = 0; c < 3; c++) sum[c] += data[i * 3 + c] / (2 * AVERAGED + 1);
    return true;
  };
  const sums = [-REACH, 0, REACH].map((shift) => ({ shift, sum: new Float64Array(3) }));
  return Array.from({ length: ROWS }, (_, row) => {
    const along = chest.length * (FROM + ((TO - FROM) * row) / ROWS);
    const bases = Array.from({ length: 2 * AVERAGED + 1 }, (_, m) => add(chest.neck, chest.down, along + m - AVERAGED));
    const steps = new Float32Array(COLUMNS);
    for (let column = 0; column < COLUMNS; column++) {
      const aside = (column - COLUMNS / 2) * columnWidth(chest);
      const isCloth = sums.every(({ shift, sum }) => {
        sum.fill(0);
        return bases.every((base) => addBeside(sum, base, aside + shift));
      });
      if (!isCloth) continue;
      const [before, here, after] = sums.map(({ sum }) => sum);
      for (let c = 0; c < 3; c++)
        steps[column] += Math.abs(before[c] - after[c]) + Math.abs(before[c] + after[c] - 2 * here[c]);
    }
    const typical = median(steps) + NOISE;
    return steps.map((step) => Math.min(STEP_MAX, step / typical));
  });
}

/** The straight line near the middle that shows in most rows. */
function strongestLine(steps: readonly Float32Array[]): { column: number; lean: number; score: number } {
  const reach = Math.round((ASIDE_MAX / SPAN) * COLUMNS);
  const middle = (COLUMNS - 1) / 2;
  let best = { column: middle, lean: 0, score: 0 };
  for (let column = middle - reach; column <= middle + reach; column++) {
    for (let lean = -LEAN_MAX; lean <= LEAN_MAX; lean += 2) {
      let sum = 0;
      let shown = 0;
      for (const [row, values] of steps.entries()) {
        const k = Math.round(column + lean * (row / ROWS - 0.5));
        const value = Math.max(values[k - 1] ?? 0, values[k] ?? 0, values[k + 1] ?? 0);
        sum += value;
        if (value > SHOWN) shown++;
      }
      const score = (sum * shown) / (ROWS * ROWS);
      if (score > best.score) best = { column, lean, score };
    }
  }
  return best;
}

/** Both edges of a gap that shows the background, from the hem up to its end; null without a gap. */
function gapEdges(
  { alpha }: GarmentCutOut,
  { neck, down, across, length, width }: Chest,
): Pick<FrontOpening, 'left' | 'right'> | null {
  const isCloth = (p: Point) => (alpha.data[Math.round(p.y) * alpha.width + Math.round(p.x)] ?? 0) > 0.5;
  const reach = Math.round(ASIDE_MAX * width);
  const middle = (k: number) => add(neck, down, (length * k) / (POINTS * 3 - 1));
  const rows = Array.from({ length: POINTS * 3 }, (_, k) => {
    const placeAt = (aside: number) => add(middle(k), across, aside);
    const gap = runNear((aside) => !isCloth(placeAt(aside)), reach, GAP_REACH * width);
    if (!gap || gap[1] - gap[0] < GAP_MIN * width) return null;
    const [left, right] = [placeAt(gap[0] - 1), placeAt(gap[1] + 1)];
    return isCloth(left) && isCloth(right) ? { left, right } : null;
  });
  const lower = rows.slice(POINTS, -2);
  if (lower.filter((row) => row !== null).length < GAP_ROWS_MIN * lower.length) return null;
  const full = rows.map((row, k) => row ?? { left: middle(k), right: middle(k) });
  return { left: full.map(({ left }) => left), right: full.map(({ right }) => right) };
}

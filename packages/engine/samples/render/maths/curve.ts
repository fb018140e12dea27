import { clamp } from './scalar.ts';

/** A smooth function of one variable. */
export type Curve = (at: number) => number;

/** Table entries per curve: fine enough that a body 180 cm tall is sampled every 4 mm. */
const tableSize = 512;

/** Slope of the cubic at knot i: the chord over both neighbours, one-sided at the ends. */
function slopeAt(knots: readonly (readonly [number, number])[], i: number): number {
  const [before, after] = [knots[Math.max(0, i - 1)], knots[Math.min(knots.length - 1, i + 1)]];
  return (after[1] - before[1]) / (after[0] - before[0]);
}

/** Value of the cubic Hermite through `knots` (sorted by position), held constant outside. */
function hermite(knots: readonly (readonly [number, number])[], at: number): number {
  const position = clamp(at, knots[0][0], knots[knots.length - 1][0]);
  let i = 0;
  while (i < knots.length - 2 && position > knots[i + 1][0]) i++;
  const [from, to] = [knots[i], knots[i + 1]];
  const span = to[0] - from[0];
  const t = (position - from[0]) / span;
  const t2 = t * t;
  const t3 = t2 * t;
  return (
    (2 * t3 - 3 * t2 + 1) * from[1] +
    (t3 - 2 * t2 + t) * span * slopeAt(knots, i) +
    (3 * t2 - 2 * t3) * to[1] +
    (t3 - t2) * span * slopeAt(knots, i + 1)
  );
}

/**
 * Smooth curve through `[position, value]` knots given in any order (at least two, positions distinct),
 * constant before the first and after the last. Tabulated once, so that evaluation is a look-up.
 */
export function curve(points: readonly (readonly [at: number, value: number])[]): Curve {
  const knots = [...points].sort((a, b) => a[0] - b[0]);
  const [first, last] = [knots[0][0], knots[knots.length - 1][0]];
  const table = Float64Array.from({ length: tableSize + 2 }, (_, i) =>
    hermite(knots, first + ((last - first) * i) / tableSize),
  );
  const perUnit = tableSize / (last - first);
  return (at) => {
    const place = clamp((at - first) * perUnit, 0, tableSize);
    const cell = Math.floor(place);
    return table[cell] + (table[cell + 1] - table[cell]) * (place - cell);
  };
}

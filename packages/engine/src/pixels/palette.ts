/** Rounds of k-means. Our estimate: a palette need not be exact. */
const ROUNDS = 4;

type Colour = readonly number[];

/**
 * The colours that best stand for many, at most `count`, by k-means (Lloyd 1982). Each starts at the colour farthest
 * from those before it, so the same colours give the same palette. Empty for no colours.
 */
export function paletteOf(colours: readonly Colour[], count: number): readonly Colour[] {
  if (colours.length === 0) return [];
  let palette = [colours[0]];
  const away = new Float64Array(colours.length).fill(Number.POSITIVE_INFINITY);
  while (palette.length < count) {
    const [last] = palette.slice(-1);
    let farthest = 0;
    for (const [i, colour] of colours.entries()) {
      away[i] = Math.min(away[i], squareOf(colour, last));
      if (away[i] > away[farthest]) farthest = i;
    }
    if (away[farthest] === 0) break;
    palette.push(colours[farthest]);
  }
  for (let round = 0; round < ROUNDS; round++) palette = meansAround(palette, colours);
  return palette;
}

/** The mean of the colours nearest to each colour of a palette. */
function meansAround(palette: readonly Colour[], colours: readonly Colour[]): Colour[] {
  const sums = palette.map(() => ({ colour: [0, 0, 0], count: 0 }));
  for (const colour of colours) {
    const squares = palette.map((one) => squareOf(colour, one));
    const nearest = sums[squares.indexOf(Math.min(...squares))];
    for (let c = 0; c < 3; c++) nearest.colour[c] += colour[c];
    nearest.count++;
  }
  return sums.flatMap(({ colour, count }) => (count > 0 ? [colour.map((sum) => sum / count)] : []));
}

/** Square of the distance of two colours. */
function squareOf(one: Colour, other: Colour): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}

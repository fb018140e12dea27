/** Cells of noise along each side before it repeats. */
const CELLS = 64;
/**
 * Sizes of the cells in shoulder widths, and the spread of log brightness at that size. Bare legs in photos have about
 * three times that, which follows veins and muscles; noise of that strength looks dirty.
 */
const OCTAVES = [
  [0.04, 0.012],
  [0.08, 0.016],
  [0.16, 0.016],
] as const;
/** Muscles and bones run down the body: the texture is longer than wide by this factor. */
const STRETCH = 3;
/** Spread of interpolated noise of unit range. */
const NOISE_SPREAD = 0.2;

/** Log brightness at a place of the skin, `along` and `across` the body in shoulder widths; 0 on average. */
export function skinTexture(random: () => number): (along: number, across: number) => number {
  const values = Float32Array.from({ length: CELLS * CELLS }, () => (random() - 0.5) / NOISE_SPREAD);
  const noise = (x: number, y: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, down] = [ease(x - left), ease(y - top)];
    const at = (dx: number, dy: number) => values[wrap(top + dy) * CELLS + wrap(left + dx)];
    const row = (dy: number) => at(0, dy) * (1 - right) + at(1, dy) * right;
    return row(0) * (1 - down) + row(1) * down;
  };
  return (along, across) =>
    OCTAVES.reduce(
      (sum, [size, spread], k) => sum + spread * noise(across / size + 17 * k, along / (STRETCH * size)),
      0,
    );
}

const ease = (t: number) => t * t * (3 - 2 * t);
const wrap = (k: number) => ((k % CELLS) + CELLS) % CELLS;

import { fractalNoise } from '../../../pixels/noise.ts';

/**
 * Sizes of the lumps in shoulder widths, and the spread of log brightness at that size. Bare legs in photos have about
 * three times that, which follows veins and muscles; noise of that strength looks dirty.
 */
const OCTAVES = [
  [0.04, 0.012],
  [0.08, 0.016],
  [0.16, 0.016],
] as const;
/** Muscles and bones run down the body: the texture is longer than wide by this factor. */
const STRETCH = 3;
/** Spread of noise of one octave. */
const NOISE_SPREAD = 0.4;

/** Log brightness at a place of the skin, `along` and `across` the body in shoulder widths; 0 on average. */
export function skinTexture(random: () => number): (along: number, across: number) => number {
  const seed = Math.floor(random() * 2 ** 31);
  const octaves = OCTAVES.map(([size, spread], k) => ({
    size,
    strength: spread / NOISE_SPREAD,
    noise: fractalNoise(seed + k, 1),
  }));
  return (along, across) =>
    octaves.reduce(
      (sum, { size, strength, noise }) => sum + strength * noise(across / size, along / (STRETCH * size)),
      0,
    );
}

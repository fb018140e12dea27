import { smoothstep } from './geometry.ts';

/** Smooth noise in the plane, about −1 to 1. The largest lump is one unit wide. */
export type Noise = (x: number, y: number) => number;

/** Value noise summed over octaves, each half as wide and half as strong; the same seed gives the same noise. */
export function fractalNoise(seed: number, octaves: number): Noise {
  return (x, y) => {
    let [sum, strength, total] = [0, 1, 0];
    for (let octave = 0; octave < octaves; octave++) {
      const scale = 2 ** octave;
      sum += strength * valueNoise(seed + octave, x * scale, y * scale);
      total += strength;
      strength /= 2;
    }
    return sum / total;
  };
}

function valueNoise(seed: number, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [tx, ty] = [smoothstep(0, 1, x - x0), smoothstep(0, 1, y - y0)];
  const upper = lattice(seed, x0, y0) * (1 - tx) + lattice(seed, x0 + 1, y0) * tx;
  const lower = lattice(seed, x0, y0 + 1) * (1 - tx) + lattice(seed, x0 + 1, y0 + 1) * tx;
  return (upper * (1 - ty) + lower * ty) * 2 - 1;
}

/**
 * A pseudorandom number from 0 to 1 for a point of the integer grid: the finaliser of MurmurHash3 (Appleby, public
 * domain).
 */
export function lattice(seed: number, x: number, y: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(x, 0x85ebca6b) ^ Math.imul(y, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

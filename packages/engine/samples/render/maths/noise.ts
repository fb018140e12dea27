import { hashed } from './random.ts';

/** Quintic fade of Perlin's improved noise (2002): first and second derivative vanish on the lattice. */
function fade(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10);
}

/** Smooth value noise over the integer lattice, −1 … 1, features about one unit wide. */
export function noise(x: number, y: number, z: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  const u = fade(x - xi);
  const v = fade(y - yi);
  const w = fade(z - zi);
  const row = (dy: number, dz: number) => {
    const left = hashed(xi, yi + dy, zi + dz);
    return left + (hashed(xi + 1, yi + dy, zi + dz) - left) * u;
  };
  const near = row(0, 0) * (1 - v) + row(1, 0) * v;
  const far = row(0, 1) * (1 - v) + row(1, 1) * v;
  return (near + (far - near) * w) * 2 - 1;
}

/** Sum of `octaves` noises, each twice as fine and half as strong; about −1 … 1. */
export function fractalNoise(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let frequency = 1;
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise(x * frequency, y * frequency, z * frequency);
    strength *= 0.5;
    frequency *= 2.03;
  }
  return sum;
}

import { colour } from '../light/surface.ts';
import { noise } from '../maths/noise.ts';
import { hashed } from '../maths/random.ts';
import { smoothstep } from '../maths/scalar.ts';
import type { Vector } from '../maths/vector.ts';

/** A flat picture: colour at (u, v) centimetres, or undefined where nothing is printed. */
export type Print = (u: number, v: number) => { readonly ink: Vector; readonly cover: number } | undefined;

/** Width of a printed edge, centimetres: keeps it from aliasing. */
const edge = 0.05;

/** Cover of a shape by its signed distance (negative inside). */
const coverOf = (distance: number) => smoothstep(edge, -edge, distance);

/** Disc, half disc (angle of its flat side) or ring. */
interface Shape {
  readonly at: readonly [number, number];
  readonly radius: number;
  readonly ink: string;
  readonly flatSide?: number;
  readonly hole?: number;
}

const sunAndHills: readonly Shape[] = [
  { at: [0, 3.2], radius: 7.4, ink: '#efb04c' },
  { at: [-4.6, -3.2], radius: 6.6, ink: '#1f2f49', flatSide: 0 },
  { at: [4.4, -3.2], radius: 8.2, ink: '#e0694a', flatSide: 0 },
  { at: [1.2, -3.2], radius: 4.1, ink: '#f4e4c8', flatSide: 0 },
  { at: [-5.4, 7.4], radius: 1.9, ink: '#e0694a' },
  { at: [0, 3.2], radius: 9.1, ink: '#f4e4c8', hole: 8.7 },
];

/** Signed distance to one shape. */
function shapeDistance({ at, radius, flatSide, hole }: Shape, u: number, v: number): number {
  const [du, dv] = [u - at[0], v - at[1]];
  const away = Math.hypot(du, dv);
  const disc = hole === undefined ? away - radius : Math.abs(away - (radius + hole) / 2) - (radius - hole) / 2;
  return flatSide === undefined ? disc : Math.max(disc, du * Math.sin(flatSide) - dv * Math.cos(flatSide));
}

/** Print of overlapping discs like a sun over hills, about 20 cm wide, with bars of reflection below. */
export const landscapePrint: Print = (u, v) => {
  let result: { ink: Vector; cover: number } | undefined;
  for (const shape of sunAndHills) {
    const cover = coverOf(shapeDistance(shape, u, v));
    if (cover > 0) result = { ink: colour(shape.ink), cover: Math.max(cover, result && cover < 1 ? result.cover : 0) };
  }
  for (let bar = 0; bar < 4; bar++) {
    const half = 9 - bar * 2.1;
    const distance = Math.max(Math.abs(v + 4.5 + bar * 1.35) - 0.36, Math.abs(u - (bar % 2 === 0 ? 0.8 : -0.9)) - half);
    const cover = coverOf(distance);
    if (cover > 0) result = { ink: colour(bar % 2 === 0 ? '#f4e4c8' : '#efb04c'), cover };
  }
  return result;
};

/** Scattered petals of one flower at the middle of its cell. */
function flower(
  du: number,
  dv: number,
  size: number,
  turn: number,
  petal: Vector,
  heart: Vector,
): { ink: Vector; cover: number } | undefined {
  const away = Math.hypot(du, dv);
  const angle = Math.atan2(dv, du) + turn;
  const outline = size * (0.72 + 0.28 * Math.abs(Math.cos(angle * 2.5)));
  if (away < size * 0.26) return { ink: heart, cover: 1 };
  const cover = coverOf(away - outline);
  return cover > 0 ? { ink: petal, cover } : undefined;
}

/** All-over print of five-petalled flowers and small leaves; `pitch` is the distance between flowers, centimetres. */
export function floralPrint(pitch: number, petals: readonly string[], heart: string, leaf: string): Print {
  const petalInks = petals.map(colour);
  const [heartInk, leafInk] = [colour(heart), colour(leaf)];
  return (u, v) => {
    const [cu, cv] = [Math.floor(u / pitch), Math.floor(v / pitch)];
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++) {
        const [a, b] = [cu + i, cv + j];
        const at = [
          (a + 0.5 + (hashed(a, b, 1) - 0.5) * 0.55) * pitch,
          (b + 0.5 + (hashed(a, b, 2) - 0.5) * 0.55) * pitch,
        ];
        const [du, dv] = [u - at[0], v - at[1]];
        const size = pitch * (0.2 + 0.14 * hashed(a, b, 3));
        const found = flower(
          du,
          dv,
          size,
          hashed(a, b, 4) * 6,
          petalInks[Math.floor(hashed(a, b, 5) * petalInks.length)],
          heartInk,
        );
        if (found) return found;
        const turn = hashed(a, b, 6) * 6.3;
        const [along, across] = [du * Math.cos(turn) + dv * Math.sin(turn), dv * Math.cos(turn) - du * Math.sin(turn)];
        const leafShape =
          Math.abs(across) - 0.13 * pitch * Math.max(0, 1 - ((along - size * 1.35) / (0.22 * pitch)) ** 2);
        if (leafShape < 0 && Math.abs(along - size * 1.35) < 0.22 * pitch)
          return { ink: leafInk, cover: coverOf(leafShape) };
      }
    return undefined;
  };
}

/** Even stripes: share of the second colour at a distance along them, with slightly soft, uneven edges. */
export function stripeShare(along: number, pitch: number, share: number, wobble: number): number {
  const phase = ((((along + wobble) / pitch) % 1) + 1) % 1;
  const soft = edge / pitch;
  return (
    smoothstep(share + soft, share - soft, phase) * smoothstep(-soft, soft, phase) +
    smoothstep(1 - soft, 1, phase) * 0.5
  );
}

/** Wobble of a hand-guided edge, centimetres. */
export function handWobble(u: number, v: number): number {
  return noise(u * 0.4, v * 0.4, 2) * 0.08;
}

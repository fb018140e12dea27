import type { Point } from './raster.ts';

/** The point at a column and a row, in pixels or any other unit. */
export function point(x: number, y: number): Point {
  return { x, y };
}

/**
 * The middle of the pixel with the given index in a picture `width` pixels wide. The result is in a unit;
 * `scale` of them make one pixel of that picture.
 */
export function pixelMiddle(pixel: number, width: number, scale = 1): Point {
  return { x: ((pixel % width) + 0.5) * scale, y: (Math.floor(pixel / width) + 0.5) * scale };
}

/** `a + scale · b`. */
export function add(a: Point, b: Point, scale = 1): Point {
  return { x: a.x + b.x * scale, y: a.y + b.y * scale };
}

/** `a − b`. */
export function subtract(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Scalar product, in the square of the unit of both. */
export function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

/** Distance between two points. `Math.hypot` guards against overflow and takes ten times as long. */
export function distance(a: Point, b: Point): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  return Math.sqrt(x * x + y * y);
}

/** The vector scaled to length 1; the zero vector stays as it is. */
export function unit(a: Point): Point {
  const size = Math.hypot(a.x, a.y) || 1;
  return { x: a.x / size, y: a.y / size };
}

/** The point at the share `t` of the way from `a` to `b`. */
export function mix(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** `value` clamped to the range from `low` to `high`. */
export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value;
}

/** 0 below `from`, 1 above `to`, a smooth cubic between (Hermite, as in GLSL's smoothstep). */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** The piecewise linear function through the knots `[x, y]`, in rising x; constant beyond both ends. */
export function interpolate(knots: readonly (readonly [number, number])[], x: number): number {
  const first = knots[0];
  if (!first || x <= first[0]) return first?.[1] ?? 0;
  for (let index = 1; index < knots.length; index++) {
    const from = knots[index - 1];
    const to = knots[index];
    if (x <= to[0]) return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0] || 1);
  }
  return knots[knots.length - 1][1];
}

/** The value of evenly spaced samples at an index between two of them; beyond the ends, that of the end. */
export function sampleAt(samples: ArrayLike<number>, index: number): number {
  const clamped = clamp(index, 0, samples.length - 1);
  const before = Math.floor(clamped);
  return samples[before] + (samples[Math.ceil(clamped)] - samples[before]) * (clamped - before);
}

/** Distance of a point from a segment, and the share of the segment at its nearest point (0 to 1). */
export function segmentDistance(p: Point, a: Point, b: Point): { distance: number; along: number } {
  const direction = subtract(b, a);
  const along = clamp(dot(subtract(p, a), direction) / (dot(direction, direction) || 1));
  return { distance: distance(p, add(a, direction, along)), along };
}

/** The point at the share `t` of a polyline's length, and the direction there (unit vector). */
export function alongPolyline(points: readonly Point[], t: number): { at: Point; direction: Point } {
  const lengths = [0];
  for (let index = 1; index < points.length; index++)
    lengths.push(lengths[index - 1] + distance(points[index - 1], points[index]));
  const total = lengths[lengths.length - 1];
  const target = total * t;
  let index = 1;
  while (index < points.length - 1 && lengths[index] < target) index++;
  const share = (target - lengths[index - 1]) / (lengths[index] - lengths[index - 1] || 1);
  const direction = unit(subtract(points[index], points[index - 1]));
  return { at: mix(points[index - 1], points[index], share), direction };
}

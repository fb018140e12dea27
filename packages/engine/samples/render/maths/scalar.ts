/** `value` held within [low, high]. */
export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value;
}

/** Straight blend from a (share 0) to b (share 1); shares outside 0 … 1 extrapolate. */
export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** 0 below `from`, 1 above `to`, a smooth cubic between them. `from` may exceed `to` for a falling step. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** A bell of height 1 around 0 that has fallen to 0.37 at `width`. */
export function bell(value: number, width: number): number {
  const ratio = value / width;
  return Math.exp(-ratio * ratio);
}

/**
 * The run of whole steps that hold, around the one nearest to 0. Null if none holds within `reach`; it ends at most
 * `most` steps from 0.
 */
export function runNear(
  holds: (step: number) => boolean,
  reach: number,
  most: number,
): readonly [first: number, last: number] | null {
  let start = 0;
  while (!holds(start)) {
    start = start > 0 ? -start : 1 - start;
    if (Math.abs(start) > reach) return null;
  }
  let [first, last] = [start, start];
  while (first > -most && holds(first - 1)) first--;
  while (last < most && holds(last + 1)) last++;
  return [first, last];
}

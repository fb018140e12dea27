/**
 * The run of whole steps that hold, around the one nearest to 0. Null if none holds within `reach` steps of 0. The run
 * is cut `cutAt` steps from 0 on both sides.
 */
export function runNear(
  holds: (step: number) => boolean,
  reach: number,
  cutAt: number,
): readonly [first: number, last: number] | null {
  let start = 0;
  while (!holds(start)) {
    start = start > 0 ? -start : 1 - start;
    if (Math.abs(start) > reach) return null;
  }
  let [first, last] = [start, start];
  while (first > -cutAt && holds(first - 1)) first--;
  while (last < cutAt && holds(last + 1)) last++;
  return [first, last];
}

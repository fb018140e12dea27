/** Intersection over union of two silhouettes (above 0.5 is inside), 0 to 1. */
export function agreement(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [both, either] = [0, 1];
  for (let i = 0; i < one.length; i++) {
    both += one[i] > 0.5 && other[i] > 0.5 ? 1 : 0;
    either += one[i] > 0.5 || other[i] > 0.5 ? 1 : 0;
  }
  return both / either;
}

import { type AspectRatio, ratioOf } from '@atelier/contract';

/** The ratio nearest to that of a size in pixels, which crops or adds least. */
export function nearestRatio<R extends AspectRatio>(
  { width, height }: { readonly width: number; readonly height: number },
  among: readonly [R, ...R[]],
): R {
  const distance = (ratio: R) => Math.abs(Math.log(ratioOf(ratio) / (width / height)));
  return among.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

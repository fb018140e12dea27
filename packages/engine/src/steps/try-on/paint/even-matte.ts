import { evenOutline } from '../../../pixels/filters.ts';
import type { Scene } from '../scene.ts';

/** Standard deviation of the blur that evens the outline, in radii of an elbow. */
const EVEN = 0.35;

/** The matte of the person with an even outline, one pixel soft. That of the photo is ragged on patterned clothes. */
export function evenMatte({ matte, placement: { width, height, scale }, body }: Scene): Float32Array {
  return evenOutline(matte, width, height, EVEN * body.armRadius(0.5) * scale);
}

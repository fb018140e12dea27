import { clamp } from '../../../pixels/geometry.ts';
import type { Layer } from '../../../pixels/layer.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { BodyPlace } from '../body/body-place.ts';
import type { TuckLine } from '../fit/tuck-line.ts';
import { bodyPlaceOf, type PlacedBody } from '../scene.ts';

/** Darkening where cloth turns under the waistband, and its height. Lengths are in shoulder widths. */
const TURN_SHADE = 0.3;
const TURN = 0.028;
/** Length of a top below a waistband that is drawn over it. */
const UNDER = 0.14;

/** The lengths of a body, in pixels of the analysed person. */
type Lengths = Pick<BodyModel, 'torsoLength' | 'shoulderWidth'>;

/** Height of a place above the edge of tucked cloth, in shoulder widths; negative below. */
function heightAbove({ at }: TuckLine, { share, offset }: BodyPlace, { torsoLength, shoulderWidth }: Lengths): number {
  return ((at(offset) - share) * torsoLength) / shoulderWidth;
}

/** True if trousers or a skirt are drawn over the edge. */
const isCovered = ({ band }: TuckLine) => band === 'brought' || band === 'sewn';

/** Removes the part of a drawn top below the waistband, in the layer itself. */
export function cutAtWaistband(layer: Layer, line: TuckLine, scene: PlacedBody): void {
  const { placement, body } = scene;
  const under = isCovered(line) ? UNDER : 0;
  const pixel = 1 / (body.shoulderWidth * placement.scale);
  for (let i = 0; i < layer.alpha.length; i++) {
    if (layer.alpha[i] === 0) continue;
    const height = heightAbove(line, bodyPlaceOf(i, scene), body);
    layer.alpha[i] *= clamp((height + under) / pixel + 0.5);
  }
}

/** Brightness factor of tucked cloth at a place, which turns under a waistband beneath it. 1 is unchanged. */
export function tuckLight(line: TuckLine, place: BodyPlace, body: Lengths): number {
  return isCovered(line) ? 1 : 1 - TURN_SHADE * Math.exp(-Math.max(0, heightAbove(line, place, body)) / TURN);
}

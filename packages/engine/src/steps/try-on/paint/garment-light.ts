import { checkpointAt } from '../../../checkpoint.ts';
import { blur, boxFilter } from '../../../pixels/filters.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import type { BodyPlace } from '../body/body-place.ts';
import type { LegPlace } from '../body/leg-shape.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import { tuckLight } from '../draw/tuck.ts';
import type { ByLayer, GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';

/** Darkening of a garment towards the sides of the body and of the arms, which turn away from the light. */
const SIDE_SHADE = 0.16;
/** Shares of the torso over which its sides begin to darken. Above, they continue into the shoulders. */
const SIDES_FROM = 0.12;
const SIDES_WHOLE = 0.42;
/** Darkening of trousers where both legs are equally near, and the further radii of the other leg where it ends. */
const CREASE_SHADE = 0.35;
const CREASE_RADII = 0.5;
/** Radii from the middle of a leg over which it begins, so that a leg before the other has no dark middle. */
const CREASE_EDGE = [0.6, 0.95] as const;
/** Shares of the torso over which that darkening begins, below the crotch. */
const CREASE_FROM = 1.15;
const CREASE_WHOLE = 1.45;
/** Radii of an arm where a sleeve darkens as the sides of the body do. */
const SLEEVE_RADII = 1.35;
/** Depth of the shadow of a sleeve on the trunk, and its width in shoulder widths. */
const SLEEVE_SHADOW = 0.25;
const SLEEVE_WIDTH = 0.02;

/**
 * Brightness of the layers of a garment: it is darker towards the sides of body and arms, beside sleeves and at a
 * waistband. `cover` is its share of each pixel.
 */
export function garmentLight(
  scene: Scene,
  { span, tuck }: GarmentFit,
  { sleeves }: DrawnGarment['layers'],
  cover: Float32Array,
): ByLayer<Float32Array> {
  const { width, height, scale } = scene.placement;
  const sleeveShadow = blur(sleeves.alpha, width, height, SLEEVE_WIDTH * scene.body.shoulderWidth * scale);
  const trunk = new Float32Array(cover.length).fill(1);
  const sleeve = new Float32Array(cover.length).fill(1);
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (cover[i] < 0.01) continue;
    const at = bodyPlaceOf(i, scene);
    const aside = at.aside * smoothstep(SIDES_FROM, SIDES_WHOLE, at.share);
    const besideSleeve = 1 - SLEEVE_SHADOW * Math.max(0, sleeveShadow[i] - sleeves.alpha[i]);
    const turned = span ? (span.hasLegs ? betweenLegs(at) : 1) : tuck ? tuckLight(tuck, at, scene.body) : 1;
    trunk[i] = turnedAway(aside) * turned * besideSleeve;
    if (sleeves.alpha[i] > 0) sleeve[i] = turnedAway(at.armRadii / SLEEVE_RADII);
  }
  const ofTrunk = boxFilter(trunk, width, height, 1);
  return { back: ofTrunk, trunk: ofTrunk, sleeves: boxFilter(sleeve, width, height, 1) };
}

/** What {@link betweenLegs} needs of a place of the body. */
type PlaceOnLegs = Pick<BodyPlace, 'share'> & { readonly leg: Pick<LegPlace, 'radii' | 'clearOfOther'> };

/** Brightness factor of trousers at a place of the body: two legs that are near each other shade each other. */
export function betweenLegs({ share, leg }: PlaceOnLegs): number {
  if (share <= CREASE_FROM) return 1;
  const near = (1 - smoothstep(0, CREASE_RADII, leg.clearOfOther)) * smoothstep(...CREASE_EDGE, leg.radii);
  return 1 - CREASE_SHADE * near * smoothstep(CREASE_FROM, CREASE_WHOLE, share);
}

/** Brightness factor of cloth on a round body; `aside` is 0 at its middle and 1 at its side. */
function turnedAway(aside: number): number {
  const square = clamp(aside, 0, 1.1) ** 2;
  return 1.02 - SIDE_SHADE * square * square;
}

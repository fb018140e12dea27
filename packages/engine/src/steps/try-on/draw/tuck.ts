import { clamp } from '../../../pixels/geometry.ts';
import type { Layer } from '../../../pixels/layer.ts';
import type { TuckLine } from '../fit/tuck-line.ts';
import { BECOMES } from '../paint/beneath.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';

/** Height of gathered cloth above the waistband, and the distance of its folds. All lengths are in shoulder widths. */
const GATHER = 0.16;
const FOLD = 0.085;
/** Contrast of folds, and darkening where cloth turns under the waistband. */
const FOLD_SHADE = 0.07;
const TURN_SHADE = 0.3;
const TURN = 0.028;
/** Brightening of the cloth that swells over the waistband, and its place. */
const SWELL_LIGHT = 0.06;
const SWELL = 0.07;
/** Depth of the folds that hang over the waistband. */
const RIPPLE = 0.004;
/** Length of a top below a waistband that is drawn over it. */
const UNDER = 0.14;

/** Height of a pixel above the edge of tucked cloth, in shoulder widths; negative below. */
function heightAbove({ body }: Pick<Scene, 'body'>, line: TuckLine, share: number, offset: number): number {
  const u = offset / body.shoulderWidth;
  const ripple = RIPPLE * (Math.sin((u / FOLD) * 4.1 + 1.3) + 0.8 * Math.sin((u / FOLD) * 2.3 + 4));
  return ((line.at(offset) - share) * body.torsoLength) / body.shoulderWidth + ripple;
}

/** True if trousers or a skirt are drawn over the edge. */
const isCovered = ({ band }: TuckLine) => band === 'brought' || band === 'sewn';

/** Removes the part of a drawn top below the waistband, in the layer itself. */
export function cutAtWaistband(layer: Layer, line: TuckLine, scene: Scene): void {
  const { placement, body } = scene;
  const under = isCovered(line) ? UNDER : 0;
  const pixel = 1 / (body.shoulderWidth * placement.scale);
  for (let i = 0; i < layer.alpha.length; i++) {
    if (layer.alpha[i] <= 0) continue;
    const { share, offset } = bodyPlaceOf(i, scene);
    layer.alpha[i] *= clamp((heightAbove(scene, line, share, offset) + under) / pixel + 0.5);
  }
}

/**
 * Brightness factor of tucked cloth at a pixel: folds, swelling, and the turn under the waistband unless it is sewn on.
 * 1 is unchanged.
 */
export function gatherLight(scene: Scene, line: TuckLine, pixel: number): number {
  if (line.band === 'sewn') return 1;
  const { share, offset } = bodyPlaceOf(pixel, scene);
  const above = heightAbove(scene, line, share, offset);
  if (above < 0 || above > GATHER * 2) return 1;
  const u = offset / scene.body.shoulderWidth;
  // Folds fan out above the waistband and differ in depth.
  const fan = u / (1 + above * 0.8);
  const depth = 0.55 + 0.45 * Math.sin(u * 11 + 2.1);
  const folds =
    FOLD_SHADE * depth * Math.sin((fan / FOLD) * 2 * Math.PI + 0.7) * Math.exp(-((above / GATHER) ** 2) * 2);
  const swell = SWELL_LIGHT * Math.exp(-(((above - SWELL) / (SWELL * 0.6)) ** 2));
  // A waistband drawn over the cloth shades it.
  const turn = isCovered(line) ? 0 : TURN_SHADE * Math.exp(-above / TURN);
  return (1 + folds + swell) * (1 - turn);
}

/** Width of a painted waistband, depth of its seam's shade, and half the seam's width, in shoulder widths. */
const BAND = 0.075;
const BAND_SHADE = 0.22;
const SEAM = 0.008;

/**
 * Adds a waistband to painted trousers or a painted skirt: an edge, and a seam below. `becomes` is one of
 * {@link BECOMES} a pixel.
 */
export function paintWaistband(scene: Scene, line: TuckLine, becomes: Uint8Array, painted: Float32Array): void {
  if (line.band !== 'painted') return;
  const { body } = scene;
  for (let i = 0; i < becomes.length; i++) {
    if (becomes[i] !== BECOMES.lower) continue;
    const { share, offset } = bodyPlaceOf(i, scene);
    const below = ((share - line.at(offset)) * body.torsoLength) / body.shoulderWidth;
    if (below < -BAND || below > BAND * 2) continue;
    const seam = BAND_SHADE * Math.exp(-(((below - BAND) / SEAM) ** 2));
    const sheen = below > 0 && below < BAND ? 0.05 * Math.sin((below / BAND) * Math.PI) : 0;
    for (let c = 0; c < 3; c++) painted[i * 3 + c] *= 1 - seam + sheen;
  }
}

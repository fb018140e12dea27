import { checkpointAt } from '../../checkpoint.ts';
import { boxAbove } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { clamp } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import { pushPullWithin } from '../../pixels/push-pull.ts';
import { SIDES } from './body-model.ts';
import type { DrawnGarment } from './draw.ts';
import type { GarmentFit } from './fit.ts';
import type { Scene } from './scene.ts';

/** Widest strip of the old garment, in shoulder widths, that is covered whole; from there to twice as much, less and less of it is. */
const STRIP = 0.06;
/** Around the neck, down to this share of the torso and out to so many shoulder widths, old cloth is a collar, which no other garment needs. */
const COLLAR_SHARE = 0.08;
const COLLAR_WIDTH = 0.34;
/** From this share of an arm on, and within so many of its radii, old cloth is a sleeve: bare arms are painted there instead. */
const SHOULDER_ALONG = 0.2;
const ARM_RADII = 2.6;
/** Coverage from which a pixel is of the new garment, and share of the person below which it is background. */
const COVERED = 0.5;
const BACKGROUND = 0.5;
/** Coverage from which nothing shows through. */
const SOLID = 0.995;
/** Pixels at a garment's edge, at the scale of the analysis, whose colour is mixed with what lay behind it in its photo. */
const EDGE_PIXELS = 2.5;

/**
 * Widens a garment to the outline of the one it replaces where it leaves only a thin strip of it between itself and the
 * background. What would be painted there, skin or trousers a few pixels wide, looks like a tear rather than a body.
 */
export function closeGaps(scene: Scene, fit: GarmentFit, drawn: DrawnGarment): DrawnGarment {
  if (fit.replaces === 'lower') return drawn;
  const { placement, body, parts, matte, worn } = scene;
  const { width, height, scale } = placement;
  const covers = (i: number) => drawn.body.alpha[i] > COVERED || drawn.sleeves.alpha[i] > COVERED;
  const toGarment = distanceTo(maskOf(matte.length, covers), width, height);
  const toBackground = distanceTo(
    maskOf(matte.length, (i) => matte[i] < BACKGROUND && !covers(i)),
    width,
    height,
  );
  const strip = STRIP * body.shoulderWidth * scale;
  const isTrunk = (i: number) => {
    const p = placement.toPerson((i % width) + 0.5, Math.floor(i / width) + 0.5);
    const { share, offset } = body.torsoPlace(p);
    if (share < COLLAR_SHARE && Math.abs(offset) < COLLAR_WIDTH * body.shoulderWidth) return false;
    return SIDES.every((side) => {
      const { radii, along, hand } = body.arm(p, side);
      return (radii > ARM_RADII || along < SHOULDER_ALONG) && hand > ARM_RADII;
    });
  };
  const cover = new Float32Array(matte.length);
  let isAny = false;
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    const wide = toGarment[i] + toBackground[i];
    if (
      wide >= 2 * strip ||
      drawn.body.alpha[i] > SOLID ||
      drawn.sleeves.alpha[i] > SOLID ||
      worn[i] > COVERED ||
      parts.upper[i] < 0.02 ||
      !isTrunk(i)
    )
      continue;
    const reach = wide <= strip ? strip : 2 * strip - wide;
    cover[i] = clamp(reach - toGarment[i] + 0.5) * parts.upper[i];
    isAny ||= cover[i] > 0;
  }
  if (!isAny) return drawn;
  return { ...drawn, body: widened(drawn, cover, EDGE_PIXELS * scale, 2 * strip) };
}

/** The trunk with more cover, in the colours of the garment that is nearest, which is looked for as far as `reach`. */
function widened(
  { body, sleeves }: DrawnGarment,
  cover: Float32Array<ArrayBuffer>,
  edge: number,
  reach: number,
): DrawnGarment['body'] {
  const { width, height } = body;
  const isOutside = maskOf(cover.length, (i) => body.alpha[i] < COVERED && sleeves.alpha[i] < COVERED);
  const inside = distanceTo(isOutside, width, height);
  const colour = body.colour.slice();
  const alpha = body.alpha.slice();
  for (let i = 0; i < alpha.length; i++) {
    checkpointAt(i);
    const sleeve = sleeves.alpha[i];
    for (let c = 0; c < 3; c++) colour[i * 3 + c] += (sleeves.colour[i * 3 + c] - colour[i * 3 + c]) * sleeve;
  }
  const filled = pushPullWithin(
    colour,
    maskOf(alpha.length, (i) => inside[i] > edge),
    body,
    boxAbove({ width, height, data: cover }, 0, reach, reach),
  );
  const out = body.colour.slice();
  for (let i = 0; i < alpha.length; i++) {
    checkpointAt(i);
    if (cover[i] <= alpha[i]) continue;
    const share = alpha[i] / cover[i];
    for (let c = 0; c < 3; c++) out[i * 3 + c] = body.colour[i * 3 + c] * share + filled[i * 3 + c] * (1 - share);
    alpha[i] = cover[i];
  }
  return { ...body, colour: out, alpha };
}

import type { GarmentAnalysis } from '../../../analysis.ts';
import { checkpointAt } from '../../../checkpoint.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { createLayer, drawWarped, type Layer } from '../../../pixels/layer.ts';
import { planeOf, sumOf } from '../../../pixels/planes.ts';
import type { Point, Raster } from '../../../pixels/raster.ts';
import type { GarmentFit, Line, WarpedPiece } from '../fit/fit.ts';
import { neckRootOf } from '../paint/neck-root.ts';
import type { Placement } from '../placement.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { evenShoulder } from './even-shoulder.ts';
import { fillGaps } from './fill-gaps.ts';
import { cutAtWaistband } from './tuck.ts';

/** A garment drawn on the person, in pixels of the output. */
export interface DrawnGarment {
  readonly body: Layer;
  readonly sleeves: Layer;
  /**
   * Share of the trunk of a garment with sleeves that the cloth of its photo does not reach, 0 to 1. The colours around
   * fill it. 0 for other garments, whose trunk has no given outline.
   */
  readonly invented: number;
  /** 0 for a shirt and thinner cloth, 1 for a hoodie and thicker cloth, which falls into folds of its own. */
  readonly thickness: number;
}

/** Places among layers of shirts and of hoodies, between which cloth gets thick. */
const THICK = [1.6, 2.4] as const;
/** Coverage from which nothing below shows through a garment. */
export const COVERED = 0.995;

/**
 * Draws a fitted garment at the size of the output, trunk and sleeves separately. The person in front of it is not yet
 * applied.
 */
export function drawGarment(garment: GarmentAnalysis, fit: GarmentFit, scene: Scene): DrawnGarment {
  const { placement } = scene;
  const body = createLayer(placement.width, placement.height);
  const sleeves = createLayer(placement.width, placement.height);
  for (const piece of fit.body) drawPiece(body, garment, piece, placement);
  for (const piece of fit.sleeves) drawPiece(sleeves, garment, piece, placement);
  const onOutput = (outline: readonly Point[]) => outline.map((p) => placement.toOutput(p));
  const lineOnOutput = ([from, to]: Line): Line => [placement.toOutput(from), placement.toOutput(to)];
  let filled = 0;
  for (const outline of fit.outlines) filled += fillGaps(body, onOutput(outline));
  const invented = fit.hasSleeves ? filled / Math.max(1, sumOf(body.alpha)) : 0;
  for (const { seam, cuff, outline } of fit.sleeveLines) {
    fillGaps(sleeves, onOutput(outline), body);
    const lines = { seam: lineOnOutput(seam), cuff: lineOnOutput(cuff) };
    evenShoulder(body, sleeves, lines, scene.body.shoulderWidth * placement.scale);
  }
  if (fit.tuck && !fit.span) cutAtWaistband(body, fit.tuck, scene);
  if (fit.behind.length > 0) drawBehind(body, garment, fit, scene);
  // The net tells places among layers of tops alone.
  const thickness = garment.category === 'top' ? smoothstep(...THICK, garment.outerness) : 0;
  return { body, sleeves, invented, thickness };
}

function drawPiece(
  layer: Layer,
  garment: GarmentAnalysis,
  { map, share, raster = garment.raster, depth, light, box }: WarpedPiece,
  placement: Placement,
): void {
  const alpha = planeOf(share.length, (i) => share[i] * garment.alpha.data[i]);
  drawWarped(
    layer,
    { raster: light ? lit(raster, light) : raster, alpha },
    (p) => map(placement.toPerson(p)),
    placement.boxToOutput(box),
    depth && ((p) => depth(placement.toPerson(p)) * placement.scale),
  );
}

/** Adds the parts behind the neck to the front, except behind the person without the old clothes. */
function drawBehind(front: Layer, garment: GarmentAnalysis, fit: GarmentFit, scene: Scene): void {
  const { placement, body, matte, parts } = scene;
  const behind = createLayer(front.width, front.height);
  for (const piece of fit.behind) drawPiece(behind, garment, piece, placement);
  const neckRoot = neckRootOf(body, fit.neckHalf);
  const isBody = (i: number) => {
    const { point, side } = bodyPlaceOf(i, scene);
    const radii = body.neckRadii(point);
    return radii < 1 || neckRoot(point, radii, side) === true;
  };
  for (let i = 0; i < matte.length; i++) {
    checkpointAt(i);
    const open = Math.min(behind.alpha[i], 1 - front.alpha[i]);
    if (open <= 0) continue;
    const person = parts.upper[i] > 0 && !isBody(i) ? matte[i] - parts.upper[i] : matte[i];
    // Both layers are one cloth, so each fills the gaps of the other where they meet.
    const seen = open * clamp(1 - person);
    if (seen <= 0) continue;
    const alpha = front.alpha[i] + seen;
    for (let c = i * 3; c < i * 3 + 3; c++)
      front.colour[c] = (front.colour[c] * front.alpha[i] + behind.colour[c] * seen) / alpha;
    front.alpha[i] = alpha;
  }
}

function lit({ width, height, data }: Raster, light: Float32Array): Raster {
  return { width, height, data: data.map((value, i) => value * light[Math.floor(i / 3)]) };
}

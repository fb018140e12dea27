import type { GarmentAnalysis } from '../../../analysis.ts';
import { smoothstep } from '../../../pixels/geometry.ts';
import { createLayer, drawWarped, type Layer } from '../../../pixels/layer.ts';
import { planeOf, sumOf } from '../../../pixels/planes.ts';
import type { Point, Raster } from '../../../pixels/raster.ts';
import type { GarmentFit, Line, WarpedPiece } from '../fit/fit.ts';
import type { Placement } from '../placement.ts';
import type { Scene } from '../scene.ts';
import { evenShoulder } from './even-shoulder.ts';
import { fillGaps } from './fill-gaps.ts';
import { cutAtWaistband } from './tuck.ts';

/** A garment drawn on the person, in pixels of the output. */
export type DrawnGarment = Readonly<ReturnType<typeof drawGarment>>;

/** Places among layers of shirts and of hoodies, between which cloth gets thick. */
const THICK = [1.6, 2.4] as const;
/** Coverage from which nothing below shows through a garment. */
export const COVERED = 0.995;

/**
 * Draws a fitted garment at the size of the output, its back, trunk and sleeves separately. The person in front of them
 * is not yet applied.
 */
export function drawGarment(garment: GarmentAnalysis, fit: GarmentFit, scene: Scene) {
  const { placement } = scene;
  const [behind, body, sleeves] = [fit.behind, fit.body, fit.sleeves].map((pieces) => {
    const layer = createLayer(placement.width, placement.height);
    for (const piece of pieces) drawPiece(layer, garment, piece, placement);
    return layer;
  });
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
  return {
    /** Its inside behind the neck. The person hides it. */
    behind,
    body,
    sleeves,
    /**
     * Share of the trunk of a garment with sleeves that the cloth of its photo does not reach, 0 to 1. The colours
     * around fill it. 0 for other garments, whose trunk has no given outline.
     */
    invented,
    /**
     * 0 for a shirt and thinner cloth, 1 for a hoodie and thicker cloth, which falls into folds of its own. The net
     * tells places among layers of tops alone.
     */
    thickness: garment.category === 'top' ? smoothstep(...THICK, garment.outerness) : 0,
  };
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

function lit({ width, height, data }: Raster, light: Float32Array): Raster {
  return { width, height, data: data.map((value, i) => value * light[Math.floor(i / 3)]) };
}

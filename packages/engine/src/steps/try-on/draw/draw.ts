import type { GarmentAnalysis } from '../../../analysis.ts';
import { createLayer, drawWarped, type Layer } from '../../../pixels/layer.ts';
import { planeOf, sumOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { type ByLayer, byLayer, type GarmentFit, type LayerName, type Line, type WarpedPiece } from '../fit/fit.ts';
import type { Placement } from '../placement.ts';
import type { PlacedBody } from '../scene.ts';
import { evenShoulder } from './even-shoulder.ts';
import { fillGaps } from './fill-gaps.ts';
import { cutAtWaistband } from './tuck.ts';

/** A garment drawn on the person, in pixels of the output. */
export interface DrawnGarment {
  /** The person in front of them is not yet applied. */
  readonly layers: ByLayer<Layer>;
  /**
   * Share of the trunk of a garment with sleeves that the cloth of its photo does not reach, 0 to 1. The colours around
   * fill it. 0 for other garments, whose trunk has no given outline.
   */
  readonly invented: number;
}

/** Coverage from which nothing below shows through a garment. */
export const COVERED = 0.995;

/** Coverage of a pixel by the layers of a garment in front of the body. */
export const coverAt = ({ layers: { trunk, sleeves } }: DrawnGarment, pixel: number): number =>
  1 - (1 - trunk.alpha[pixel]) * (1 - sleeves.alpha[pixel]);

/** True if a layer of a garment covers a part of a pixel. */
export const isDrawnAt = ({ layers: { back, trunk, sleeves } }: DrawnGarment, pixel: number): boolean =>
  back.alpha[pixel] > 0 || trunk.alpha[pixel] > 0 || sleeves.alpha[pixel] > 0;

/** Draws the layers of a fitted garment at the size of the output. */
export function drawGarment(garment: GarmentAnalysis, fit: GarmentFit, scene: PlacedBody): DrawnGarment {
  const { placement, body } = scene;
  const layers = byLayer((name) => {
    const layer = createLayer(placement.width, placement.height);
    for (const piece of fit.layers[name].pieces) drawPiece(layer, garment, piece, placement);
    return layer;
  });
  const { back, trunk, sleeves } = layers;
  const fill = (name: LayerName, behind?: Layer) => {
    const areas = fit.layers[name].outlines.map((outline) => outline.map((p) => placement.toOutput(p)));
    return areas.reduce((filled, area) => filled + fillGaps(layers[name], area, behind), 0);
  };
  const filled = fill('trunk');
  const invented = fit.hasSleeves ? filled / Math.max(1, sumOf(trunk.alpha)) : 0;
  fill('sleeves', trunk);
  const onOutput = ([from, to]: Line): Line => [placement.toOutput(from), placement.toOutput(to)];
  const shoulderWidth = body.shoulderWidth * placement.scale;
  for (const { seam, cuff } of fit.sleeveLines)
    evenShoulder(trunk, sleeves, { seam: onOutput(seam), cuff: onOutput(cuff) }, shoulderWidth);
  if (fit.tuck && !fit.span) cutAtWaistband(trunk, fit.tuck, scene);
  // Trunk and back are one cloth, so each fills the gaps of the other where they meet.
  for (let i = 0; i < back.alpha.length; i++) back.alpha[i] = Math.min(1, back.alpha[i] / (1 - trunk.alpha[i] + 1e-3));
  return { layers, invented };
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
    { raster: light ? applyLight(raster, light) : raster, alpha },
    (p) => map(placement.toPerson(p)),
    placement.boxToOutput(box),
    depth && ((p) => depth(placement.toPerson(p)) * placement.scale),
  );
}

function applyLight({ width, height, data }: Raster, light: Float32Array): Raster {
  const bright = new Uint8ClampedArray(data.length);
  for (let i = 0; i < light.length; i++) for (let c = i * 3; c < i * 3 + 3; c++) bright[c] = data[c] * light[i];
  return { width, height, data: bright };
}

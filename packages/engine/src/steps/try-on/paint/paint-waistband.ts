import type { TuckLine } from '../fit/tuck-line.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import type { Uncovered } from './uncovered.ts';

/** Width of a painted waistband, depth of its seam's shade, and half the seam's width, in shoulder widths. */
const BAND = 0.075;
const BAND_SHADE = 0.22;
const SEAM = 0.008;

/** Adds a waistband to painted trousers or a painted skirt: an edge, and a seam below. */
export function paintWaistband(scene: Scene, line: TuckLine, { becomes }: Uncovered, painted: Float32Array): void {
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

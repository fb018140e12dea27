import type { GarmentAnalysis } from '../../../analysis.ts';
import { clamp, interpolate, pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Raster } from '../../../pixels/raster.ts';
import type { WarpedPiece } from './fit.ts';
import type { GarmentFrame } from './garment-frame.ts';
import { neckKnots } from './garment-frame.ts';

/** Brightness of the inside of a standing collar, relative to its outside. */
const INSIDE_LIGHT = 0.55;
/** Rise of the collar's back over the line between its ends, in widths of the mouth. */
const BACK_RISE = 0.06;

/**
 * The parts of a garment behind the neck: the inside of a lowered hood or of a standing collar. Empty without either.
 */
export function behindNeck(
  garment: GarmentAnalysis,
  frame: GarmentFrame,
  pieces: readonly WarpedPiece[],
): WarpedPiece[] {
  const { neckline } = garment;
  if (neckline?.inHood) {
    const share = mouthShare(garment, frame);
    return pieces.map((piece) => ({ ...piece, share }));
  }
  if (!neckline?.collar || neckline.closed) return [];
  const share = collarMouthShare(garment, frame);
  const alpha = new Float32Array(share.length).fill(1);
  const raster = insideOfCollar(garment, share);
  return pieces.map((piece) => ({ ...piece, share, alpha, raster }));
}

/** Share of each pixel within the neck, above its front edge. */
function mouthShare({ raster: { width, height }, neckline }: GarmentAnalysis, frame: GarmentFrame): Float32Array {
  const knots = neckKnots(neckline, frame);
  return planeOf(width * height, (i) => {
    const p = pixelMiddle(i, width);
    const aside = frame.aside(p);
    const isWithin = knots.length > 1 && aside > knots[0][0] && aside < knots[knots.length - 1][0];
    return isWithin ? clamp((interpolate(knots, aside) - frame.along(p)) / 1.5 + 0.5) : 0;
  });
}

/** The same below the back of a collar, which joins its ends. */
function collarMouthShare(garment: GarmentAnalysis, frame: GarmentFrame): Float32Array {
  const above = mouthShare(garment, frame);
  const { width } = garment.raster;
  const knots = neckKnots(garment.neckline, frame);
  const [left, right] = [knots[0], knots[knots.length - 1]];
  const mouth = right[0] - left[0];
  return above.map((value, i) => {
    const p = pixelMiddle(i, width);
    const [aside, along] = [frame.aside(p), frame.along(p)];
    const t = (aside - left[0]) / mouth;
    if (t <= 0 || t >= 1) return 0;
    const back = left[1] + (right[1] - left[1]) * t - 4 * BACK_RISE * mouth * t * (1 - t);
    return value * clamp((along - back) / 1.5 + 0.5);
  });
}

/**
 * The photo with the surrounding cloth continued, darker, into the mouth of a collar. The photo may show a hanger or a
 * label there.
 */
function insideOfCollar({ raster, alpha }: GarmentAnalysis, share: Float32Array): Raster {
  const known = maskOf(share.length, (i) => share[i] === 0 && alpha.data[i] > 0.99);
  const filled = pushPull(raster.data, known, raster.width, raster.height);
  const data = raster.data.map((value, i) => (share[Math.floor(i / 3)] > 0 ? filled[i] * INSIDE_LIGHT : value));
  return { ...raster, data };
}

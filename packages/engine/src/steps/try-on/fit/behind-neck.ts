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
  const isCollar = neckline?.collar && !neckline.closed;
  if (!neckline?.inHood && !isCollar) return [];
  const share = mouthShare(garment, frame);
  if (neckline.inHood) return pieces.map((piece) => ({ ...piece, share }));
  const raster = insideOfCollar(garment, share);
  return pieces.map((piece) => ({ ...piece, share, raster }));
}

/**
 * Share of each pixel within the neck: above its front edge, and below the back of a standing collar, which joins its
 * ends.
 */
function mouthShare({ raster: { width, height }, neckline }: GarmentAnalysis, frame: GarmentFrame): Float32Array {
  const knots = neckKnots(neckline, frame);
  if (knots.length < 2) return new Float32Array(width * height);
  const [left, right] = [knots[0], knots[knots.length - 1]];
  const mouth = right[0] - left[0];
  return planeOf(width * height, (i) => {
    const p = pixelMiddle(i, width);
    const [aside, along] = [frame.aside(p), frame.along(p)];
    const t = (aside - left[0]) / mouth;
    if (t <= 0 || t >= 1) return 0;
    const above = clamp((interpolate(knots, aside) - along) / 1.5 + 0.5);
    if (neckline?.inHood) return above;
    const back = left[1] + (right[1] - left[1]) * t - 4 * BACK_RISE * mouth * t * (1 - t);
    return above * clamp((along - back) / 1.5 + 0.5);
  });
}

/**
 * The photo with the surrounding cloth continued, darker, into the mouth of a collar. The photo may show a hanger or a
 * label there.
 */
function insideOfCollar({ raster, alpha }: GarmentAnalysis, share: Float32Array): Raster {
  const known = maskOf(share.length, (i) => share[i] === 0 && alpha.data[i] > 0.99);
  const filled = pushPull(raster.data, known, raster.width, raster.height);
  const data = raster.data.slice();
  for (let i = 0; i < share.length; i++)
    if (share[i] > 0) for (let c = i * 3; c < i * 3 + 3; c++) data[c] = filled[c] * INSIDE_LIGHT;
  return { ...raster, data };
}

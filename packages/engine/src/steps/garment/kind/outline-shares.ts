import { NET_CATEGORIES } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { softmax } from '../../../models/softmax.ts';
import { mirrored } from '../../../models/square-input.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import { framedGarment } from '../cut-out-planes.ts';
import type { CategoryShares } from './garment-kind.ts';

/** Side of the net's input in pixels. */
const SIDE = 96;
/** Place of the first category in the net's output, after points that the engine does not use. */
const CATEGORIES_FROM = 58;

/**
 * How likely the outline of a garment is that of each category, 0 to 1, summing to 1. It is the mean of the net's
 * answers for the outline and for its mirror image.
 */
export async function outlineShares(
  garment: Pick<GarmentCutOut, 'raster' | 'silhouette'>,
  net: Net,
): Promise<CategoryShares> {
  const size = SIDE * SIDE;
  const silhouette = framedGarment(garment, SIDE).planes.subarray(3 * size);
  const means = NET_CATEGORIES.map(() => 0);
  for (const seen of [silhouette, mirrored(silhouette, SIDE)]) {
    const input = new Float32Array(3 * size);
    input.set(seen);
    for (let i = 0; i < size; i++) {
      input[size + i] = (i % SIDE) / SIDE - 0.5;
      input[2 * size + i] = Math.floor(i / SIDE) / SIDE - 0.5;
    }
    const [values] = await net.run(input, [1, 3, SIDE, SIDE]);
    const shares = softmax(values.subarray(CATEGORIES_FROM, CATEGORIES_FROM + NET_CATEGORIES.length));
    for (const [k, share] of shares.entries()) means[k] += share / 2;
  }
  const [top, dress, trousers, skirt] = means;
  return { top, dress, trousers, skirt };
}

import { NET_CATEGORIES } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { softmax } from '../../../models/softmax.ts';
import { bothWays } from '../../../models/square-input.ts';
import type { Silhouetted } from '../cut-out/cut-out.ts';
import { framedGarment } from '../cut-out-planes.ts';
import type { CategoryShares } from './garment-kind.ts';

/** Side of the net's input in pixels. */
const SIDE = 64;

/**
 * Probability of each category by the outline of a garment, 0 to 1 (`training/garment-outline`). It is the mean of the
 * net's answers for the outline and its mirror image.
 */
export async function outlineShares(garment: Silhouetted, net: Net): Promise<CategoryShares> {
  const silhouette = framedGarment(garment, SIDE).planes.subarray(3 * SIDE * SIDE);
  const means = NET_CATEGORIES.map(() => 0);
  for (const values of await bothWays(net, silhouette, SIDE))
    for (const [k, share] of softmax(values).entries()) means[k] += share / 2;
  const [top, dress, trousers, skirt] = means;
  return { top, dress, trousers, skirt };
}

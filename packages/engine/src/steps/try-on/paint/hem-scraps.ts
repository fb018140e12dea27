import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Placement } from '../placement.ts';

/**
 * Greatest thickness of a scrap of cloth on a bare leg, in pixels of the analysis. It is the shade along a calf, or the
 * edge of a shoe.
 */
const SCRAP = 8;
/** Radii within which a scrap lies on a leg, and on a foot, whose shoe is wider. */
const ON_LEG = 2;
const ON_FOOT = 3;

/**
 * Finds scraps on bare legs that are labelled as cloth: thin pieces apart from the garment. `old` is the share of the
 * garment in each pixel; it ends at `legEnd`, 0 hip to 1 ankle.
 */
export function hemScraps(
  { body, placement }: { readonly body: Pick<BodyModel, 'leg'>; readonly placement: Placement },
  old: Float32Array,
  share: number,
  legEnd: number,
): (pixel: number) => boolean {
  const { width, height, scale } = placement;
  const half = (SCRAP / 2) * scale;
  const inside = distanceTo(
    maskOf(old.length, (i) => old[i] <= share),
    width,
    height,
    half,
  );
  const around = distanceTo(
    maskOf(old.length, (i) => inside[i] > half),
    width,
    height,
    2 * half,
  );
  return (i) => {
    if (old[i] <= share || around[i] <= 2 * half) return false;
    const p = placement.placeOf(i);
    const { radii, along } = body.leg(p);
    return radii < (along < 1 ? ON_LEG : ON_FOOT) && along > legEnd;
  };
}

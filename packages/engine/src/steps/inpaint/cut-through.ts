import { distanceTo } from '../../pixels/distance.ts';
import { toLab } from '../../pixels/lab.ts';
import { medianAt } from '../../pixels/median.ts';
import { inverted, maskOf, pixelsWhere } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/** Width of the compared rings inside and outside a mask, as a share of the height. */
const RING = 0.008;
/**
 * Distance from the commonest colour around the mask (CIE 1976) below which a pixel is surface, and above which it is
 * an object on it.
 */
const GROUND = 10;
const SOMETHING = 40;
/** Least share of surface in the ring for an object to lie on it. */
const GROUND_MIN = 0.5;
/** Least share of the outer ring of an object that is more than noise. */
const CUT_MIN = 0.03;

/**
 * True if the edge of a mask cuts an object on an even surface, such as a print on cloth. The rest outside would end
 * abruptly where the fill begins.
 */
export function cutsThrough(picture: Raster, mask: Plane): boolean {
  const { width, height } = picture;
  const hole = maskOf(mask.data.length, (i) => mask.data[i] > 0);
  const toHole = distanceTo(hole, width, height);
  const toRest = distanceTo(inverted(hole), width, height);
  const reach = RING * height;
  const outer = pixelsWhere(hole.length, (i) => toHole[i] > 0 && toHole[i] <= reach);
  if (outer.length === 0) return false;
  const { l, a, b } = toLab(picture);
  const [ml, ma, mb] = [l, a, b].map((plane) => medianAt(plane, outer));
  const away = (i: number) => Math.hypot(l[i] - ml, a[i] - ma, b[i] - mb);
  if (outer.filter((i) => away(i) < GROUND).length < GROUND_MIN * outer.length) return false;
  const inside = maskOf(hole.length, (i) => toRest[i] > 0 && toRest[i] <= reach && away(i) > SOMETHING);
  const toInside = distanceTo(inside, width, height);
  return outer.filter((i) => away(i) > SOMETHING && toInside[i] <= 1.5 * reach).length > CUT_MIN * outer.length;
}

import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { findComponents } from '../../../pixels/components.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane, Point } from '../../../pixels/raster.ts';
import { ON_ARM } from './arm-place.ts';
import type { BodyModel } from './body-model.ts';
import { SIDES } from './side.ts';

/**
 * A thing is in front of clothes if at least this share of it lies beside the body. Belts, scarves and collars have
 * less.
 */
const BESIDE_MIN = 0.4;
/** Pixels within this many radii of a leg belong to it. */
const ON_LEG = 1.1;

/** Share of each pixel of the region map that is a carried thing, such as a bag. New clothes go behind it. */
export function carriedOf({ regions }: PersonAnalysis, body: BodyModel): Plane {
  const { width, height, scale, labels, probability } = regions;
  const other = REGIONS.indexOf('other');
  const { labels: things, sizes } = findComponents(
    maskOf(labels.length, (i) => labels[i] === other),
    width,
    height,
  );
  const beside = new Float32Array(sizes.length);
  for (let i = 0; i < labels.length; i++) {
    if (things[i] && isBeside(pixelMiddle(i, width, scale), body)) beside[things[i]]++;
  }
  const isCarried = (thing: number) => thing > 0 && beside[thing] >= BESIDE_MIN * sizes[thing];
  return { width, height, data: planeOf(labels.length, (i) => (isCarried(things[i]) ? probability.other.data[i] : 0)) };
}

/** True for a point below the shoulders that is neither on the torso nor on a limb. */
function isBeside(p: Point, body: BodyModel): boolean {
  const { share, offset } = body.torsoPlace(p);
  if (share < 0.1 || body.leg(p).radii < ON_LEG) return false;
  if (share < 1.1 && Math.abs(offset) < body.halfWidth(Math.max(0.1, share), offset > 0 ? 1 : 0)) return false;
  return SIDES.every((side) => body.arm(p, side).radii > ON_ARM);
}

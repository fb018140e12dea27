import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { findComponents } from '../../../pixels/components.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';
import { ON_ARM } from './arm-place.ts';
import type { BodyModel } from './body-model.ts';
import { BodyPlace } from './body-place.ts';

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
    if (things[i] && isBeside(new BodyPlace(body, pixelMiddle(i, width, scale)))) beside[things[i]]++;
  }
  const isCarried = (thing: number) => thing > 0 && beside[thing] >= BESIDE_MIN * sizes[thing];
  return { width, height, data: planeOf(labels.length, (i) => (isCarried(things[i]) ? probability.other.data[i] : 0)) };
}

/** True for a place below the shoulders that is neither on the torso nor on a limb. */
function isBeside(at: BodyPlace): boolean {
  const isOnTorso = at.share < 1.1 && at.aside < 1;
  return at.share >= 0.1 && !isOnTorso && at.leg.radii >= ON_LEG && at.armRadii > ON_ARM;
}

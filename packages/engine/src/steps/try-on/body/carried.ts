import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { findComponents } from '../../../pixels/components.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';
import type { BodyModel } from './body-model.ts';
import { sits } from './joints.ts';

/**
 * Least mean share of bags in a carried thing. In 189 photos all 107 bags have more. Of 48 things that the labels call
 * hats, scarves or belts, phones and umbrellas have more, and one hat.
 */
const BAG_MIN = 0.5;
/**
 * Pixels within this many radii of a leg lie on it. A person who sits carries nothing that has more than a share of its
 * pixels there, because the net takes thighs for bags.
 */
const ON_LEG = 1.1;
const ON_LEG_MAX = 0.5;

/** Share of each pixel of the region map that is a carried thing, such as a bag. New clothes go behind it. */
export function carriedOf(
  { regions }: Pick<PersonAnalysis, 'regions'>,
  { joints, torsoLength, leg }: Pick<BodyModel, 'joints' | 'torsoLength' | 'leg'>,
): Plane {
  const { width, height, scale, labels, probability, bag } = regions;
  const other = REGIONS.indexOf('other');
  const { labels: things, sizes } = findComponents(
    maskOf(labels.length, (i) => labels[i] === other),
    width,
    height,
  );
  const bags = new Float32Array(sizes.length);
  const onLegs = new Float32Array(sizes.length);
  for (let i = 0; i < things.length; i++) {
    if (!things[i]) continue;
    bags[things[i]] += bag.data[i];
    if (leg(pixelMiddle(i, width, scale)).radii < ON_LEG) onLegs[things[i]]++;
  }
  const onLegsMax = sits(joints, torsoLength) ? ON_LEG_MAX : 1;
  const isCarried = sizes.map((size, thing) => bags[thing] >= BAG_MIN * size && onLegs[thing] <= onLegsMax * size);
  return {
    width,
    height,
    data: planeOf(labels.length, (i) => (things[i] && isCarried[things[i]] ? probability.other.data[i] : 0)),
  };
}

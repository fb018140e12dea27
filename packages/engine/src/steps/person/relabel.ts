import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';

/**
 * The map with the chosen pixels in one region; their probability of background stays. For the region `background` they
 * become background alone.
 */
export function relabel(map: RegionMap, region: Region, isMoved: (pixel: number) => boolean): RegionMap {
  const label = REGIONS.indexOf(region);
  const { background } = map.probability;
  const isPart = maskOf(map.labels.length, isMoved);
  const probability = { ...map.probability };
  if (region === 'background')
    probability.background = {
      ...background,
      data: planeOf(isPart.length, (i) => (isPart[i] ? 1 : background.data[i])),
    };
  for (const part of REGIONS) {
    if (part === 'background') continue;
    const { data } = map.probability[part];
    const moved = part === region ? (i: number) => 1 - background.data[i] : () => 0;
    probability[part] = { ...background, data: planeOf(data.length, (i) => (isPart[i] ? moved(i) : data[i])) };
  }
  return { ...map, labels: map.labels.map((one, i) => (isPart[i] ? label : one)), probability };
}

/** Blends two maps of the same size. `share` is the weight of `other` at each pixel, 0 to 1. */
export function mixRegions(one: RegionMap, other: RegionMap, share: Float32Array): RegionMap {
  const probability = { ...one.probability };
  for (const region of REGIONS) {
    const [from, to] = [one.probability[region], other.probability[region]];
    const data = planeOf(share.length, (i) => from.data[i] * (1 - share[i]) + to.data[i] * share[i]);
    probability[region] = { ...from, data };
  }
  return { ...one, labels: one.labels.map((label, i) => (share[i] >= 0.5 ? other.labels[i] : label)), probability };
}

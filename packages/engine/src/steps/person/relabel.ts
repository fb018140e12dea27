import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';

/** The map with all that is a person of some pixels in one region, or none of it where that is the background. */
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

/** One map passing into another, by how much of each pixel is as in the other. */
export function mixRegions(one: RegionMap, other: RegionMap, share: Float32Array): RegionMap {
  const probability = { ...one.probability };
  for (const region of REGIONS) {
    const [from, to] = [one.probability[region], other.probability[region]];
    const data = planeOf(share.length, (i) => from.data[i] * (1 - share[i]) + to.data[i] * share[i]);
    probability[region] = { ...from, data };
  }
  return { ...one, labels: one.labels.map((label, i) => (share[i] >= 0.5 ? other.labels[i] : label)), probability };
}

import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';

/** The map with all that is a person of some pixels in one region. */
export function relabel(map: RegionMap, region: Region, isMoved: (pixel: number) => boolean): RegionMap {
  const label = REGIONS.indexOf(region);
  const { background } = map.probability;
  const isPart = maskOf(map.labels.length, isMoved);
  const probability = { ...map.probability };
  for (const part of REGIONS) {
    if (part === 'background') continue;
    const { data } = map.probability[part];
    const moved = part === region ? (i: number) => 1 - background.data[i] : () => 0;
    probability[part] = { ...background, data: planeOf(data.length, (i) => (isPart[i] ? moved(i) : data[i])) };
  }
  return { ...map, labels: map.labels.map((one, i) => (isPart[i] ? label : one)), probability };
}

import { type BodyFrame, type Pose, REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { dot, mix, subtract } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { ARMS, type Station, stationsOf, WRIST } from './arms.ts';
import { relabel } from './relabel.ts';

/**
 * Least and greatest length of a cuff, in wrist radii. Shadows are shorter; gloves, and bracelets below a sleeve, are
 * longer.
 */
const CUFF_MIN = 1;
const CUFF_MAX = 3.2;
/**
 * Reach of a cuff from the bone in wrist radii: if it is labelled as `other`, and if the width of its sleeve is
 * unknown.
 */
const REACH = 2.4;
const UNSEEN_REACH = 1.4;
/** How much farther a cuff reaches from the bone than its sleeve, in wrist radii. */
const WIDER = 0.7;
/** How much longer a cuff is beside the bone than on it, at each end, in wrist radii: cuffs end aslant. */
const ASLANT = 0.7;
/** Least share of one region among the pixels of the person across an arm. */
const MOSTLY = 0.5;

/** Input of the search. Pose and frame are in pixels of the picture, `scale` times larger than the map. */
export interface CuffInput {
  readonly pose: Pick<Pose, 'landmarks'>;
  readonly frame: Pick<BodyFrame, 'shoulderWidth'>;
}

/** The part of a forearm with a cuff, in pixels of the map. */
interface Cuff {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  /** Greatest reach of the cuff from the bone, on the one side and on the other. */
  readonly sides: readonly [number, number];
}

/** Relabels cuffs from `lower` or `other` to `upper`: the area across an arm between the sleeve and the hand. */
export function giveCuffsToTop(map: RegionMap, { pose: { landmarks }, frame }: CuffInput): RegionMap {
  const at = (index: number): Point => ({ x: landmarks[index].x / map.scale, y: landmarks[index].y / map.scale });
  const radius = (WRIST * frame.shoulderWidth) / map.scale;
  const cuffs = ARMS.map(({ elbow, wrist, pinky, index }) =>
    cuffOn(map, [at(elbow), at(wrist), mix(at(pinky), at(index), 0.5)], radius),
  ).filter((cuff) => cuff !== null);
  if (cuffs.length === 0) return map;
  const { width, labels } = map;
  return relabel(map, 'upper', (i) => {
    const region = REGIONS[labels[i]];
    if (region !== 'other' && region !== 'lower') return false;
    const p = { x: i % width, y: Math.floor(i / width) };
    return cuffs.some((cuff) => isOn(cuff, p, region === 'other' ? [REACH * radius, REACH * radius] : cuff.sides));
  });
}

/**
 * The cuff of an arm given by elbow, wrist and knuckles. Null without a sleeve, or if the distance from sleeve to hand
 * is not the length of a cuff.
 */
function cuffOn(map: RegionMap, arm: readonly [Point, Point, Point], radius: number): Cuff | null {
  const stations = stationsOf(arm);
  const across = stations.map((station) => mostAcross(map, station, radius));
  const hand = across.indexOf('skin');
  const sleeve = across.slice(0, Math.max(0, hand)).lastIndexOf('upper');
  if (sleeve < 0) return null;
  const length = (hand - sleeve - 1) / radius;
  if (length < CUFF_MIN || length > CUFF_MAX) return null;
  const sides = [1, -1].map((sense) => reachOf(map, stations[sleeve], sense, radius));
  return { from: stations[sleeve].at, to: stations[hand].at, radius, sides: [sides[0], sides[1]] };
}

/** The region of most pixels of the person across an arm at a station; null if no region has more than MOSTLY. */
function mostAcross({ width, height, labels }: RegionMap, { at, direction }: Station, radius: number): Region | null {
  const counts = new Map<Region, number>();
  let all = 0;
  for (let aside = -radius; aside <= radius; aside++) {
    const x = Math.round(at.x - direction.y * aside);
    const y = Math.round(at.y + direction.x * aside);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const region = REGIONS[labels[y * width + x]];
    if (region === 'background') continue;
    counts.set(region, (counts.get(region) ?? 0) + 1);
    all++;
  }
  return [...counts].find(([, count]) => count > MOSTLY * all)?.[0] ?? null;
}

/** Greatest reach of a cuff from the bone on one side, from the reach of its sleeve there. */
function reachOf(
  { width, height, labels }: RegionMap,
  { at, direction }: Station,
  sense: number,
  radius: number,
): number {
  const top = REGIONS.indexOf('upper');
  for (let aside = 0; aside < REACH * radius; aside++) {
    const x = Math.round(at.x - direction.y * aside * sense);
    const y = Math.round(at.y + direction.x * aside * sense);
    const isSeen = x >= 0 && y >= 0 && x < width && y < height;
    if (!isSeen || labels[y * width + x] !== top) return aside + WIDER * radius;
  }
  return UNSEEN_REACH * radius;
}

/** True for a place beside a cuff, within the given distances of the bone on either side. */
function isOn({ from, to, radius }: Cuff, p: Point, sides: readonly [number, number]): boolean {
  const bone = subtract(to, from);
  const length = Math.hypot(bone.x, bone.y);
  const away = subtract(p, from);
  const along = dot(away, bone) / length;
  const aside = (away.y * bone.x - away.x * bone.y) / length;
  return aside < sides[0] && -aside < sides[1] && along > -ASLANT * radius && along < length + ASLANT * radius;
}

import { type BodyFrame, type Pose, REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { dot, mix, subtract } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { ARMS, type Station, stationsOf, WRIST } from './arms.ts';
import { relabel } from './relabel.ts';

/**
 * Lengths of cuffs in radii of the wrist: what is shorter is a shadow, what is longer a glove, or bracelets below a
 * sleeve.
 */
const CUFF_MIN = 1;
const CUFF_MAX = 3.2;
/**
 * Reach of a cuff from the bone, in radii of the wrist: if it was labelled as carried, and if its sleeve does not tell
 * its width.
 */
const REACH = 2.4;
const UNSEEN_REACH = 1.4;
/** How much farther it reaches than its sleeve. */
const WIDER = 0.7;
/** How much farther along the arm they may lie than on the bone: cuffs end aslant. In radii of the wrist. */
const ASLANT = 0.7;
/** Share of what lies across an arm from which it is that there. */
const MOSTLY = 0.5;

/** What cuffs are looked for by, in pixels of the picture that the map is `scale` times smaller than. */
export interface CuffInput {
  readonly pose: Pick<Pose, 'landmarks'>;
  readonly frame: Pick<BodyFrame, 'shoulderWidth'>;
}

/** Stretch of a forearm on which a cuff lies, in pixels of the map. */
interface Cuff {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  /** How far from the bone it reaches at most on the one side and on the other. */
  readonly sides: readonly [number, number];
}

/**
 * Gives to the top the cuffs that were taken for trousers or something carried because they differ from their sleeve:
 * what lies across an arm between its sleeve and its hand.
 */
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
 * The cuff of an arm from elbow over wrist to knuckles; null where its sleeve goes on to the hand, or another thing
 * does.
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

/** What of a person lies across an arm at a station, if it is one thing. */
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

/** How far from the bone a cuff reaches at most on one side of it, by how far its sleeve does. */
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

/** True for a place that lies beside a cuff within such distances of its bone on either side. */
function isOn({ from, to, radius }: Cuff, p: Point, sides: readonly [number, number]): boolean {
  const bone = subtract(to, from);
  const length = Math.hypot(bone.x, bone.y);
  const away = subtract(p, from);
  const along = dot(away, bone) / length;
  const aside = (away.y * bone.x - away.x * bone.y) / length;
  return aside < sides[0] && -aside < sides[1] && along > -ASLANT * radius && along < length + ASLANT * radius;
}

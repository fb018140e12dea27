import { type BodyFrame, type PersonAnalysis, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { add, boundingBox, clamp, mix, polygonCover } from '../../pixels/geometry.ts';
import type { Plane, Point } from '../../pixels/raster.ts';
import { ARMS, type Station, stationsOf, WRIST } from './arms.ts';
import { regionAt } from './region-at.ts';

/**
 * Least and greatest length of a gap between sleeve and hand. All lengths here are in wrist radii. The two gaps
 * measured on 134 arms are 5.1 and 6.6 long; no other exceeds 0.3.
 */
const GAP_MIN = 1;
const GAP_MAX = 9;
/** Least share of background between sleeve and hand. */
const GROUND_SHARE = 0.5;
/** Least length of the sleeve before the gap, and of the skin behind it. */
const SLEEVE_MIN = 2;
const HAND_MIN = 2;
/** End of the search beyond the wrist, in distances from the wrist to the knuckles. */
const BEYOND = 1.5;
/**
 * Greatest reach of sleeve and hand from the bone. RAGGED is the length beside the gap that is measured, because its
 * edges are ragged.
 */
const REACH = 2.6;
const RAGGED = 1.5;
/** How much wider the cuff is than the wider of sleeve and hand. */
const WIDER = 0.25;

/** Input of the search, in pixels of the matte. */
export interface SleeveInput {
  readonly pose: Pick<Pose, 'landmarks'>;
  readonly frame: Pick<BodyFrame, 'shoulderWidth'>;
}

type Outline = Pick<PersonAnalysis, 'matte' | 'regions'>;

/**
 * Fills the gap that a cuff of the background's colour leaves between a sleeve and its hand. The filled area becomes
 * `upper`.
 */
export function closeSleeves(outline: Outline, { pose: { landmarks }, frame }: SleeveInput): Outline {
  const radius = WRIST * frame.shoulderWidth;
  return ARMS.reduce((closed, { elbow, wrist, pinky, index }) => {
    const knuckles = mix(landmarks[pinky], landmarks[index], 0.5);
    const gap = gapOf(closed, [landmarks[elbow], landmarks[wrist], mix(landmarks[wrist], knuckles, BEYOND)], radius);
    return gap ? filled(closed, gap) : closed;
  }, outline);
}

/** The corners of a gap: two at the end of the sleeve, two at the start of the hand. Null if the arm has no gap. */
function gapOf(outline: Outline, arm: readonly Point[], radius: number): readonly Point[] | null {
  const stations = stationsOf(arm);
  const seen = stations.map(({ at }) => regionAt(outline.regions, at));
  const begin = seen.findIndex((region, k) => region === 'background' && seen[k - 1] === 'upper');
  const hand = seen.findIndex(
    (region, k) =>
      k > begin && region === 'skin' && seen.slice(k, k + HAND_MIN * radius).every((one) => one === 'skin'),
  );
  if (begin < SLEEVE_MIN * radius || hand < 0 || hand + HAND_MIN * radius > seen.length) return null;
  if (hand - begin < GAP_MIN * radius || hand - begin > GAP_MAX * radius) return null;
  const between = seen.slice(begin, hand);
  const ground = between.filter((region) => region === 'background').length;
  const isCuff = between.every((region) => region === 'background' || region === 'upper' || region === 'other');
  const sleeve = seen.slice(begin - Math.round(SLEEVE_MIN * radius), begin);
  if (!isCuff || ground < GROUND_SHARE * between.length || sleeve.some((region) => region !== 'upper')) return null;
  const ragged = Math.round(RAGGED * radius);
  const ends = [stations.slice(begin - ragged, begin), stations.slice(hand, hand + ragged).reverse()];
  const [[fromLeft, fromRight], [toLeft, toRight]] = ends.map((end) =>
    [-1, 1].map((sense) => {
      const reach = Math.max(...end.map((station) => reachOf(outline.matte, station, sense, REACH * radius)));
      return add(end[0].at, acrossOf(end[0]), sense * (reach + WIDER * radius));
    }),
  );
  return [fromLeft, fromRight, toRight, toLeft];
}

/** Unit vector across an arm. */
const acrossOf = ({ direction: { x, y } }: Station): Point => ({ x: -y, y: x });

/** Distance from a place on the bone to the edge of the person across the arm, at most `most`. */
function reachOf({ width, height, data }: Plane, station: Station, sense: number, most: number): number {
  const beside = acrossOf(station);
  for (let aside = 0; aside < most; aside++) {
    const { x, y } = add(station.at, beside, sense * aside);
    const [column, row] = [clamp(Math.floor(x), 0, width - 1), clamp(Math.floor(y), 0, height - 1)];
    if (data[row * width + column] < 0.5) return aside;
  }
  return most;
}

/** The outline with the background inside a polygon turned into `upper`. */
function filled({ matte, regions }: Outline, polygon: readonly Point[]): Outline {
  const data = matte.data.slice();
  eachCovered(polygon, matte, (i, cover) => {
    data[i] = Math.max(data[i], cover);
  });
  return { matte: { ...matte, data }, regions: withTop(regions, polygon) };
}

function withTop(map: RegionMap, polygon: readonly Point[]): RegionMap {
  const labels = map.labels.slice();
  const { background, upper } = map.probability;
  const [ground, top] = [background.data.slice(), upper.data.slice()];
  const small = polygon.map(({ x, y }) => ({ x: x / map.scale, y: y / map.scale }));
  eachCovered(small, map, (i, cover) => {
    const taken = ground[i] * cover;
    ground[i] -= taken;
    top[i] += taken;
    if (cover >= 0.5 && REGIONS[labels[i]] === 'background') labels[i] = REGIONS.indexOf('upper');
  });
  const probability = {
    ...map.probability,
    background: { ...background, data: ground },
    upper: { ...upper, data: top },
  };
  return { ...map, labels, probability };
}

/** Calls `tell` with each pixel that a polygon covers, and the covered share of it, 0 to 1. */
function eachCovered(
  polygon: readonly Point[],
  { width, height }: Pick<Plane, 'width' | 'height'>,
  tell: (pixel: number, cover: number) => void,
): void {
  const [left, top, right, bottom] = boundingBox(polygon).map((edge, k) =>
    clamp(k < 2 ? Math.floor(edge) : Math.ceil(edge), 0, k % 2 ? height : width),
  );
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const cover = polygonCover(polygon, x, y);
      if (cover > 0) tell(y * width + x, cover);
    }
  }
}

import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { add, distance, dot, subtract } from '../../pixels/geometry.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { medianAt } from '../../pixels/median.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { ARMS } from './arms.ts';
import { relabel } from './relabel.ts';

/** Lines down the front that the search follows to the end of the top, in shoulder widths from the middle. */
const LINES = [-0.3, -0.24, -0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18, 0.24, 0.3];
/**
 * First and last place for the end of a top with a ribbed hem, as a share of the torso. 0 is at the shoulders, 1 at the
 * hips.
 */
const ENDS_FROM = 0.55;
const ENDS_TO = 1.25;
/**
 * Least and greatest height of a ribbed hem in shoulder widths. Sweatshirts measure 0.2; shadows of a hem are lower.
 */
const HEIGHT_MIN = 0.07;
const HEIGHT_MAX = 0.36;
/** Least share of the lines that show a band. */
const LINES_MIN = 0.6;
/** Greatest colour difference within a cloth, and least between two cloths, as distances in L*a*b*. */
const ALIKE = 14;
const UNLIKE = 22;
/** Width along an edge where both colours mix, in pixels of the map. */
const EDGE = 2;
/**
 * Radius around a wrist that holds its cuff, in shoulder widths. Least share of the top there with the colour of the
 * hem.
 */
const AROUND_WRIST = 0.3;
const CUFF_SHARE = 0.15;

/** Input of the search. Pose and frame are in pixels of the picture, `scale` times larger than the map. */
export interface RibbingInput {
  readonly pose: Pick<Pose, 'landmarks'>;
  readonly frame: Pick<BodyFrame, 'shoulderCentre' | 'down' | 'across' | 'shoulderWidth' | 'torsoLength'>;
  /** Colours of the map's pixels. */
  readonly lab: LabPlanes;
}

/** A colour in L*a*b*. */
type Colour = readonly [l: number, a: number, b: number];

/**
 * Relabels a ribbed hem from `lower` or `other` to `upper`. The hem is a band below the top, unlike the trousers under
 * it and with the colour of the cuffs.
 */
export function giveRibbingToTop(map: RegionMap, input: RibbingInput): RegionMap {
  const bands = LINES.map((aside) => bandOn(map, input, aside)).filter((band) => band !== null);
  if (bands.length < LINES_MIN * LINES.length) return map;
  const colour = coloursOf(input.lab, bands.flat());
  const isRib = (i: number) => differenceAt(input.lab, i, colour) < ALIKE;
  if (!hasCuffsLike(map, input, isRib)) return map;
  const { width, height, labels, scale } = map;
  const unit = input.frame.shoulderWidth / scale;
  const depths = bands.flat().map((i) => depthOf(i, map, input));
  const [top, bottom] = [Math.min(...depths) - EDGE, Math.max(...depths) + EDGE];
  const isOfBand = (i: number) => {
    if (!isBelow(map, i)) return false;
    const depth = depthOf(i, map, input);
    return depth > top - HEIGHT_MIN * unit && depth < bottom + HEIGHT_MIN * unit;
  };
  const pieces = findComponents(
    maskOf(labels.length, (i) => isOfBand(i) && isRib(i)),
    width,
    height,
  );
  const found = new Set(bands.flat().map((i) => pieces.labels[i]));
  found.delete(0);
  if (found.size === 0) return map;
  const away = distanceTo(
    maskOf(labels.length, (i) => found.has(pieces.labels[i])),
    width,
    height,
    EDGE,
  );
  return relabel(map, 'upper', (i) => isBelow(map, i) && away[i] <= EDGE);
}

/** True for a pixel of trousers or of a thing carried in front of them. */
const isBelow = ({ labels }: RegionMap, i: number) => REGIONS[labels[i]] === 'lower' || REGIONS[labels[i]] === 'other';

/** Distance of a pixel of the map below the shoulders, in pixels of the map. */
function depthOf(i: number, { width, scale }: RegionMap, { frame }: RibbingInput): number {
  const p = { x: (i % width) * scale, y: Math.floor(i / width) * scale };
  return dot(subtract(p, frame.shoulderCentre), frame.down) / scale;
}

/**
 * The pixels of a band below the end of the top on a line down the front. Null without a band, or if the trousers have
 * its colour.
 */
function bandOn(map: RegionMap, { frame, lab }: RibbingInput, aside: number): readonly number[] | null {
  const { labels, scale } = map;
  const unit = frame.shoulderWidth / scale;
  const from = add(frame.shoulderCentre, frame.across, aside * frame.shoulderWidth);
  const at = (depth: number) => pixelAt(map, add(from, frame.down, depth * scale));
  const torso = frame.torsoLength / scale;
  const upper = REGIONS.indexOf('upper');
  let end = -1;
  for (let depth = Math.round(ENDS_FROM * torso); depth < ENDS_TO * torso; depth++) {
    const i = at(depth);
    if (i === null) break;
    if (labels[i] === upper) end = depth;
    else if (end >= 0 || !isBelow(map, i)) break;
  }
  if (end < 0) return null;
  const band: number[] = [];
  for (let depth = end + EDGE + 1; depth <= end + HEIGHT_MAX * unit; depth++) {
    const i = at(depth);
    if (i === null || !isBelow(map, i)) return null;
    if (band.length >= EDGE && differenceAt(lab, i, coloursOf(lab, band)) > ALIKE) {
      const beyond = at(depth + 2 * EDGE);
      const isOther =
        beyond !== null && isBelow(map, beyond) && differenceAt(lab, beyond, coloursOf(lab, band)) > UNLIKE;
      return isOther && band.length >= HEIGHT_MIN * unit ? band : null;
    }
    band.push(i);
  }
  return null;
}

/** True if enough of the top around a wrist has the colour of the band. */
function hasCuffsLike(
  { width, height, labels, scale }: RegionMap,
  { pose: { landmarks }, frame }: RibbingInput,
  isRib: (pixel: number) => boolean,
): boolean {
  const upper = REGIONS.indexOf('upper');
  const radius = AROUND_WRIST * frame.shoulderWidth;
  return ARMS.some(({ wrist }) => {
    const { x, y } = landmarks[wrist];
    let [like, all] = [0, 0];
    for (let row = Math.max(0, Math.floor((y - radius) / scale)); row < Math.min(height, (y + radius) / scale); row++)
      for (
        let column = Math.max(0, Math.floor((x - radius) / scale));
        column < Math.min(width, (x + radius) / scale);
        column++
      ) {
        const i = row * width + column;
        if (labels[i] !== upper || distance({ x: column * scale, y: row * scale }, { x, y }) > radius) continue;
        all++;
        if (isRib(i)) like++;
      }
    return all > 0 && like >= CUFF_SHARE * all;
  });
}

/** Index of the pixel of the map at a place of the picture. Null outside the map. */
function pixelAt({ width, height, scale }: RegionMap, p: Point): number | null {
  const [x, y] = [Math.floor(p.x / scale), Math.floor(p.y / scale)];
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : null;
}

/** Median L*, a*, b* of the given pixels. */
const coloursOf = ({ l, a, b }: LabPlanes, pixels: readonly number[]): Colour => [
  medianAt(l, pixels),
  medianAt(a, pixels),
  medianAt(b, pixels),
];

/** Distance of a pixel's colour from another colour in L*a*b*. */
const differenceAt = ({ l, a, b }: LabPlanes, i: number, colour: Colour): number =>
  Math.hypot(l[i] - colour[0], a[i] - colour[1], b[i] - colour[2]);

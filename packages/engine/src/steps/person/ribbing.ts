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

/** Lines down the front on which the end of a top is looked for, in shoulder widths from its middle. */
const LINES = [-0.3, -0.24, -0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18, 0.24, 0.3];
/** Between these shares of the torso, 0 shoulders to 1 hips, a top with a ribbed hem ends. */
const ENDS_FROM = 0.55;
const ENDS_TO = 1.25;
/**
 * Heights of a ribbed hem in shoulder widths: of sweatshirts 0.2 were measured; what is lower is the shadow of a hem.
 */
const HEIGHT_MIN = 0.07;
const HEIGHT_MAX = 0.36;
/** Least share of the lines on which one is seen. */
const LINES_MIN = 0.6;
/**
 * Differences of colours in L*a*b*: up to the first two pixels are of one cloth, from the second on they are of two.
 */
const ALIKE = 14;
const UNLIKE = 22;
/** Pixels of the map around an edge in which both colours are mixed. */
const EDGE = 2;
/**
 * How far around a wrist cuffs lie, in shoulder widths, and the least share of the top there that has the colour of the
 * hem.
 */
const AROUND_WRIST = 0.3;
const CUFF_SHARE = 0.15;

/** What ribbing is looked for by, in pixels of the picture that the map is `scale` times smaller than. */
export interface RibbingInput {
  readonly pose: Pick<Pose, 'landmarks'>;
  readonly frame: Pick<BodyFrame, 'shoulderCentre' | 'down' | 'across' | 'shoulderWidth' | 'torsoLength'>;
  /** Of the map's size. */
  readonly lab: LabPlanes;
}

/** A colour in L*a*b*. */
type Colour = readonly [l: number, a: number, b: number];

/**
 * Gives to the top its ribbed hem where that was taken for trousers because it differs from the top: a band below it,
 * unlike the trousers under it, in the colour of the cuffs.
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

/** True for what trousers, or something carried before them, may be taken for. */
const isBelow = ({ labels }: RegionMap, i: number) => REGIONS[labels[i]] === 'lower' || REGIONS[labels[i]] === 'other';

/** How far below the shoulders a pixel of the map lies, in pixels of it. */
function depthOf(i: number, { width, scale }: RegionMap, { frame }: RibbingInput): number {
  const p = { x: (i % width) * scale, y: Math.floor(i / width) * scale };
  return dot(subtract(p, frame.shoulderCentre), frame.down) / scale;
}

/**
 * The pixels of a band that begins where the top ends, on a line down the front; null where there is none, or the
 * trousers are like it.
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

/** True where cuffs, or what is seen of them around the wrists, have the colour of the band. */
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

/** The pixel of the map at a place of the picture; null beyond it. */
function pixelAt({ width, height, scale }: RegionMap, p: Point): number | null {
  const [x, y] = [Math.floor(p.x / scale), Math.floor(p.y / scale)];
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : null;
}

/** The colour in the middle of those of some pixels. */
const coloursOf = ({ l, a, b }: LabPlanes, pixels: readonly number[]): Colour => [
  medianAt(l, pixels),
  medianAt(a, pixels),
  medianAt(b, pixels),
];

/** How much the colour of a pixel differs from another. */
const differenceAt = ({ l, a, b }: LabPlanes, i: number, colour: Colour): number =>
  Math.hypot(l[i] - colour[0], a[i] - colour[1], b[i] - colour[2]);

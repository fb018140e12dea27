import type { GarmentLandmark, Neckline } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { meanShares } from '../../../models/square-input.ts';
import { valueBetween } from '../../../pixels/filters.ts';
import { add, clamp, distance, mix, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import type { StandingCollar } from './standing-collar.ts';

/**
 * What the net sees, in neck widths around the middle of the neck points: the left, the top and the side of a square
 * (`FRAME` in `training/neckline/necks.py`).
 */
const FRAME = { left: -1, top: -0.4, side: 2.2 } as const;
/** Sides of the net's input and of its output in pixels. */
const SIDE = 96;
const MAP_SIDE = SIDE / 2;
/** Samples along each side of an input pixel. */
const SAMPLES = 3;
/** Points of an edge. */
const EDGE_POINTS = 17;
/** Height in neck widths over which a clear edge is blurred in the net's answer, and over which there is none. */
const CLEAR = 0.1;
const UNCLEAR = 0.5;
/** Cloth above the neck points, in squared neck widths, from which the neck is closed: a turtleneck or a collar. */
const TOWER_MIN = 0.1;
/** How far down a front must open within a collar that stands, in widths of its upper end, to be open at all. */
const OPEN_MIN = 0.06;
/** Trust in a collar that was seen to stand. */
const COLLAR_CONFIDENCE = 0.8;

type NeckPoints = Readonly<Pick<Record<GarmentLandmark, Point>, 'neckLeft' | 'neckRight'>>;

/**
 * Finds the front edge of the neck opening by a net (`training/neckline`): above it the photo shows the inside of the
 * back, which is not worn in front.
 */
export async function findNeckline(cutOut: GarmentCutOut, points: NeckPoints, net: Net): Promise<Neckline> {
  const { neckLeft, neckRight } = points;
  const neckWidth = distance(neckLeft, neckRight);
  if (towerArea(cutOut, neckLeft, neckRight) > TOWER_MIN * neckWidth * neckWidth)
    return closedNeck([neckLeft, neckRight], null);
  const { edge, confidence } = await frontEdge(cutOut, neckLeft, neckRight, net);
  return { edge, closed: false, inHood: false, collar: null, confidence };
}

/**
 * The neckline of a garment whose collar stands up, or of what is left of a hood: the front edge between its upper
 * ends, or none where the front is nearly as high as they are.
 */
export async function findCollarEdge(
  cutOut: GarmentCutOut,
  { base, top }: StandingCollar,
  net: Net,
): Promise<Neckline> {
  const [left, right] = top;
  const { edge } = await frontEdge(cutOut, left, right, net);
  const opens = Math.max(...edge.map(({ y }) => y - (left.y + right.y) / 2));
  if (opens < OPEN_MIN * distance(left, right)) return closedNeck(base, top);
  return { edge, closed: false, inHood: false, collar: top, confidence: COLLAR_CONFIDENCE };
}

const closedNeck = (edge: Neckline['edge'], collar: Neckline['collar']): Neckline => ({
  edge,
  closed: true,
  inHood: false,
  collar,
  confidence: COLLAR_CONFIDENCE,
});

/** Garment pixels well above the line between the neck points. */
function towerArea({ alpha }: GarmentCutOut, left: Point, right: Point): number {
  const top = (left.y + right.y) / 2 - 0.12 * distance(left, right);
  let count = 0;
  for (let y = 0; y < top; y++)
    for (let x = Math.max(0, Math.round(left.x)); x < Math.min(alpha.width, right.x); x++)
      if (alpha.data[y * alpha.width + x] > 0.5) count++;
  return count;
}

/** The front edge between two points of a neck, and how clear it is, 0 to 1: the mean of it and its mirror image. */
async function frontEdge(
  cutOut: GarmentCutOut,
  left: Point,
  right: Point,
  net: Net,
): Promise<Pick<Neckline, 'edge' | 'confidence'>> {
  const toPhoto = fromNeck(left, right);
  const isFront = await meanShares(net, neckPlanes(cutOut, toPhoto), 4, SIDE, MAP_SIDE);
  const row = FRAME.side / MAP_SIDE;
  let blurred = 0;
  const edge = Array.from({ length: EDGE_POINTS }, (_, index) => {
    const x = index / (EDGE_POINTS - 1) - 0.5;
    const column = ((x - FRAME.left) / FRAME.side) * MAP_SIDE - 0.5;
    let above = 0;
    for (let y = 0; y < MAP_SIDE; y++) {
      const share = valueBetween(isFront, MAP_SIDE, MAP_SIDE, column, y);
      above += (1 - share) * row;
      blurred += (4 * share * (1 - share) * row) / EDGE_POINTS;
    }
    return toPhoto({ x, y: FRAME.top + above });
  });
  return {
    edge: [left, ...edge.slice(1, -1), right],
    confidence: clamp((UNCLEAR - blurred) / (UNCLEAR - CLEAR)),
  };
}

/** From places in neck widths, from the middle of the neck, to pixels of the photo. */
function fromNeck(left: Point, right: Point): (p: Point) => Point {
  const middle = mix(left, right, 0.5);
  const across = subtract(right, left);
  const down = { x: -across.y, y: across.x };
  return ({ x, y }) => add(add(middle, across, x), down, y);
}

/** Red, green and blue times coverage, and coverage, 0 to 1, of what {@link FRAME} holds; nothing beyond the photo. */
function neckPlanes({ raster, alpha }: GarmentCutOut, toPhoto: (p: Point) => Point): Float32Array {
  const planes = new Float32Array(4 * SIDE * SIDE);
  const { width, height } = alpha;
  const place = (cell: number, sample: number) => ((cell + (sample + 0.5) / SAMPLES) / SIDE) * FRAME.side;
  for (let i = 0; i < SIDE * SIDE; i++)
    for (let s = 0; s < SAMPLES * SAMPLES; s++) {
      const x = FRAME.left + place(i % SIDE, s % SAMPLES);
      const y = FRAME.top + place(Math.floor(i / SIDE), Math.floor(s / SAMPLES));
      const at = toPhoto({ x, y });
      const [column, line] = [Math.floor(at.x), Math.floor(at.y)];
      if (column < 0 || line < 0 || column >= width || line >= height) continue;
      const from = line * width + column;
      const cover = alpha.data[from] / (SAMPLES * SAMPLES);
      for (let c = 0; c < 3; c++) planes[c * SIDE * SIDE + i] += (cover * raster.data[from * 3 + c]) / 255;
      planes[3 * SIDE * SIDE + i] += cover;
    }
  return planes;
}

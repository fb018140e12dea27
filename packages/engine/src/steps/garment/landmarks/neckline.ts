import type { GarmentLandmark, Neckline } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { meanShares } from '../../../models/square-input.ts';
import { valueBetween } from '../../../pixels/filters.ts';
import { add, clamp, distance, mix, subtract } from '../../../pixels/geometry.ts';
import { pixelsWhere } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import { cutOutPlanes } from '../cut-out-planes.ts';
import type { StandingCollar } from './standing-collar.ts';

/**
 * The square that the net sees, in neck widths from the middle of the neck points: left, top and side (`FRAME` in
 * `training/neckline/necks.py`).
 */
const FRAME = { left: -1, top: -0.4, side: 2.2 } as const;
/** Side of the net's input and of its output, in pixels. */
const SIDE = 96;
const MAP_SIDE = SIDE / 2;
/** Height of a row of the net's output, in neck widths. */
const PITCH = FRAME.side / MAP_SIDE;
/**
 * Distances from the middle of the neck to search for its ends, in neck widths. END_TRUST is the cost in height per
 * distance from the landmark.
 */
const END_PLACES = Array.from({ length: 36 }, (_, k) => 0.25 + 0.02 * k);
const END_TRUST = 0.12;
/** Number of points of an edge. */
const EDGE_POINTS = 17;
/** Blurred height of a clear edge in the net's answer, and of one without information, in neck widths. */
const CLEAR = 0.1;
const UNCLEAR = 0.5;
/** Least area of cloth above the neck points in a closed neck, such as a turtleneck, in squared neck widths. */
const TOWER_MIN = 0.1;
/** Least depth of an open front within a standing collar, in widths of the collar's upper end. */
const OPEN_MIN = 0.06;
/** Confidence of a neckline with a standing collar. */
const COLLAR_CONFIDENCE = 0.8;

type NeckPoints = Readonly<Pick<Record<GarmentLandmark, Point>, 'neckLeft' | 'neckRight'>>;

/**
 * Finds the front edge of the neck opening by a net (`training/neckline`). Above that edge the photo shows the inside
 * of the back, which is not worn in front.
 */
export async function findNeckline(cutOut: GarmentCutOut, points: NeckPoints, net: Net): Promise<Neckline> {
  const { neckLeft, neckRight } = points;
  const neckWidth = distance(neckLeft, neckRight);
  if (towerArea(cutOut, neckLeft, neckRight) > TOWER_MIN * neckWidth * neckWidth)
    return closedNeck([neckLeft, neckRight], null);
  const [left, right] = neckEnds(await lookAtNeck(cutOut, neckLeft, neckRight, net));
  const { edge, confidence } = frontEdge(await lookAtNeck(cutOut, left, right, net));
  return { edge, closed: false, inHood: false, collar: null, confidence };
}

/**
 * The neckline of a garment with a standing collar: the front edge between its upper ends. It is closed if the front is
 * nearly as high as they are.
 */
export async function findCollarEdge(
  cutOut: GarmentCutOut,
  { base, top }: StandingCollar,
  net: Net,
): Promise<Neckline> {
  const [left, right] = top;
  const { edge } = frontEdge(await lookAtNeck(cutOut, left, right, net));
  const opens = Math.max(...edge.map(({ y }) => y - (left.y + right.y) / 2));
  if (opens < OPEN_MIN * distance(left, right)) return closedNeck(base, top);
  return { edge, closed: false, inHood: false, collar: top, confidence: COLLAR_CONFIDENCE };
}

const closedNeck = (edge: Neckline['edge'], collar: Neckline['collar']): Neckline => {
  return { edge, closed: true, inHood: false, collar, confidence: COLLAR_CONFIDENCE };
};

/** Number of garment pixels above the line between the neck points, with a margin. */
function towerArea({ alpha }: GarmentCutOut, left: Point, right: Point): number {
  const top = (left.y + right.y) / 2 - 0.12 * distance(left, right);
  const isBetween = (x: number) => x >= Math.round(left.x) && x < right.x;
  const above = alpha.width * Math.max(0, Math.ceil(top));
  return pixelsWhere(above, (i) => alpha.data[i] > 0.5 && isBetween(i % alpha.width)).length;
}

/**
 * The net's map for the neck between two points: the mean of its answers for the photo and its mirror image. `isFront`
 * is the share of the front at each of {@link MAP_SIDE} × {@link MAP_SIDE} places, 0 to 1. `toPhoto` converts neck
 * widths from the middle of the neck into pixels of the photo.
 */
async function lookAtNeck(cutOut: GarmentCutOut, left: Point, right: Point, net: Net) {
  const toPhoto = fromNeck(left, right);
  const { raster, alpha } = cutOut;
  const planes = cutOutPlanes(
    raster,
    (index) => alpha.data[index],
    SIDE,
    ({ x, y }) => toPhoto({ x: FRAME.left + x * FRAME.side, y: FRAME.top + y * FRAME.side }),
  );
  return { isFront: await meanShares(net, planes, SIDE, MAP_SIDE), toPhoto };
}

type SeenNeck = Awaited<ReturnType<typeof lookAtNeck>>;

/** Upper edge of the front in a column, and the height over which it is blurred, all in neck widths. */
function frontAt({ isFront }: SeenNeck, x: number): { y: number; blurred: number } {
  const column = ((x - FRAME.left) / FRAME.side) * MAP_SIDE - 0.5;
  let [above, blurred] = [0, 0];
  for (let row = 0; row < MAP_SIDE; row++) {
    const share = valueBetween(isFront, MAP_SIDE, MAP_SIDE, column, row);
    above += (1 - share) * PITCH;
    blurred += 4 * share * (1 - share) * PITCH;
  }
  return { y: FRAME.top + above, blurred };
}

/** The highest places of the front on the left and on the right, where it meets the shoulders. */
function neckEnds(neck: SeenNeck): Point[] {
  return [-1, 1].map((side) => {
    const heights = END_PLACES.map((aside) => ({ x: side * aside, y: frontAt(neck, side * aside).y }));
    const worth = ({ x, y }: Point) => y + END_TRUST * Math.abs(Math.abs(x) - 0.5);
    return neck.toPhoto(heights.reduce((best, place) => (worth(place) < worth(best) ? place : best)));
  });
}

/** The front edge between the two ends of a neck, and how clear it is, 0 to 1. */
function frontEdge(neck: SeenNeck): Pick<Neckline, 'edge' | 'confidence'> {
  const places = Array.from({ length: EDGE_POINTS }, (_, index) => index / (EDGE_POINTS - 1) - 0.5);
  const heights = places.map((x) => frontAt(neck, x));
  const blurred = heights.reduce((sum, height) => sum + height.blurred, 0) / EDGE_POINTS;
  const isEnd = (index: number) => index === 0 || index === EDGE_POINTS - 1;
  return {
    edge: places.map((x, index) => neck.toPhoto({ x, y: isEnd(index) ? 0 : heights[index].y })),
    confidence: clamp((UNCLEAR - blurred) / (UNCLEAR - CLEAR)),
  };
}

/** Returns the conversion of neck widths from the middle of the neck into pixels of the photo. */
function fromNeck(left: Point, right: Point): (p: Point) => Point {
  const middle = mix(left, right, 0.5);
  const across = subtract(right, left);
  const down = { x: -across.y, y: across.x };
  return ({ x, y }) => add(add(middle, across, x), down, y);
}

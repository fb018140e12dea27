import type { GarmentLandmark, Neckline } from '../../../analysis.ts';
import { blur } from '../../../pixels/filters.ts';
import { clamp, distance, interpolate, mix } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import type { StandingCollar } from './standing-collar.ts';

/** Shapes of the curve y = depth · (1 − |x|^power) that are tried: 1 is a V, 2 a round neck, 4 nearly square. */
const POWERS = [1, 1.3, 1.7, 2.2, 3, 4] as const;
/** Depth of an assumed crew neck, in neck widths. */
const ASSUMED_DEPTH = 0.22;
const ASSUMED_POWER = 2;
/** Deepest neckline, in neck widths. */
const DEPTH_MAX = 1.55;
/**
 * Share of a curve along the garment's own outline, and depth in neck widths, up to which it is that of the back; how
 * much deeper the front lies, the share of its curve that may run along the outline, and its score against that of the
 * back's, which has more contrast.
 */
const BACK_GAPS_MIN = 0.5;
const BACK_DEPTH_MAX = 0.2;
const BELOW_BACK = 0.12;
const FRONT_GAPS_MAX = 0.35;
const FRONT_SCORE_MIN = 0.4;
/**
 * Depths between which the collar of a front with buttons lies open, in neck widths, and bluntest curve that counts as
 * a V.
 */
const OPEN_COLLAR = [0.4, 0.9];
const POINTED_MAX = 1.3;
/** Cloth above the neck points, in squared neck widths, from which the neck is closed: a turtleneck or a collar. */
const TOWER_MIN = 0.1;
/** Points of the edge. */
const EDGE_POINTS = 17;
/** Samples across a candidate curve, from −0.82 to 0.82 of half the neck. */
const SAMPLE_STEP = 0.06;
const SAMPLE_END = 0.82;

/** How likely a round neckline of a depth is, and a pointed one: products are mostly crew necks, Vs are mostly deep. */
const ROUND_PRIOR = (depth: number) => 0.15 + 0.85 * Math.exp(-(((depth - 0.32) / 0.3) ** 2));
const POINTED_PRIOR = [
  [0.2, 0.5],
  [0.3, 0.9],
  [1.2, 0.9],
  [1.4, 0.6],
] as const;

interface Curve {
  /** Pixels below the line between the neck points. */
  readonly depth: number;
  readonly power: number;
  readonly score: number;
  /** Share of it with the background above and cloth below, 0 to 1. */
  readonly gaps: number;
}

/**
 * Finds the front edge of the neck opening: above it the photo shows the inside of the back, which is not worn in
 * front.
 */
export function findNeckline(
  cutOut: GarmentCutOut,
  landmarks: Readonly<Record<GarmentLandmark, Point>>,
  opens: boolean,
): Neckline {
  const { neckLeft, neckRight, armpitLeft, armpitRight } = landmarks;
  const neckWidth = Math.max(4, distance(neckLeft, neckRight));
  if (towerArea(cutOut, neckLeft, neckRight) > TOWER_MIN * neckWidth * neckWidth) {
    return closedNeck([neckLeft, neckRight], null);
  }
  const depthMax = Math.min(
    ((armpitLeft.y + armpitRight.y) / 2 - (neckLeft.y + neckRight.y) / 2) * 1.25,
    neckWidth * DEPTH_MAX,
  );
  const curves = candidates(cutOut, neckLeft, neckRight, depthMax);
  const open = opens ? openCollar(curves, neckWidth) : null;
  const best = open ?? frontEdge(curves, neckWidth);
  const typical = curves[curves.length >> 1]?.score ?? 0;
  const clear = best !== undefined && best.score >= 6 && (open !== null || best.score >= typical * 1.8 + 3);
  const chosen = clear
    ? deepestNear(best, curves, neckWidth)
    : { depth: ASSUMED_DEPTH * neckWidth, power: ASSUMED_POWER };
  return {
    edge: edgeOf(neckLeft, neckRight, chosen.depth, chosen.power),
    closed: false,
    inHood: false,
    collar: null,
    confidence: clear ? clamp((best.score / (typical * 1.8 + 3) - 1) / 2, 0.2, 1) : 0.1,
  };
}

const closedNeck = (edge: Neckline['edge'], collar: Neckline['collar']): Neckline => ({
  edge,
  closed: true,
  inHood: false,
  collar,
  confidence: 0.8,
});

/**
 * How far below its foot the front of a collar that stands may open, in widths of its upper end, and the mouth of a
 * hood; least score of its edge.
 */
const BELOW_FOOT = 0.15;
const BELOW_HOOD = 0.4;
const COLLAR_SCORE_MIN = 14;

/**
 * The neckline of a garment whose collar stands up: the front edge between its upper ends, or none where the front is
 * as high as they are.
 */
export const findCollarEdge = (cutOut: GarmentCutOut, collar: StandingCollar): Neckline =>
  edgeInCollar(cutOut, collar, BELOW_FOOT);

/** The same of what is left of a hood, which opens farther down. */
export const findHoodEdge = (cutOut: GarmentCutOut, collar: StandingCollar): Neckline =>
  edgeInCollar(cutOut, collar, BELOW_HOOD);

function edgeInCollar(cutOut: GarmentCutOut, { base, top }: StandingCollar, belowFoot: number): Neckline {
  const [left, right] = top;
  const neckWidth = Math.max(4, distance(left, right));
  const tall = (base[0].y + base[1].y - left.y - right.y) / 2;
  const curves = candidates(cutOut, left, right, tall + belowFoot * neckWidth);
  const best = curves.find(({ depth }) => depth > BACK_DEPTH_MAX * neckWidth);
  if (!best || best.score < COLLAR_SCORE_MIN) return closedNeck(base, top);
  const { depth, power } = deepestNear(best, curves, neckWidth);
  return { edge: edgeOf(left, right, depth, power), closed: false, inHood: false, collar: top, confidence: 0.8 };
}

/**
 * The best curve, or where that is the back's upper edge, as flat ones along the outline are, the best below it that
 * stands out.
 */
function frontEdge(curves: readonly Curve[], neckWidth: number): Curve | undefined {
  const best = curves[0];
  if (!best || best.gaps < BACK_GAPS_MIN || best.depth > BACK_DEPTH_MAX * neckWidth) return best;
  const front = curves.find(({ depth, gaps }) => gaps < FRONT_GAPS_MAX && depth > best.depth + BELOW_BACK * neckWidth);
  return front && front.score > FRONT_SCORE_MIN * best.score ? front : best;
}

/**
 * The V in which a front with buttons lies open at its collar, where the best curve is as flat as the collar at the
 * back; null where it is not.
 */
function openCollar(curves: readonly Curve[], neckWidth: number): Curve | null {
  const [best] = curves;
  if (!best || best.gaps >= BACK_GAPS_MIN || best.depth > BACK_DEPTH_MAX * neckWidth) return null;
  const [least, most] = OPEN_COLLAR.map((depth) => depth * neckWidth);
  return curves.find(({ depth, power }) => power <= POINTED_MAX && depth > least && depth < most) ?? null;
}

/** Garment pixels well above the line between the neck points. */
function towerArea({ alpha }: GarmentCutOut, left: Point, right: Point): number {
  const top = (left.y + right.y) / 2 - 0.12 * distance(left, right);
  let count = 0;
  for (let y = 0; y < top; y++)
    for (let x = Math.max(0, Math.round(left.x)); x < Math.min(alpha.width, right.x); x++)
      if (alpha.data[y * alpha.width + x] > 0.5) count++;
  return count;
}

/** All curves with how much the cloth differs across them, best first. */
function candidates(cutOut: GarmentCutOut, left: Point, right: Point, depthMax: number): Curve[] {
  const neckWidth = distance(left, right);
  const colours = chestColours(cutOut, left, right);
  const curves: Curve[] = [];
  for (const power of POWERS) {
    for (let depth = 0.04 * neckWidth; depth < depthMax; depth += Math.max(1.5, neckWidth * 0.014)) {
      const share = depth / neckWidth;
      const prior = power <= POINTED_MAX ? interpolate(POINTED_PRIOR, share) : ROUND_PRIOR(share);
      const { contrast, gaps } = contrastAcross(colours, left, right, depth, power);
      curves.push({ depth, power, score: contrast * prior, gaps });
    }
  }
  return curves.sort((a, b) => b.score - a.score);
}

/** Of curves nearly as good, the deepest a little below the best: a rib has two edges, and the lower one is its end. */
function deepestNear(best: Curve, curves: readonly Curve[], neckWidth: number): { depth: number; power: number } {
  const near = curves.filter(
    (curve) =>
      curve.score > 0.8 * best.score && curve.depth >= best.depth && curve.depth < best.depth + 0.05 * neckWidth,
  );
  const deepest = near.reduce((a, b) => (b.depth > a.depth ? b : a), best);
  return { depth: deepest.depth + 0.012 * neckWidth, power: deepest.power };
}

interface ChestColours {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Luma and two colour differences, smoothed over the cloth alone; NaN off it. */
  readonly coarse: readonly Float32Array[];
  readonly fine: readonly Float32Array[];
  readonly cloth: Float32Array;
}

function chestColours({ raster, alpha }: GarmentCutOut, neckLeft: Point, neckRight: Point): ChestColours {
  const neckWidth = distance(neckLeft, neckRight);
  const middle = mix(neckLeft, neckRight, 0.5);
  const left = Math.max(0, Math.floor(neckLeft.x - neckWidth * 0.2));
  const top = Math.max(0, Math.floor(middle.y - neckWidth * 0.4));
  const width = Math.max(1, Math.min(raster.width, Math.floor(neckRight.x + neckWidth * 0.2)) - left);
  const height = Math.max(1, Math.min(raster.height, Math.floor(middle.y + neckWidth * 1.9)) - top);
  const cloth = new Float32Array(width * height);
  const channels = [
    new Float32Array(width * height),
    new Float32Array(width * height),
    new Float32Array(width * height),
  ];
  for (let i = 0; i < cloth.length; i++) {
    const from = (top + Math.floor(i / width)) * raster.width + left + (i % width);
    if (alpha.data[from] <= 0.6) continue;
    const [r, g, b] = raster.data.subarray(from * 3, from * 3 + 3);
    cloth[i] = 1;
    channels[0][i] = 0.3 * r + 0.59 * g + 0.11 * b;
    channels[1][i] = r - g;
    channels[2][i] = g - b;
  }
  const smooth = (sigma: number) => {
    const weight = blur(cloth, width, height, sigma);
    return channels.map((channel) =>
      blur(channel, width, height, sigma).map((value, i) => (weight[i] > 0.02 ? value / weight[i] : Number.NaN)),
    );
  };
  return { left, top, width, height, cloth, coarse: smooth(Math.max(2, neckWidth * 0.028)), fine: smooth(1) };
}

/**
 * How much what lies below a curve differs from what lies above it, along its whole length; a gap to the background
 * counts as much.
 */
function contrastAcross(
  colours: ChestColours,
  left: Point,
  right: Point,
  depth: number,
  power: number,
): { readonly contrast: number; readonly gaps: number } {
  const neckWidth = distance(left, right);
  const middle = mix(left, right, 0.5);
  const sample = (plane: Float32Array, x: number, y: number) => {
    const px = Math.round(x) - colours.left;
    const py = Math.round(y) - colours.top;
    return px < 0 || py < 0 || px >= colours.width || py >= colours.height
      ? Number.NaN
      : plane[py * colours.width + px];
  };
  const steps: number[] = [];
  const edges: number[] = [];
  let gaps = 0;
  let count = 0;
  for (let q = -SAMPLE_END; q <= SAMPLE_END + 1e-9; q += SAMPLE_STEP) {
    const x = middle.x + ((right.x - left.x) / 2) * q;
    const y = middle.y + ((right.y - left.y) / 2) * q + depth * (1 - Math.abs(q) ** power);
    const slope = (depth * power * Math.abs(q) ** (power - 1) * Math.sign(q)) / (neckWidth / 2);
    const size = Math.hypot(1, slope);
    const [nx, ny] = [slope / size, 1 / size];
    const across = (plane: Float32Array, reach: number) =>
      sample(plane, x + nx * reach, y + ny * reach) - sample(plane, x - nx * reach, y - ny * reach);
    count++;
    if (sample(colours.cloth, x - nx * 4, y - ny * 4) === 0 && sample(colours.cloth, x + nx * 4, y + ny * 4) === 1) {
      gaps++;
      continue;
    }
    const [light, red, blue] = colours.coarse.map((plane) => across(plane, Math.max(4, neckWidth * 0.06)));
    if (Number.isNaN(light + red + blue)) continue;
    // The inside of the back lies in the shade: the front below the edge is lighter.
    steps.push(light + 0.6 * (Math.abs(red) + Math.abs(blue)));
    edges.push(
      Math.min(
        60,
        colours.fine.reduce((sum, plane) => sum + Math.abs(across(plane, 3) || 0), 0),
      ),
    );
  }
  const share = gaps / count;
  if (steps.length <= 6) return { contrast: 45 * share, gaps: share };
  const typical = median(steps);
  const deviation = median(steps.map((step) => Math.abs(step - typical)));
  const evenness = clamp(typical / (deviation + 1.5), 0, 2.5);
  const within = Math.max(0, typical) * evenness + 0.35 * median(edges);
  return { contrast: within * (1 - share) + 45 * share, gaps: share };
}

function edgeOf(left: Point, right: Point, depth: number, power: number): Point[] {
  return Array.from({ length: EDGE_POINTS }, (_, index) => {
    const q = (index / (EDGE_POINTS - 1)) * 2 - 1;
    const base = mix(left, right, (q + 1) / 2);
    return { x: base.x, y: base.y + depth * (1 - Math.abs(q) ** power) };
  });
}

import type { BodyFrame } from '../../../analysis.ts';
import { add, dot, interpolate, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Joints } from './joints.ts';
import type { PhotoAt } from './photo-at.ts';
import { SIDES, type Side, signOf } from './side.ts';

/**
 * Height of neck and shoulder over the line between the joints, by the distance from the axis; both in shoulder widths.
 */
const SHOULDER_HEIGHTS = [
  [0, 0.24],
  [0.15, 0.22],
  [0.22, 0.165],
  [0.4, 0.11],
  [0.52, 0.075],
  [0.6, 0.01],
  [0.7, -0.12],
] as const;
/** Distance between cloth and shoulder in shoulder widths: the thickness of cloth. */
export const SHOULDER_LIFT = 0.004;

/**
 * Greatest height of a bare shoulder over the expected one, in shoulder widths. A coat is padded, so its edge does not
 * show the shoulder. Our estimate.
 */
const UNDER_COAT = 0.02;

/** The measurements that the shoulder line needs, in pixels of the analysed person. */
export interface ShoulderMeasuring extends Pick<BodyFrame, 'shoulderCentre' | 'down' | 'across' | 'shoulderWidth'> {
  readonly joints: Joints;
  readonly photoAt: PhotoAt;
  readonly wearsOuterwear: boolean;
}

/** The shoulders of a body. */
export interface Shoulders {
  /**
   * The line of neck, shoulder and deltoid of either side, by the distance from the axis in pixels of the analysed
   * person.
   */
  readonly shoulderLine: (offset: number, side: Side) => Point;
  /** Depth of a point below that line, which a coat does not raise, in the same pixels; negative above it. */
  readonly underShoulder: (p: Point, side: Side) => number;
}

/** Measures the shoulders of a body. */
export function shouldersOf(measuring: ShoulderMeasuring): Shoulders {
  const { shoulderCentre, across, down, shoulderWidth, wearsOuterwear } = measuring;
  const edges = SIDES.map((side) => measureEdge(side, measuring));
  const lines = edges.map((edge) => lineOf(edge, shoulderWidth, Number.POSITIVE_INFINITY));
  const bare = wearsOuterwear ? edges.map((edge) => lineOf(edge, shoulderWidth, UNDER_COAT)) : lines;
  return {
    shoulderLine: (offset, side) => {
      const height = interpolate(lines[side], offset) + SHOULDER_LIFT * shoulderWidth;
      return add(add(shoulderCentre, across, signOf(side) * offset), down, -height);
    },
    underShoulder: (p, side) => {
      const from = subtract(p, shoulderCentre);
      return dot(from, down) + interpolate(bare[side], signOf(side) * dot(from, across));
    },
  };
}

/** Measured distances from the axis, in shoulder widths. */
const SHOULDER_OFFSETS = Array.from({ length: 15 }, (_, k) => k * 0.05);

/** The upper edge of the person along one shoulder. */
interface ShoulderEdge {
  /** Fall of the line between the joints, in pixels a pixel outwards. */
  readonly tilt: number;
  /** Heights over that line at {@link SHOULDER_OFFSETS}, in pixels; null where the photo shows no edge. */
  readonly heights: readonly (number | null)[];
}

function measureEdge(side: Side, body: ShoulderMeasuring): ShoulderEdge {
  const { joints, shoulderCentre: origin, down, across, shoulderWidth, photoAt } = body;
  const toJoint = subtract(joints.shoulder[side], origin);
  const tilt = dot(toJoint, down) / Math.max(1, Math.abs(dot(toJoint, across)));
  const heights = SHOULDER_OFFSETS.map((share) => {
    const offset = share * shoulderWidth;
    const base = add(add(origin, across, signOf(side) * offset), down, tilt * offset);
    for (let height = -0.1 * shoulderWidth; height < 0.3 * shoulderWidth; height++) {
      const seen = photoAt(add(base, down, -height));
      if (!seen || seen.matte < 0.5 || seen.region === 'hair') return height;
    }
    return null;
  });
  return { tilt, heights };
}

/**
 * The line of a shoulder by its edge, at most `over` shoulder widths over the expected one. It only falls from the neck
 * outwards, so hair and collars do not raise it.
 */
function lineOf(
  { tilt, heights }: ShoulderEdge,
  shoulderWidth: number,
  over: number,
): readonly (readonly [number, number])[] {
  const line = SHOULDER_OFFSETS.map(
    (share, k) => plausibleHeight(heights[k], share, shoulderWidth, over) - tilt * (share * shoulderWidth),
  );
  for (let k = line.length - 2; k >= 0; k--) line[k] = Math.max(line[k], line[k + 1]);
  return line.map((height, k) => [SHOULDER_OFFSETS[k] * shoulderWidth, height]);
}

/** A measured height, clamped to plausible bounds; the expected one if it is far lower or missing. */
function plausibleHeight(measured: number | null, share: number, shoulderWidth: number, over: number): number {
  const expected = interpolate(SHOULDER_HEIGHTS, share) * shoulderWidth;
  // Near the neck a measurement is more often a chin or a collar than the shoulder.
  const most = expected + Math.min(over, share > 0.19 ? 0.17 : 0.06) * shoulderWidth;
  return measured !== null && measured > expected - 0.08 * shoulderWidth ? Math.min(measured, most) : expected;
}

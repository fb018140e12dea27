import { add, clamp, distance, mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { TopFitting } from './top-fitting.ts';

/**
 * A flat neck opening becomes a ring on a body. The first share narrows the ring; the second share of the flat width
 * reaches forward instead of down. Both follow from a ring of 44 cm that is 18 cm wide and 8 cm deep when flat. The
 * foot of the neck leans forward by 45 degrees.
 */
const RING_NARROWS = 0.14;
const RING_REACH = 0.19;
/**
 * Width of a neck as a share of the shoulders. The greatest of such a ring, and the least of one that lies flat on the
 * body or on straps.
 */
const RING_MAX = 0.5;
const FLAT_MIN = 0.9;

/** Greatest height of a collar over the line of the shoulders, in shoulder widths, unless the jaw is lower. */
const COLLAR_TALL = 0.2;

type Fitting = Pick<TopFitting, 'garment' | 'frame' | 'body' | 'scale'>;

/**
 * Width of a neck on a body, and the depth of its front that reaches forward, in pixels of the garment. A neck within a
 * standing collar or a hood is no ring.
 */
export function neckOnBody({ garment: { neckline }, landmark }: Pick<TopFitting, 'garment' | 'landmark'>): {
  width: number;
  forward: number;
} {
  const flat = distance(landmark('neck', 0), landmark('neck', 1));
  if (!neckline || neckline.closed || neckline.collar || neckline.inHood) return { width: flat, forward: 0 };
  const share = flat / distance(landmark('shoulder', 0), landmark('shoulder', 1));
  const ring = clamp((FLAT_MIN - share) / (FLAT_MIN - RING_MAX));
  return { width: flat * (1 - RING_NARROWS * ring), forward: RING_REACH * ring * flat };
}

/** Depth of the front's beginning below the middle of the neck, in pixels of the garment and of the person. */
export function frontOf(
  { garment: { neckline }, frame, scale, body }: Fitting,
  forward: number,
): { depth: number; bottom: number } {
  const depth = neckline && !neckline.closed ? Math.max(...neckline.edge.map((p) => frame.along(p))) : 0;
  const drop = (depth - forward) * scale;
  return { depth, bottom: neckline?.collar ? drop : Math.max(drop, 0.06 * body.shoulderWidth) };
}

/** The upper ends of a standing collar. */
export function pairCollar(
  { garment: { neckline }, frame, body, scale }: Fitting,
  necks: readonly Point[],
  pair: (source: Point, target: Point) => void,
): void {
  if (!neckline?.collar) return;
  for (const side of SIDES) {
    const end = neckline.collar[side];
    const room = (body.torsoPlace(necks[side]).share - body.jaw) * body.torsoLength;
    const tall = clamp(-frame.along(end) * scale, 0, Math.max(0, Math.min(COLLAR_TALL * body.shoulderWidth, room)));
    const foot = add(necks[side], body.down, -tall);
    const footOffset = body.torsoPlace(foot).offset;
    const offset = Math.min(Math.abs(footOffset), Math.abs(frame.aside(end)) * scale);
    pair(end, add(foot, body.across, signOf(side) * offset - footOffset));
  }
}

/** Distance of an outline within the sides of a torso, as a share of its width: the edge of the cloth is soft. */
const WITHIN = 0.012;

/**
 * The outline that a torso fills, in pixels of the analysed person. It lies below its neckline and its shoulders, and
 * slightly inside its sides. Shoulders run from neck to tip, sides from armpit to hem.
 */
export function torsoOutline(
  { down, shoulderWidth }: BodyModel,
  necks: readonly Point[],
  depth: number,
  shoulders: readonly Point[][],
  sides: readonly Point[][],
): Point[] {
  const neckline = Array.from({ length: 21 }, (_, k) => {
    const q = k / 10 - 1;
    return add(mix(necks[0], necks[1], (q + 1) / 2), down, depth * (1 - q * q) + 0.012 * shoulderWidth);
  });
  return [
    ...neckline,
    ...shoulders[1],
    ...withinSide(sides, 1),
    ...withinSide(sides, 0).reverse(),
    ...shoulders[0].toReversed(),
  ];
}

/** A side of a torso, slightly inside it, from armpit to hem. */
export function withinSide(sides: readonly (readonly Point[])[], side: Side): Point[] {
  return sides[side].map((p, k) => mix(p, sides[side === 0 ? 1 : 0][k], WITHIN));
}

import type { AccessoryAnalysis } from '../../../analysis.ts';
import { type Box, boxAbove } from '../../../pixels/crop.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { lowerEdgeOf, type OutlineRow, openingsIn, rowsOf, STEPS, symmetryOf } from './accessory-outline.ts';
import { fitOverHair, measureBareHead, pieceOnHead } from './head.ts';

/**
 * Height of the crown's edge at the sides of the head, above the eyes; the sides of a cap reach lower than a brim. All
 * lengths are in pupil distances.
 */
const BRIM_SEAT_UP = 1.02;
const CAP_SEAT_UP = 0.88;
/** Height of the lower edge of a brim or a visor in the middle of the forehead, above the brows. */
const BRIM_EDGE_UP = 0.55;
const VISOR_EDGE_UP = 0.46;
/** Thickness that a crown adds to half the width of the head. */
const CLOTH = 0.07;
/** Height of the top of a hat above the hair, and the largest such height of hats and of soft ones, which sink in. */
const ABOVE_HAIR = 0.08;
const TOP_MAX = 0.9;
const SOFT_TOP_MAX = 0.5;

/**
 * Puts a hat on the head, over the hair. The crown keeps its shape; a brim is flattened as at eye level.
 *
 * Throws EngineRejection for a head or hat that does not face the camera, hair that the hat cannot cover, or a photo
 * without room.
 */
export function fitHat(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  const shape = measureHatShape(accessory);
  if (!shape)
    throw new EngineRejection(
      'The photo does not show the hat straight from the front, or it shows its inside, its strap or a shadow. Use a photo of the hat alone at eye level, on an even light background without shadows.',
    );
  const { box, crown, brimmed, isSoft } = shape;
  const seatUp = brimmed ? BRIM_SEAT_UP : CAP_SEAT_UP;
  const bare = measureBareHead(scene, seatUp - 0.3, seatUp);
  const { head } = bare;
  const scale = crown.width / (2 * (bare.halfWidth + CLOTH));
  const front = shape.edgeAt(crown.middle) - crown.seat;
  const edgeUp = Math.max(seatUp - front / scale, brimmed ? BRIM_EDGE_UP : VISOR_EDGE_UP);
  const below = front / (seatUp - edgeUp);
  const columnAt = (right: number) => crown.middle + (right - bare.middle) * scale;
  const lowestAt = (right: number) => seatUp - (shape.edgeAt(columnAt(right)) - crown.seat) / below;
  const top = clamp(
    seatUp + (crown.seat - box.top) / scale,
    bare.top + ABOVE_HAIR,
    bare.top + (isSoft ? SOFT_TOP_MAX : TOP_MAX),
  );
  const above = (crown.seat - box.top) / (top - seatUp);
  const rightOf = (column: number) => bare.middle + (column - crown.middle) / scale;
  const corners = [
    { right: rightOf(box.left), up: seatUp - (box.top + box.height - crown.seat) / below },
    { right: rightOf(box.left + box.width), up: top },
  ] as const;
  const piece = pieceOnHead(head, corners, ({ right, up }) => ({
    x: columnAt(right),
    y: crown.seat - (up - seatUp) * (up > seatUp ? above : below),
  }));
  return fitOverHair(bare, scene, piece, top, lowestAt);
}

/** Number of steps that measure the slope of a hat's sides. */
const SIDE = 4;
/** Range of heights where crown and brim may meet, as shares from the top. */
const SEAT_MIN = 0.3;
const SEAT_MAX = 0.85;
/** Share of a soft hat above its cuff or hem. */
const SOFT_SEAT = 0.8;
/** Least width of a hat with a brim all round, as a multiple of its crown. */
const BRIM_MIN = 1.2;
/**
 * Least width of a cap just above its lower edge, as a share of the crown's width. A beret, or a hat seen from above,
 * is narrower there.
 */
const CAP_FOOT_MIN = 0.72;
/** Least overlap of a hat with its mirror image if the photo shows its front. */
const FRONT_SYMMETRY_MIN = 0.85;
/** Least width to height of caps seen from the front. Seen from above, a visor lies below the whole crown. */
const CAP_ASPECT_MIN = 0.8;
/** A brim that is widest below this share of the height shows its front; otherwise its upper side. */
const BRIM_WIDEST_MIN = 0.62;
/** Largest share of a hat that may be open to the background, as the gap above a strap at its back. */
const OPEN_MAX = 0.006;

/**
 * Tolerances of a straight hat top, as shares of the width: its extent, the random deviation in pixels, and the mean
 * deviation.
 */
const STRAIGHT = 0.012;
const STRAIGHT_PIXELS = 1.5;
const RAGGED_MAX = 0.0018;
/** Half width of the crown's top, as a share of the crown's width. */
const CROWN_TOP = 0.33;

/** A hat from the front, in pixels of its photo. */
export interface HatShape {
  readonly box: Box;
  /** True for a brim all round, false for a visor or none. */
  readonly brimmed: boolean;
  /** True for a hat of cloth or wool without either. */
  readonly isSoft: boolean;
  /** Middle, width and row of the crown's lower edge. */
  readonly crown: { readonly middle: number; readonly width: number; readonly seat: number };
  /** Row of the lower edge in a column; beyond the hat, that of its outermost column. */
  edgeAt(column: number): number;
}

/** Measures a hat. Returns null unless the photo shows it upright and from the front. */
export function measureHatShape(accessory: AccessoryAnalysis): HatShape | null {
  const box = boxAbove(accessory.alpha, 0.5);
  const isOpen = openingsIn(accessory).sizes.some((size) => size > OPEN_MAX * box.width * box.height);
  if (isOpen || symmetryOf(accessory, box) < FRONT_SYMMETRY_MIN) return null;
  const shape = shapeBy(accessory, box);
  return shape && !isRagged(accessory, shape) ? shape : null;
}

function shapeBy(accessory: AccessoryAnalysis, box: Box): HatShape | null {
  const rows = rowsOf(accessory, box);
  const seat = meetingOf(rows);
  const widest = rows.reduce((best, row, k) => (row.width > rows[best].width ? k : best), 0);
  const brimmed = rows[widest].width > BRIM_MIN * rows[seat].width && widest > seat;
  const edgeAt = lowerEdgeOf(accessory, box);
  const rowAt = (k: number) => box.top + (k / STEPS) * (box.height - 1);
  if (brimmed) {
    if (widest < BRIM_WIDEST_MIN * STEPS) return null;
    const crown = { ...rows[seat], seat: rowAt(seat) };
    return { box, brimmed, isSoft: false, crown, edgeAt };
  }
  const foot = rows[Math.round(0.9 * STEPS)];
  const isSoft = accessory.category === 'beanie';
  const capSeat = isSoft ? Math.round(SOFT_SEAT * STEPS) : footOfCrown(rows);
  if (box.width < CAP_ASPECT_MIN * box.height || foot.width < CAP_FOOT_MIN * rows[capSeat].width) return null;
  const crown = { ...rows[capSeat], width: rows[isSoft ? widest : capSeat].width, seat: rowAt(capSeat) };
  return { box, brimmed, isSoft, crown, edgeAt };
}

/** The step where the sides turn outwards most: crown above, brim below. */
function meetingOf(rows: readonly OutlineRow[]): number {
  let [best, sharpest] = [Math.round(SEAT_MIN * STEPS), Number.NEGATIVE_INFINITY];
  for (let k = best; k <= SEAT_MAX * STEPS; k++) {
    const turn = (rows[k + SIDE].width - 2 * rows[k].width + rows[k - SIDE].width) / rows[k].width;
    if (turn > sharpest) [best, sharpest] = [k, turn];
  }
  return best;
}

/** The lowest step above the visor's rounded end where a cap's crown is nearly at its greatest width. */
function footOfCrown(rows: readonly OutlineRow[]): number {
  const crown = rows.slice(Math.round(SEAT_MIN * STEPS), Math.round(0.72 * STEPS));
  const widest = Math.max(...crown.map((row) => row.width));
  return Math.round(SEAT_MIN * STEPS) + crown.findLastIndex((row) => row.width > 0.96 * widest);
}

/** True if the cut-out removed a part of a hat's top that is as light as its background. */
function isRagged({ alpha }: AccessoryAnalysis, { box, crown }: HatShape): boolean {
  const step = Math.max(2, Math.round(STRAIGHT * box.width));
  const reach = Math.round(CROWN_TOP * crown.width);
  const tops = Array.from({ length: 2 * (reach + step) }, (_, k) => {
    const column = Math.round(crown.middle) - reach - step + k;
    let y = box.top;
    while (y < box.top + box.height - 1 && alpha.data[y * alpha.width + column] <= 0.5) y++;
    return y;
  });
  const bends = tops
    .slice(step, -step)
    .map((y, k) => clamp(Math.abs(tops[k] - 2 * y + tops[k + 2 * step]) - STRAIGHT_PIXELS, 0, 2 * step));
  return bends.reduce((sum, bend) => sum + bend, 0) / bends.length > RAGGED_MAX * box.width;
}

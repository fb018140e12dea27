import type { AccessoryAnalysis } from '../../../analysis.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { findRoomAbove, fitOverHair, measureBareHead } from './bare-head.ts';
import { measureHatShape } from './hat-shape.ts';
import { pieceOnHead } from './head.ts';

/**
 * Height of the crown's edge at the sides of the head, above the eyes; the sides of a cap reach lower than a brim. All
 * lengths are in pupil distances.
 */
const BRIM_SEAT_UP = 1.02;
const CAP_SEAT_UP = 0.88;
/** Height of the lower edge of a brim or a visor in the middle of the forehead, above the brows. */
const BRIM_EDGE_UP = 0.55;
const VISOR_EDGE_UP = 0.46;
/** Height of the brows' lower edge above the eyes, and the distance to each side where it is measured. */
const BROWS_UP = 0.34;
const BROWS_ASIDE = 0.9;
/** Thickness that a crown adds to half the width of the head. */
const CLOTH = 0.07;
/** Height of the top of a hat above the hair, and the largest such height. */
const ABOVE_HAIR = 0.08;
const TOP_MAX = 0.9;
/** Largest stretch of a crown for that height. */
const TALLER_MAX = 1.3;
const FLATTER_MIN = 0.75;

/**
 * Puts a hat with a brim or a visor on the head. The crown keeps its shape; the brim is flattened as at eye level.
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
  const { box, crown, brimmed } = shape;
  const seatUp = brimmed ? BRIM_SEAT_UP : CAP_SEAT_UP;
  const bare = measureBareHead(scene, seatUp - 0.3, seatUp);
  const { head } = bare;
  const scale = crown.width / (2 * (bare.halfWidth + CLOTH));
  const front = shape.edgeAt(crown.middle) - crown.seat;
  const edgeUp = Math.max(seatUp - front / scale, brimmed ? BRIM_EDGE_UP : VISOR_EDGE_UP);
  const below = front / (seatUp - edgeUp);
  const columnAt = (right: number) => crown.middle + (right - bare.middle) * scale;
  const lowestAt = (right: number) => seatUp - (shape.edgeAt(columnAt(right)) - crown.seat) / below;
  const raised = Math.max(0, BROWS_UP - Math.min(...[-BROWS_ASIDE, 0, BROWS_ASIDE].map(lowestAt)));
  const rise = (crown.seat - box.top) / scale;
  const bottom = seatUp + raised;
  const least = bare.top + ABOVE_HAIR - bottom;
  const worn = clamp(clamp(rise, least, bare.top + TOP_MAX - bottom), FLATTER_MIN * rise, TALLER_MAX * rise);
  if (worn < least)
    throw new EngineRejection(
      'The hair stands too high for the hat. Use a person photo with the hair close to the head, or a hat with a higher crown.',
    );
  findRoomAbove(head, bottom + worn);
  const above = (crown.seat - box.top) / worn;
  const rightOf = (column: number) => bare.middle + (column - crown.middle) / scale;
  const corners = [
    { right: rightOf(box.left), up: bottom - (box.top + box.height - crown.seat) / below },
    { right: rightOf(box.left + box.width), up: bottom + worn },
  ] as const;
  const piece = pieceOnHead(head, corners, ({ right, up }) => [
    columnAt(right),
    crown.seat - (up - bottom) * (up > bottom ? above : below),
  ]);
  const shadow = { drop: 0.28, softness: 0.22, depth: 0.45 };
  return fitOverHair(bare, scene, piece, (right) => lowestAt(right) + raised, shadow);
}

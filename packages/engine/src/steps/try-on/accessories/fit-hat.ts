import type { AccessoryAnalysis } from '../../../analysis.ts';
import { boundingBox, clamp } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { findRoomAbove, measureBareHead, pressedHair } from './bare-head.ts';
import { handInFront } from './hand-in-front.ts';
import { rejectRoughHat } from './hat-photo.ts';
import { measureHatShape } from './hat-shape.ts';

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
  rejectRoughHat(accessory);
  const shape = measureHatShape(accessory);
  if (!shape)
    throw new EngineRejection(
      'The photo does not show the hat straight from the front, or it shows its inside, its strap or a shadow. Use a photo of the hat alone at eye level, on an even light background without shadows.',
    );
  const { box, crown, brimmed } = shape;
  const seatUp = brimmed ? BRIM_SEAT_UP : CAP_SEAT_UP;
  const bare = measureBareHead(scene, seatUp - 0.3, seatUp);
  const { head, hair } = bare;
  const scale = crown.width / (2 * (bare.halfWidth + CLOTH));
  const front = middleEdge(shape.edgeAt, crown) - crown.seat;
  const edgeUp = Math.max(seatUp - front / scale, brimmed ? BRIM_EDGE_UP : VISOR_EDGE_UP);
  const below = front / (seatUp - edgeUp);
  const columnAt = (right: number) => crown.middle + (right - hair.middle) * scale;
  const lowestAt = (right: number) => seatUp - (shape.edgeAt(columnAt(right)) - crown.seat) / below;
  const raised = Math.max(0, BROWS_UP - Math.min(...[-BROWS_ASIDE, 0, BROWS_ASIDE].map(lowestAt)));
  const rise = (crown.seat - box.top) / scale;
  const bottom = seatUp + raised;
  const least = hair.top + ABOVE_HAIR - bottom;
  const worn = clamp(clamp(rise, least, hair.top + TOP_MAX - bottom), FLATTER_MIN * rise, TALLER_MAX * rise);
  if (worn < least)
    throw new EngineRejection(
      'The hair stands too high for the hat. Use a person photo with the hair close to the head, or a hat with a higher crown.',
    );
  findRoomAbove(head, bottom + worn);
  const above = (crown.seat - box.top) / worn;
  const corners = [box.left, box.left + box.width].flatMap((column) =>
    [bottom + worn, bottom - (box.top + box.height - crown.seat) / below].map((up) =>
      head.place(hair.middle + (column - crown.middle) / scale, up),
    ),
  );
  return {
    piece: {
      box: boundingBox(corners, 2),
      map: (x, y) => {
        const { right, up } = head.measure({ x, y });
        return [columnAt(right), crown.seat - (up - bottom) * (up > bottom ? above : below)];
      },
    },
    front: (p, pixel) => handInFront(scene, p, pixel),
    hidden: pressedHair(bare, scene, (right) => lowestAt(right) + raised),
    shadow: { shift: { x: 0, y: head.unit * 0.28 }, softness: head.unit * 0.22, depth: 0.45 },
    warnings: bare.warnings,
    confidence: clamp(head.eyeDistance / head.unit),
  };
}

/** The median row of the lower edge in front of the forehead. */
function middleEdge(
  edgeAt: (column: number) => number,
  { middle, width }: { readonly middle: number; readonly width: number },
): number {
  return median(Array.from({ length: 21 }, (_, k) => edgeAt(middle + ((k - 10) / 10) * 0.2 * width)));
}

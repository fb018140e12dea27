import type { AccessoryAnalysis } from '../../../analysis.ts';
import { boundingBox, clamp, smoothstep } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { findRoomAbove, measureBareHead, pressedHair } from './bare-head.ts';
import { handInFront } from './hand-in-front.ts';
import { outlineOfHat } from './hat-outline.ts';
import { rejectRoughHat } from './hat-photo.ts';
import { boxOfAccessory, symmetryOf } from './rigid.ts';

/**
 * Height of the lower edge above the eyes in the middle of the forehead, and how much lower it is at the temples. All
 * lengths are in pupil distances.
 */
const EDGE_UP = 0.72;
const EDGE_DROP = 0.38;
/** Thickness that knitting adds to half the width of the head. */
const KNIT = 0.06;
/** Largest difference in width between the hat's outline and a dome over the head, as a share. */
const LOOSE_MAX = 0.08;
const LOOSE_MIN = 0.1;
/** Exponent of that dome: 2 is an ellipse, more is squarer. */
const DOME = 2.1;
/** Height of the hat above the hair, and the largest such height. */
const ABOVE_HAIR = 0.16;
const ABOVE_HAIR_MAX = 0.6;
/** Share of the hat's height that shows when it is worn; its top slopes back over the head. */
const SEEN_HEIGHT = 0.8;
/** Least overlap of a hat with its mirror image if the photo shows its front. */
const FRONT_SYMMETRY_MIN = 0.8;
/** Width to height of soft hats that keep their shape when worn. Taller ones fold, and a pompom would be flattened. */
const ASPECT_MIN = 0.95;
const ASPECT_MAX = 1.7;

/**
 * Puts a soft hat on the head, over the hair.
 *
 * Throws EngineRejection for a head or hat that does not face the camera, hair that the hat cannot cover, or a photo
 * without room.
 */
export function fitBeanie(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  rejectRoughHat(accessory);
  const box = boxOfAccessory(accessory);
  const aspect = box.width / box.height;
  if (aspect < ASPECT_MIN || aspect > ASPECT_MAX || symmetryOf(accessory) < FRONT_SYMMETRY_MIN)
    throw new EngineRejection(
      'The photo does not show the hat straight from the front, or the hat is higher than wide. Use a photo of the hat from the front, with its cuff folded up and its opening at the bottom, on an even light background.',
    );
  const bare = measureBareHead(scene, EDGE_UP - EDGE_DROP, EDGE_UP);
  const { head, hair } = bare;
  const halfWidth = bare.halfWidth + KNIT;
  const outline = outlineOfHat(accessory, box);
  const natural = EDGE_UP + (SEEN_HEIGHT * box.height * 2 * halfWidth) / outline.bandWidth;
  const top = clamp(natural, hair.top + ABOVE_HAIR, hair.top + ABOVE_HAIR_MAX);
  findRoomAbove(head, top);
  const edgeAt = (right: number) => EDGE_UP - EDGE_DROP * Math.min(1.4, (right / halfWidth) ** 2);
  const corners = [-1.3, 1.3].flatMap((side) =>
    [EDGE_UP - 1, top].map((up) => head.place(hair.middle + side * halfWidth, up)),
  );
  return {
    piece: {
      box: boundingBox(corners, 2),
      map: (x, y) => {
        const { right: fromEyes, up } = head.measure({ x, y });
        const right = fromEyes - hair.middle;
        const edge = edgeAt(right);
        const rise = (up - edge) / (top - edge);
        const row = outline.at(rise);
        const dome = halfWidth * Math.max(0.02, 1 - clamp(rise) ** DOME) ** (1 / DOME);
        const own = (row.halfWidth / outline.bandWidth) * 2 * halfWidth;
        const loose = smoothstep(0, 0.5, rise);
        const worn = clamp(own, (1 - LOOSE_MIN * loose) * dome, (1 + LOOSE_MAX * loose) * dome);
        const share = right / Math.min(worn, hair.halfWidthAt(up) + KNIT);
        const bottom = outline.edgeAt(share);
        return [row.middle + share * row.halfWidth, bottom - rise * (bottom - box.top)];
      },
    },
    front: (p, pixel) => handInFront(scene, p, pixel),
    hidden: pressedHair(bare, scene, (right) => edgeAt(right - hair.middle)),
    shadow: { shift: { x: 0, y: head.unit * 0.1 }, softness: head.unit * 0.1, depth: 0.4 },
    warnings: bare.warnings,
    confidence: clamp(head.eyeDistance / head.unit + 0.05),
  };
}

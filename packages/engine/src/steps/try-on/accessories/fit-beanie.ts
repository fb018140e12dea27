import type { AccessoryAnalysis } from '../../../analysis.ts';
import { boundingBox, clamp, smoothstep } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { measureHair, shareCovered } from './hair.ts';
import { handInFront } from './hand-in-front.ts';
import { outlineOfHat } from './hat-outline.ts';
import { type Head, measureHead } from './head.ts';
import { boxOfAccessory, symmetryOf } from './rigid.ts';

/** How far above the eyes the lower edge lies in the middle of the forehead, and how much lower at the temples. In distances of the pupils, as all that follows. */
const EDGE_UP = 0.72;
const EDGE_DROP = 0.38;
/** Half the width of a bare head, 155 mm. */
const HEAD_HALF_WIDTH = 1.24;
/** How much knitting adds to it, how much wider hair may make the hat, and how much hair may stand out of it. */
const KNIT = 0.06;
const HALF_WIDTH_MAX = 1.6;
const HAIR_BESIDE_MAX = 0.45;
/** How much wider or narrower than a dome over the head a hat's own outline may make it, as a share. */
const LOOSE_MAX = 0.08;
const LOOSE_MIN = 0.1;
/** Exponent of that dome: 2 is an ellipse, more is squarer. */
const DOME = 2.1;
/** How far the hat rises above the hair, and above that at most. */
const ABOVE_HAIR = 0.16;
const ABOVE_HAIR_MAX = 0.6;
/** What of a hat's height is seen when it is worn: its top goes back over the head. */
const SEEN_HEIGHT = 0.8;
/** Least share of its mirror image that a hat seen from the front covers. */
const FRONT_SYMMETRY_MIN = 0.8;
/** Certainty of the cut-out from which its edge is clean enough for the middle of the picture. */
const CUT_OUT_MIN = 0.6;
/** Share of the head above the forehead that may be neither hair nor skin. */
const OTHER_MAX = 0.35;
/** Width to height of soft hats that keep their shape when they are worn: higher ones fold, and with a pompom they would be pressed flat. */
const ASPECT_MIN = 0.95;
const ASPECT_MAX = 1.7;
/** Share of the distance of the pupils that is seen of a face turned by 30 degrees. */
const FRONTAL_MIN = 0.8;

/**
 * Puts a soft hat on the head, over the hair. Throws EngineRejection for a head or a hat that is not seen from the front, hair that the
 * hat cannot cover, or a photo without room for it.
 */
export function fitBeanie(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  const head = measureHead(scene.person, 'hat');
  if (head.eyeDistance < FRONTAL_MIN * head.unit)
    throw new EngineRejection(
      'The face is turned too far to the side for the hat. Use a person photo in which the face looks towards the camera.',
    );
  if (accessory.confidence.cutOut < CUT_OUT_MIN)
    throw new EngineRejection(
      'The hat can hardly be told from the background of its photo. Use a photo of the hat on an even background that is lighter or darker than it, or a PNG with a transparent background.',
    );
  const box = boxOfAccessory(accessory);
  const aspect = box.width / box.height;
  if (aspect < ASPECT_MIN || aspect > ASPECT_MAX || symmetryOf(accessory) < FRONT_SYMMETRY_MIN)
    throw new EngineRejection(
      'The hat is not seen from the front in its photo, or higher than wide. Use a photo of a hat from the front, its cuff folded up and its opening at the bottom, on an even light background.',
    );
  const hair = measureHair(head, scene.person, EDGE_UP - EDGE_DROP, EDGE_UP);
  if (shareCovered(head, scene.person, EDGE_UP + 0.1, hair.top) > OTHER_MAX)
    throw new EngineRejection('The person wears something on the head already. Use a person photo with a bare head.');
  const widest = Math.max(...hair.halfWidths);
  const halfWidth = clamp(widest, HEAD_HALF_WIDTH, HALF_WIDTH_MAX) + KNIT;
  if (widest > halfWidth + HAIR_BESIDE_MAX)
    throw new EngineRejection(
      'The hair stands out too far for the hat to cover it. Use a person photo with the hair close to the head or tied back.',
    );
  const outline = outlineOfHat(accessory, box);
  const natural = EDGE_UP + (SEEN_HEIGHT * box.height * 2 * halfWidth) / outline.bandWidth;
  const top = clamp(natural, hair.top + ABOVE_HAIR, hair.top + ABOVE_HAIR_MAX);
  if (head.place(0, top).y < 0)
    throw new EngineRejection(
      'There is no room for the hat above the head. Use a person photo with some background above the hair.',
    );
  const edgeAt = (right: number) => EDGE_UP - EDGE_DROP * Math.min(1.4, (right / halfWidth) ** 2);
  const corners = [-1.3, 1.3].flatMap((side) => [EDGE_UP - 1, top].map((up) => head.place(hair.middle + side * halfWidth, up)));
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
    hidden: hairAbove(head, scene, (right) => edgeAt(right - hair.middle), halfWidth + Math.abs(hair.middle)),
    shadow: { shift: { x: 0, y: head.unit * 0.1 }, softness: head.unit * 0.1, depth: 0.4 },
    confidence: clamp(head.eyeDistance / head.unit + 0.05),
  };
}

/** How much of each pixel of the output is hair that a hat would press down: all above its edge. */
function hairAbove(head: Head, scene: Scene, edgeAt: (right: number) => number, halfWidth: number): Float32Array<ArrayBuffer> {
  const { placement, matte } = scene;
  return planeOf(matte.length, (i) => {
    if (matte[i] <= 0.02) return 0;
    const p = placement.toPerson((i % placement.width) + 0.5, Math.floor(i / placement.width) + 0.5);
    const { right, up } = head.measure(p);
    if (Math.abs(right) > halfWidth + HAIR_BESIDE_MAX * 1.5) return 0;
    return clamp((up - edgeAt(right)) / 0.12) * (1 - handInFront(scene, p, i));
  });
}

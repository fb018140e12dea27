import type { AccessoryAnalysis } from '../../../analysis.ts';
import { type Box, boundingBox, boxAbove, boxWhere } from '../../../pixels/crop.ts';
import { add, clamp, point, subtract } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';
import { topOfBody } from '../../garment/cut-out/handle-holes.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { openingsIn } from './accessory-outline.ts';
import { closeHand } from './closed-hand.ts';
import { findFreeHand, type HandTrouble, shoulderUnit } from './free-hand.ts';

/** Width of the soft edge of a drawn bag, in pixels of the scene. */
const EDGE = 2;
/**
 * Diagonal of a bag without its handles, in shoulder widths: 46 cm to 34 cm. A handbag of 30 × 25 cm has 39 cm, a tote
 * of 38 × 30 cm 48 cm, a weekender of 50 × 30 cm 58 cm.
 */
const DIAGONAL = 1.35;
/** Thickness of the fingers below a handle, in shoulder widths. */
const FINGER = 0.03;
/**
 * Greatest distance between the middles of handle and bag, as a share of the bag's width, at which the bag hangs
 * straight.
 */
const OFF_CENTRE_MAX = 0.22;
/** Thickest handle that fits into a hand, in shoulder widths: 5 cm. */
const THICKNESS_MAX = 0.15;
/** Height of the ankles above the ground, in shoulder widths. */
const GROUND = 0.15;

/** The middle of a handle is measured from its top down to this share of the height. */
const APEX_SHARE = 0.02;
/** Half width of the columns that measure the handle's thickness, as a share of the width. */
const GRIP_SHARE = 0.03;

const TROUBLES: Readonly<Record<HandTrouble, string>> = {
  hidden: 'No hand can hold the bag: both are in pockets, behind something, or outside the photo.',
  raised: 'No arm of the person hangs down to hold the bag.',
  holding: 'The hands of the person hold something already.',
};
const USE_PERSON = 'Use a person photo that shows the legs, and an arm that hangs down with an empty hand.';
const USE_BAG =
  'Use a photo of a hand-bag or tote that stands upright, seen from the front, with its handles up and whole, on an even background.';

/**
 * Hangs a bag by its handles from a free hand.
 *
 * Throws EngineRejection for a bag without handles that stand up and for a person without a free hand. Throws it too if
 * the bag would touch the ground or leave the picture.
 */
export function fitBag(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  const { body, grip, box, thickness } = outlineOf(accessory);
  if (thickness === null) throw new EngineRejection(`The bag has no handles that a hand could hold. ${USE_BAG}`);
  if (Math.abs(grip.x - body.left - body.width / 2) > OFF_CENTRE_MAX * body.width)
    throw new EngineRejection(`The handles do not stand up above the middle of the bag. ${USE_BAG}`);
  const size = shoulderUnit(scene);
  const scale = (DIAGONAL * size) / Math.hypot(body.width, body.height);
  if (thickness * scale > THICKNESS_MAX * size)
    throw new EngineRejection(`The handle above the bag is too thick for a hand to hold. ${USE_BAG}`);
  const hand = findFreeHand(scene);
  if (typeof hand === 'string') throw new EngineRejection(`${TROUBLES[hand]} ${USE_PERSON}`);
  const closed = closeHand(scene, hand);
  const at = hand.place(closed.length - FINGER * size - thickness * scale, 0);
  const left = at.x + (box.left - grip.x) * scale;
  const covered = { left, top: at.y, width: box.width * scale, height: box.height * scale };
  rejectOutside(covered, scene, size);
  const corners = [point(left, at.y), point(left + covered.width, at.y + covered.height)];
  return {
    scene: closed.scene,
    box: boundingBox(corners, EDGE),
    map: (p) => add(grip, subtract(p, at), 1 / scale),
    front: (_, pixel) => closed.cover[pixel],
    shadow: { drop: size * 0.06, softness: size * 0.07, depth: 0.4 },
    confidence: clamp(hand.visibility),
  };
}

/**
 * The outline of a bag that stands upright, in pixels of its photo. `body` is its box without handles, and `grip` the
 * highest place of a handle, where a hand holds it. `thickness` is that of the handle there, or of both together; null
 * if the photo shows no opening below it.
 */
function outlineOf(accessory: AccessoryAnalysis) {
  const { width, height, data } = accessory.alpha;
  const box = boxAbove(accessory.alpha, 0.5);
  const top = topOfBody(data, width, height);
  const body = boxWhere({ width, height }, (i) => i >= top * width && data[i] > 0.5);
  const apexEnd = (box.top + Math.max(1, Math.round(APEX_SHARE * box.height))) * width;
  const apex = boxWhere({ width, height }, (i) => i < apexEnd && data[i] > 0.5);
  const grip = { x: apex.left + apex.width / 2, y: box.top };
  return { box, body, grip, thickness: thicknessAt(accessory, grip, box) };
}

/** Height from the top of the handle to the opening below it: the median of the columns around the grip. */
function thicknessAt(accessory: AccessoryAnalysis, grip: Point, box: Box): number | null {
  const { labels } = openingsIn(accessory);
  const { width } = accessory.alpha;
  const reach = Math.max(1, Math.round(GRIP_SHARE * box.width));
  const found: number[] = [];
  for (let x = Math.round(grip.x) - reach; x <= Math.round(grip.x) + reach; x++) {
    let y = box.top + 1;
    while (y < box.top + box.height && !labels[y * width + x]) y++;
    if (y < box.top + box.height) found.push(y - box.top);
  }
  return found.length > reach ? median(found) : null;
}

/** Throws EngineRejection for a bag that would touch the ground or leave the picture. */
function rejectOutside(box: Box, { placement, body }: Scene, size: number): void {
  const { left, top, width, height } = placement.boxToOutput(box);
  if (left < 0 || left + width > placement.width || top + height > placement.height)
    throw new EngineRejection(
      `The bag would be cut off by the edge of the image. Use a person photo with the legs in it and some room beside the hands.`,
    );
  const ground = Math.max(...body.joints.ankle.map(({ y }) => y)) + GROUND * size;
  if (box.top + box.height > ground)
    throw new EngineRejection(
      'The bag would touch the ground: its handles are too long, or it hangs on a long strap. Use a photo of a bag with short handles.',
    );
}

import type { AccessoryAnalysis } from '../../../analysis.ts';
import { type Box, boxAbove } from '../../../pixels/crop.ts';
import { clamp, interpolate, smoothstep } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { lowerEdgeOf, rowsOf, STEPS, symmetryOf } from './accessory-outline.ts';
import { fitOverHair, measureBareHead, pieceOnHead } from './head.ts';

/**
 * Height of the lower edge above the eyes in the middle of the forehead, and how much lower it is at the temples. All
 * lengths are in pupil distances.
 */
const EDGE_UP = 0.72;
const EDGE_DROP = 0.38;
/** Thickness that knitting adds to half the width of the head. */
const KNIT = 0.06;
/** Largest difference in width between the hat's outline and half an ellipse over the head, as a share. */
const LOOSE_MAX = 0.1;
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
/** The lower edge is measured up to this share of half the hat's width. */
const EDGE_MEASURED = 0.85;

/**
 * Puts a soft hat on the head, over the hair.
 *
 * Throws EngineRejection for a head or hat that does not face the camera, hair that the hat cannot cover, or a photo
 * without room.
 */
export function fitBeanie(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  const box = boxAbove(accessory.alpha, 0.5);
  const aspect = box.width / box.height;
  if (aspect < ASPECT_MIN || aspect > ASPECT_MAX || symmetryOf(accessory, box) < FRONT_SYMMETRY_MIN)
    throw new EngineRejection(
      'The photo does not show the hat straight from the front, or the hat is higher than wide. Use a photo of the hat from the front, with its cuff folded up and its opening at the bottom, on an even light background.',
    );
  const bare = measureBareHead(scene, EDGE_UP - EDGE_DROP, EDGE_UP);
  const { head } = bare;
  const halfWidth = bare.halfWidth + KNIT;
  const outline = outlineOf(accessory, box);
  const natural = EDGE_UP + (SEEN_HEIGHT * box.height * 2 * halfWidth) / outline.bandWidth;
  const top = clamp(natural, bare.top + ABOVE_HAIR, bare.top + ABOVE_HAIR_MAX);
  const edgeAt = (right: number) => EDGE_UP - EDGE_DROP * Math.min(1.4, (right / halfWidth) ** 2);
  const corners = [
    { right: bare.middle - 1.3 * halfWidth, up: EDGE_UP - 1 },
    { right: bare.middle + 1.3 * halfWidth, up: top },
  ] as const;
  const piece = pieceOnHead(head, corners, (place) => {
    const right = place.right - bare.middle;
    const edge = edgeAt(right);
    const rise = (place.up - edge) / (top - edge);
    const row = outline.at(rise);
    const dome = halfWidth * Math.sqrt(Math.max(0.02, 1 - clamp(rise) ** 2));
    const loose = LOOSE_MAX * smoothstep(0, 0.5, rise);
    const worn = clamp((row.width / outline.bandWidth) * halfWidth, (1 - loose) * dome, (1 + loose) * dome);
    const share = right / Math.min(worn, bare.halfWidthAt(place.up) + KNIT);
    const bottom = outline.edgeAt(share);
    return { x: row.middle + (share * row.width) / 2, y: bottom - rise * (bottom - box.top) };
  });
  const shadow = { drop: 0.1, softness: 0.1, depth: 0.4 };
  return fitOverHair(bare, scene, piece, top, (right) => edgeAt(right - bare.middle), shadow);
}

/**
 * The outline of a soft hat in pixels of its photo. `at` gives the middle and width at a share of the height, 0 at the
 * lower edge. `edgeAt` gives the row of that edge at a share of half the width, -1 left to 1 right.
 */
function outlineOf(accessory: AccessoryAnalysis, box: Box) {
  const rows = rowsOf(accessory, box);
  const bandWidth = median(rows.slice(-11, -2).map(({ width }) => width));
  // The lowest rows hold only the lowest parts of the edge, so the band's width continues down to it.
  const firm = rows.slice(0, rows.findLastIndex(({ width }) => width > 0.9 * bandWidth) + 1);
  const middles = firm.map(({ middle }, k) => [k, middle] as const);
  const widths = firm.map(({ width }, k) => [k, width] as const);
  const lowerEdge = lowerEdgeOf(accessory, box);
  return {
    bandWidth,
    at: (rise: number) => ({
      middle: interpolate(middles, (1 - rise) * STEPS),
      width: interpolate(widths, (1 - rise) * STEPS),
    }),
    edgeAt: (share: number) =>
      lowerEdge(box.left + box.width / 2 + (clamp(share, -EDGE_MEASURED, EDGE_MEASURED) * bandWidth) / 2),
  };
}

import type { Point } from '../../../pixels/raster.ts';

/**
 * Height within which an outline steps from a sleeve back to the body, and the least depth of that step; in chest
 * widths.
 */
const STEP_HEIGHT = 0.14;
const STEP_MIN = 0.09;
/** Share of the step's depth up to which the outline is still that of the sleeve. */
const CORNER = 0.1;

/**
 * The outer corner of the cuff of a sleeve that hangs against the body and ends above the hem. There the outline steps
 * inwards by at least `least` chest widths. `outline` has the outermost points of one side, row by row from the
 * shoulder down. `inwards` is 1 on the left of the photo and −1 on the right. Null if nothing steps.
 */
export function sleeveEndOn(outline: readonly Point[], inwards: 1 | -1, chest: number, least = STEP_MIN): Point | null {
  const height = Math.round(STEP_HEIGHT * chest);
  let end: Point | null = null;
  let deepest = least * chest;
  for (let k = 0; k + height < outline.length; k++) {
    const depth = (outline[k + height].x - outline[k].x) * inwards;
    if (depth <= deepest) continue;
    deepest = depth;
    end = outline.slice(k, k + height).findLast(({ x }) => (x - outline[k].x) * inwards < CORNER * depth) ?? outline[k];
  }
  return end;
}

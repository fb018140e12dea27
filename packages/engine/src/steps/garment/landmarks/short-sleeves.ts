import { distance } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Landmarks, SIDES, type SideName } from '../cloth.ts';
import { sleeveEndOn } from './sleeve-end.ts';
import { type Cloth, outerLine, outlineBelow } from './sleeve-outline.ts';

/**
 * Depth below the shoulder from which a short sleeve may end, and its greatest length; in chest widths, as all lengths
 * here.
 */
const END_FROM = 0.25;
const SHORT_MAX = 0.75;
/** How far below the end of a sleeve a cuff is a mistake. */
export const MISTAKEN_MIN = 0.15;
/** How much higher or lower than the other sleeve one ends at most, and the least step of an outline that says so. */
const LIKE_OTHER = 0.2;
const SLIGHT_STEP = 0.04;

/** A short sleeve as its outline shows it. */
export interface ShortSleeve {
  readonly side: SideName;
  /** The outer corner of its cuff. */
  readonly end: Point;
  /** From the sleeve down to the hem. */
  readonly outline: readonly Point[];
  /** True where the net laid the cuff far below. */
  readonly isMistaken: boolean;
}

/**
 * Both sleeves, left first, where the outline steps from them to the body high up; null where it does not. Where one
 * side shows it well, a slighter step at the same height will do on the other. A sleeve that hangs close hardly stands
 * off the body.
 */
export function shortSleeves(landmarks: Landmarks, cloth: Cloth): readonly (ShortSleeve | null)[] {
  const { chest } = cloth;
  const found = SIDES.map((side) => shortSleeve(landmarks, side, cloth));
  return found.map((own, index) => {
    const other = found[1 - index];
    if (own || !other?.isMistaken) return own;
    const depth = other.end.y - landmarks[`shoulder${other.side}`].y;
    return shortSleeve(landmarks, SIDES[index], cloth, { depth, within: LIKE_OTHER * chest });
  });
}

/**
 * A sleeve that ends high up; `near` is how far below its shoulder the other one ends, and how exactly so, in pixels.
 */
function shortSleeve(
  landmarks: Landmarks,
  side: SideName,
  cloth: Cloth,
  near?: { readonly depth: number; readonly within: number },
): ShortSleeve | null {
  const { chest } = cloth;
  const [shoulder, , cuff] = outerLine(landmarks, side);
  const outline = outlineBelow(shoulder.y + END_FROM * chest, landmarks, side, cloth);
  const isNear = ({ y }: Point) => !near || Math.abs(y - shoulder.y - near.depth) < near.within;
  const end = sleeveEndOn(outline.filter(isNear), side === 'Left' ? 1 : -1, chest, near && SLIGHT_STEP);
  if (!end || distance(end, shoulder) > SHORT_MAX * chest) return null;
  return { side, end, outline, isMistaken: cuff.y > end.y + MISTAKEN_MIN * chest };
}

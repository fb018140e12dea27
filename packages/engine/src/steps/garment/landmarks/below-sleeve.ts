import type { Point } from '../../../pixels/raster.ts';
import type { Landmarks, SideName } from '../cloth.ts';
import { isCuffOnTrunk } from './cap-sleeves.ts';

type SidePoint = 'shoulder' | 'armpit' | 'cuffOuter' | 'cuffInner' | 'hem';

/**
 * Finds the points of a clockwise outline between the cuff of a sleeve and the hem, where the armpit is. Returns null
 * unless the found armpit lies on the outer side of the sleeve: the fold of a bent sleeve looks like an armpit. Also
 * returns null if the cuff lies on the trunk.
 */
export function belowSleeve(
  contour: readonly Point[],
  landmarks: Pick<Landmarks, `${SidePoint}${SideName}`>,
  side: SideName,
): ((index: number) => boolean) | null {
  if (isCuffOnTrunk(landmarks, side)) return null;
  const at = (name: SidePoint) => nearestOn(contour, landmarks[`${name}${side}`]);
  // Seen in the photo, the outline runs from the shoulder to the hem on the right, and back on the left.
  const between = (from: number, to: number) => (side === 'Right' ? within(from, to) : within(to, from));
  return between(at('shoulder'), at('cuffOuter'))(at('armpit')) ? between(at('cuffInner'), at('hem')) : null;
}

/** True of the places of a closed line after one and before another. */
const within = (from: number, to: number) => (k: number) => (from <= to ? k > from && k < to : k > from || k < to);

/** The number of the point of an outline that is nearest to a place. */
function nearestOn(contour: readonly Point[], { x, y }: Point): number {
  const away = contour.map((p) => (p.x - x) ** 2 + (p.y - y) ** 2);
  return away.indexOf(away.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY));
}

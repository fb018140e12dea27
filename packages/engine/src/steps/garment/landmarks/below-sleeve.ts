import type { Point } from '../../../pixels/raster.ts';
import type { Landmarks, SideName } from '../cloth.ts';
import { isCuffOnTrunk } from './cap-sleeves.ts';

type SidePoint = 'shoulder' | 'armpit' | 'cuffOuter' | 'cuffInner' | 'hem';

/**
 * Tells which points of a clockwise outline lie between the cuff of a sleeve and the hem, where the armpit is; null
 * where the armpit that was found does not lie on the outer side of the sleeve, between shoulder and cuff: a sleeve
 * that was laid down bent has a fold there that goes in like one. Null also where it is the cuff that was laid on the
 * trunk.
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

import { type FrontOpening, MAY_OPEN_MIN, type Neckline } from '../../../analysis.ts';
import { distance } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import type { Landmarks } from '../cloth.ts';
import { rowOf } from './standing-hood.ts';

/** Least distance of the neck points, as a share of the distance of the shoulder points, if they lie on a laid hood. */
const NECK_ON_HOOD_MIN = 0.68;
/**
 * Least width of the garment at the shoulders in widths of such a hood. Greatest distance of the shoulders below the
 * hood, as a share of the height.
 */
const BESIDE_HOOD_MIN = 1.12;
const HOOD_BELOW_MAX = 0.2;
/** Width of a neck as a share of the distance of the shoulders. Above the neck the mouth of a hood is wider. */
const NECK_SHARE = 0.48;

/**
 * A silhouette without its laid hood, if the shoulder points lie on that hood. The rest shows the real shoulders. Null
 * if the points do not lie on a hood.
 */
export function withoutLaidHood(
  silhouette: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  { neckLeft, neckRight, shoulderLeft, shoulderRight }: Landmarks,
): Uint8Array<ArrayBuffer> | null {
  if (distance(neckLeft, neckRight) < NECK_ON_HOOD_MIN * distance(shoulderLeft, shoulderRight)) return null;
  const widths = Array.from({ length: height }, (_, y) => {
    const row = rowOf(silhouette, width, y);
    return row ? row[1] - row[0] : 0;
  });
  const top = widths.findIndex((wide) => wide > 0);
  const bottom = widths.findLastIndex((wide) => wide > 0);
  const hood = Math.round((shoulderLeft.y + shoulderRight.y) / 2);
  const shoulders = widths.findIndex((wide, y) => y > hood && wide > BESIDE_HOOD_MIN * widths[hood]);
  if (shoulders < 0 || shoulders - hood > HOOD_BELOW_MAX * (bottom - top)) return null;
  return maskOf(silhouette.length, (i) => i >= shoulders * width && silhouette[i] === 1);
}

/**
 * Least distance of the neck points of a jacket with a laid hood, as a share of the distance of the shoulder points. In
 * the shared photos jackets without a hood have at most 0.48, jackets with one 0.52 to 0.56.
 */
const JACKET_NECK_MAX = 0.5;
/**
 * Width of the neck in such a hood, as a share of the distance of the shoulders. A closed jacket bares only the neck.
 */
const JACKET_NECK_SHARE = 0.4;

/**
 * The neckline within the mouth of a hood: the part of its edge that is no wider than a neck between those shoulders.
 * `share` is the width of a neck as a share of the shoulders' distance.
 */
export function neckInHood(mouth: Neckline, points: Landmarks, share: number = NECK_SHARE): Neckline {
  const neckWidth = share * distance(points.shoulderLeft, points.shoulderRight);
  const { edge } = mouth;
  const from = edge.findIndex((p, k) => k < edge.length >> 1 && distance(p, edge[edge.length - 1 - k]) <= neckWidth);
  return from < 0 ? mouth : { ...mouth, edge: edge.slice(from, edge.length - from), inHood: true };
}

/**
 * The neckline of a top with long sleeves. For a jacket with a laid hood, it is the neck within the mouth of the hood.
 */
export function neckOfLongSleeved(
  mouth: Neckline,
  { certainty }: Pick<FrontOpening, 'certainty'>,
  points: Landmarks,
): Neckline {
  const { neckLeft, neckRight, shoulderLeft, shoulderRight } = points;
  const isHood = distance(neckLeft, neckRight) > JACKET_NECK_MAX * distance(shoulderLeft, shoulderRight);
  return isHood && certainty >= MAY_OPEN_MIN && !mouth.closed ? neckInHood(mouth, points, JACKET_NECK_SHARE) : mouth;
}

/** The points at both ends of a neckline. */
export function neckPoints({ edge }: Neckline): Pick<Landmarks, 'neckLeft' | 'neckRight'> {
  return { neckLeft: edge[0], neckRight: edge[edge.length - 1] };
}

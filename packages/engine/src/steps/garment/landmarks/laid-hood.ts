import { type FrontOpening, MAY_OPEN_MIN, type Neckline } from '../../../analysis.ts';
import { distance } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import type { Landmarks } from '../cloth.ts';
import { rowOf } from './standing-hood.ts';

/**
 * Neck between the points taken for shoulders, as a share of their distance, from which they lie on a hood that is laid
 * back.
 */
const NECK_ON_HOOD_MIN = 0.68;
/**
 * How much wider than such a hood the garment is at the shoulders; then the lowest row where they begin, as a share of
 * the height.
 */
const BESIDE_HOOD_MIN = 1.12;
const HOOD_BELOW_MAX = 0.2;
/** Width of a neck as a share of that between the shoulders: the mouth of a hood is wider above it. */
const NECK_SHARE = 0.48;

/**
 * A silhouette without the hood that is laid back, where the points taken for shoulders lie on it: what is left shows
 * where they are. Null where they do not.
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
 * Neck between the shoulders from which that of a jacket is the mouth of a hood that lies back: those without one reach
 * 0.48 on the shared photos, those with one 0.52 to 0.56.
 */
const JACKET_NECK_MAX = 0.5;
/**
 * Width of the neck in such a hood, as a share of that between the shoulders: a jacket that is closed leaves no more
 * bare than the neck.
 */
const JACKET_NECK_SHARE = 0.4;

/** The neckline within the mouth of a hood: its edge from where it is as wide as a neck between those shoulders. */
export function neckInHood(mouth: Neckline, points: Landmarks, share: number = NECK_SHARE): Neckline {
  const neckWidth = share * distance(points.shoulderLeft, points.shoulderRight);
  const { edge } = mouth;
  const from = edge.findIndex((p, k) => k < edge.length >> 1 && distance(p, edge[edge.length - 1 - k]) <= neckWidth);
  return from < 0 ? mouth : { ...mouth, edge: edge.slice(from, edge.length - from), inHood: true };
}

/**
 * The neckline of a top with long sleeves: of a jacket whose hood lies back around the neck, the neck within its mouth.
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

/** The points at the ends of a neckline. */
export function neckPoints({ edge }: Neckline): Pick<Landmarks, 'neckLeft' | 'neckRight'> {
  return { neckLeft: edge[0], neckRight: edge[edge.length - 1] };
}

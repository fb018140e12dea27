import type { Neckline } from '../../../analysis.ts';
import { distance } from '../../../pixels/geometry.ts';
import type { Landmarks } from '../cloth.ts';
import { HANGS_FROM } from '../kind/garment-kind.ts';

/**
 * Width of a neck opening, as a share of the distance of the shoulder points, above which it is the mouth of a hood. In
 * the shared photos jackets without a hood have at most 0.44, jackets with one 0.57 to 0.71.
 */
const NECK_MAX = 0.5;
/** Width of a neck in such a hood, as a share of the distance of the shoulders: a closed front bares only the neck. */
const NECK_SHARE = 0.4;

/** The part of the edge of a hood's mouth that is no wider than a neck between those shoulders. */
function neckInHood(mouth: Neckline, { shoulderLeft, shoulderRight }: Landmarks): Neckline {
  const neckWidth = NECK_SHARE * distance(shoulderLeft, shoulderRight);
  const { edge } = mouth;
  const from = edge.findIndex((p, k) => k < edge.length >> 1 && distance(p, edge[edge.length - 1 - k]) <= neckWidth);
  return from < 0 ? mouth : { ...mouth, edge: edge.slice(from, edge.length - from), inHood: true };
}

/**
 * The neckline of a top with long sleeves. For a hoodie or a jacket with a laid hood, it is the neck within the mouth
 * of the hood. `outerness` is the place of the top among layers, as of `ToldProduct`.
 */
export function neckOfLongSleeved(mouth: Neckline, outerness: number, points: Landmarks): Neckline {
  const { neckLeft, neckRight } = neckPoints(mouth);
  const isHood = distance(neckLeft, neckRight) > NECK_MAX * distance(points.shoulderLeft, points.shoulderRight);
  return isHood && outerness >= HANGS_FROM && !mouth.closed ? neckInHood(mouth, points) : mouth;
}

/** The points at both ends of a neckline. */
export function neckPoints({ edge }: Neckline): Pick<Landmarks, 'neckLeft' | 'neckRight'> {
  return { neckLeft: edge[0], neckRight: edge[edge.length - 1] };
}

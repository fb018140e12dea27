import { type BodyFrame, REGIONS, type RegionMap } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { distance, dot, pixelMiddle, subtract } from '../../pixels/geometry.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf } from '../../pixels/planes.ts';
import { relabel } from './relabel.ts';

/** Extent of a tie around the middle of the shoulders, in shoulder widths: upwards, downwards and to each side. */
const ABOVE = 0.45;
const BELOW = 0.6;
const ASIDE = 0.3;
/** Radius of the face that is left out, in face radii. */
const FACE = 1.1;
/** Bounds of the hues of skin in a* and b*: least a*, greatest a* (lips are less red), least b*. */
const GREENISH = 2;
const REDDEST = 40;
const BLUISH = 0;
/** Least difference of neckwear from the face in a* and in b*. Photos may be grey or in cool light. */
const LESS_RED = 6;
const LESS_YELLOW = 10;
/** Least number of skin pixels in a face, in pixels of the map, for its mean hue. */
const FACE_PIXELS_MIN = 20;
/** Least L* for a usable hue. */
const LIGHT_MIN = 25;
/**
 * Least and greatest area of neckwear in squares of the shoulder width, and least share of its outline that borders the
 * top. Bow ties measure 0.012 to 0.022 and 0.44 to 0.52; shaded necks border the top on 0.12.
 */
const SIZE_MIN = 0.004;
const SIZE_MAX = 0.05;
const BESIDE_TOP_MIN = 0.4;
/** Width around neckwear where its colour mixes with skin, in pixels of the map. */
const EDGE = 2;

/**
 * Relabels bow ties and ties at the collar from skin to `upper`, so that they leave with the shirt. Only hues that skin
 * never has count as neckwear. Colours have the size of the map.
 */
export function giveNeckwearToTop(map: RegionMap, frame: BodyFrame, { l, a, b }: LabPlanes): RegionMap {
  const { width, height, labels, scale } = map;
  const [skin, upper] = [REGIONS.indexOf('skin'), REGIONS.indexOf('upper')];
  const isAtNeck = (i: number) => {
    const p = pixelMiddle(i, width, scale);
    const from = subtract(p, frame.shoulderCentre);
    const below = dot(from, frame.down) / frame.shoulderWidth;
    if (below < -ABOVE || below > BELOW || Math.abs(dot(from, frame.across)) > ASIDE * frame.shoulderWidth)
      return false;
    return distance(p, frame.faceCentre) > FACE * frame.faceRadius;
  };
  const face = faceHue(map, frame, a, b);
  if (!face) return map;
  const [leastRed, leastYellow] = [Math.min(GREENISH, face.a - LESS_RED), Math.min(BLUISH, face.b - LESS_YELLOW)];
  const isSkinHue = (i: number) => l[i] < LIGHT_MIN || (a[i] >= leastRed && a[i] <= REDDEST && b[i] >= leastYellow);
  const isUnlike = maskOf(labels.length, (i) => labels[i] === skin && !isSkinHue(i) && isAtNeck(i));
  const { labels: pieces, sizes } = findComponents(isUnlike, width, height);
  const outline = sizes.map(() => ({ all: 1, top: 0 }));
  for (let i = width; i < labels.length - width; i++) {
    if (!pieces[i]) continue;
    for (const near of [i - 1, i + 1, i - width, i + width]) {
      if (pieces[near] === pieces[i]) continue;
      outline[pieces[i]].all++;
      if (labels[near] === upper) outline[pieces[i]].top++;
    }
  }
  const square = (frame.shoulderWidth / scale) ** 2;
  const isNeckwear = sizes.map(
    (size, k) =>
      k > 0 &&
      size >= SIZE_MIN * square &&
      size <= SIZE_MAX * square &&
      outline[k].top >= BESIDE_TOP_MIN * outline[k].all,
  );
  if (!isNeckwear.includes(true)) return map;
  const isNear = (i: number) => {
    for (let dy = -EDGE; dy <= EDGE; dy++)
      for (let dx = -EDGE; dx <= EDGE; dx++) if (isNeckwear[pieces[i + dy * width + dx] ?? 0]) return true;
    return false;
  };
  return relabel(map, 'upper', (i) => labels[i] === skin && isNear(i));
}

/** Mean a* and b* of the skin of a face; null if too little is visible. */
function faceHue(
  { width, labels, scale }: RegionMap,
  { faceVisible, faceCentre, faceRadius }: BodyFrame,
  a: Float32Array,
  b: Float32Array,
): { readonly a: number; readonly b: number } | null {
  if (!faceVisible) return null;
  const skin = REGIONS.indexOf('skin');
  const sum = { a: 0, b: 0, count: 0 };
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== skin) continue;
    const p = pixelMiddle(i, width, scale);
    if (distance(p, faceCentre) > faceRadius) continue;
    sum.a += a[i];
    sum.b += b[i];
    sum.count++;
  }
  return sum.count < FACE_PIXELS_MIN ? null : { a: sum.a / sum.count, b: sum.b / sum.count };
}

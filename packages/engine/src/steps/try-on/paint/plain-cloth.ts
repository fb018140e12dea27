import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { interpolate } from '../../../pixels/geometry.ts';
import { labDistance, labOfColour } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Placement } from '../placement.ts';
import type { Scene } from '../scene.ts';

/** Distance from a gap within which cloth shows how it continues there, and width of a column, in shoulder widths. */
const NEAR = 0.8;
const COLUMN = 0.06;
/** Least area of that cloth, in squares of shoulder widths. */
const AREA_MIN = 0.01;
/** Fewest pixels of a column that give its colour, as a share of the largest column. Fewer show an edge or a gap. */
const PIXELS_MIN = 0.35;
/**
 * Greatest upper quartile of the distance in L*a*b* between plain cloth and the colour of its column. On nine people,
 * jeans and sheer cloth reach 9.6, and patterns 21 or more.
 */
const PLAIN_MAX = 14;
/** Greatest distance of a column, and of a pixel in it, from the cloth. Ground between the legs differs more. */
const LIKE_CLOTH = 25;

/** The cloth's colour at an output pixel, in sRGB bytes. */
type ClothAt = (pixel: number) => readonly number[];

/** The parts of a scene that give places across the body. */
interface Clothed extends Pick<Scene, 'colours'> {
  readonly body: Pick<BodyModel, 'torsoPlace' | 'shoulderWidth'>;
  readonly placement: Pick<Placement, 'width' | 'height' | 'scale' | 'placeOf'>;
}

type Lab = readonly [l: number, a: number, b: number];

/** A column of cloth: its number across the body, its median colour in sRGB bytes and L*a*b*, and its pixels. */
interface Column {
  readonly column: number;
  readonly colour: readonly number[];
  readonly tone: Lab;
  readonly pixels: readonly Lab[];
}

/**
 * Continues plain cloth over a gap: each column takes the median colour of the cloth below or above it. The gap also
 * gets the folds of the cloth below, reflected at its edge. Patches would repeat them as blocks. Null for too little
 * cloth and for cloth with a pattern. `gap` and `source` mark output pixels.
 */
export function plainCloth(scene: Clothed, gap: Uint8Array, source: Uint8Array): ClothAt | null {
  const columnAt = (i: number) =>
    scene.body.torsoPlace(scene.placement.placeOf(i)).offset / (COLUMN * scene.body.shoulderWidth);
  const columns = columnsNear(scene, gap, source, columnAt);
  const whole = toneOf(columns.map(({ tone }) => tone));
  const like = columns.filter(({ tone }) => labDistance(tone, whole) < LIKE_CLOTH);
  const differences = Float64Array.from(
    like.flatMap(({ tone, pixels }) => pixels.map((lab) => labDistance(lab, tone))),
  );
  const upperQuartile = differences.sort()[Math.floor(0.75 * differences.length)];
  if (upperQuartile === undefined || upperQuartile > PLAIN_MAX) return null;
  const channels = [0, 1, 2].map((c) => like.map(({ column, colour }) => [column, colour[c]] as const));
  const toneAt = (i: number) => {
    const column = columnAt(i);
    return channels.map((knots) => interpolate(knots, column));
  };
  const reflected = reflections(source, scene.placement, COLUMN * scene.body.shoulderWidth * scene.placement.scale);
  return (i) => {
    const tone = toneAt(i);
    const from = reflected(i);
    if (from === null) return tone;
    const [ofColumn, seen] = [toneAt(from), scene.colours.subarray(from * 3, from * 3 + 3)];
    // Other colours show an edge or a gap.
    if (labDistance(labOfColour(seen), labOfColour(ofColumn)) > LIKE_CLOTH) return tone;
    return tone.map((value, c) => value + seen[c] - ofColumn[c]);
  };
}

/**
 * Returns the reflection of a pixel: that of the source as far below its upper edge, in the same column of the picture.
 * A run of the source that is too short is reflected again at its lower end. Null without source below, or if
 * its run is shorter than `least`: repeating it would draw streaks.
 */
function reflections(source: Uint8Array, { width, height }: Pick<Placement, 'width' | 'height'>, least: number) {
  /** First row of the source at or below each pixel, and first row below that run; `height` without one. */
  const [first, end] = [new Int32Array(source.length), new Int32Array(source.length)];
  for (let i = source.length - 1; i >= 0; i--) {
    checkpointAt(i);
    const [row, below] = [Math.floor(i / width), i + width];
    const isLast = below >= source.length;
    first[i] = source[i] ? row : isLast ? height : first[below];
    end[i] = source[i] && (isLast || !source[below]) ? row + 1 : isLast ? height : end[below];
  }
  return (i: number): number | null => {
    const length = end[i] - first[i];
    if (first[i] >= height || length < least) return null;
    const away = Math.max(0, first[i] - Math.floor(i / width) - 1) % (2 * length);
    return (first[i] + Math.min(away, 2 * length - 1 - away)) * width + (i % width);
  };
}

/** The median of each channel. */
const toneOf = (colours: readonly Lab[]): Lab => [
  median(colours.map(([l]) => l)),
  median(colours.map(([, a]) => a)),
  median(colours.map(([, , b]) => b)),
];

/** The columns of the source near a gap, from left to right. */
function columnsNear(
  { body: { shoulderWidth }, colours, placement: { width, height, scale } }: Clothed,
  gap: Uint8Array,
  source: Uint8Array,
  columnAt: (pixel: number) => number,
): readonly Column[] {
  const reach = NEAR * shoulderWidth * scale;
  const away = distanceTo(gap, width, height, reach);
  const found = new Map<number, number[]>();
  for (let i = 0; i < source.length; i++) {
    checkpointAt(i);
    if (!source[i] || away[i] >= reach) continue;
    const column = Math.round(columnAt(i));
    const pixels = found.get(column) ?? [];
    pixels.push(i);
    found.set(column, pixels);
  }
  const sizes = Array.from(found.values(), ({ length }) => length);
  const area = sizes.reduce((sum, size) => sum + size, 0);
  if (area < AREA_MIN * (shoulderWidth * scale) ** 2) return [];
  const largest = Math.max(...sizes);
  return [...found]
    .filter(([, { length }]) => length >= PIXELS_MIN * largest)
    .sort(([one], [other]) => one - other)
    .map(([column, indices]) => {
      const pixels = indices.map((i) => labOfColour(colours.subarray(i * 3, i * 3 + 3)));
      const colour = [0, 1, 2].map((c) => median(indices.map((i) => colours[i * 3 + c])));
      return { column, colour, tone: toneOf(pixels), pixels };
    });
}

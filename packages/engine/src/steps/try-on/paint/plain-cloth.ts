import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { interpolate } from '../../../pixels/geometry.ts';
import { labOfColour } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Placement } from '../placement.ts';
import type { Scene } from '../scene.ts';

/** Distance from a gap within which cloth shows how it continues there, in shoulder widths. */
const NEAR = 0.8;
/** Width of a column of cloth, in shoulder widths. */
const COLUMN = 0.06;
/** Fewest pixels of a column that give its colour, as a share of the largest column. Fewer show an edge or a gap. */
const PIXELS_MIN = 0.35;
/**
 * Greatest upper quartile of the difference between the L* of plain cloth and that of its column. On seven people,
 * jeans and sheer cloth reach 7, and patterns 20.
 */
const PLAIN_MAX = 10;
/** Greatest difference between the L* of a column and of all the cloth. Ground between the legs differs more. */
const LIKE_CLOTH = 25;

/** The cloth's colour at an output pixel, in sRGB bytes. */
type ClothAt = (pixel: number) => readonly number[];

/** The parts of a scene that give places across the body. */
interface Clothed extends Pick<Scene, 'colours'> {
  readonly body: Pick<BodyModel, 'torsoPlace' | 'shoulderWidth'>;
  readonly placement: Pick<Placement, 'width' | 'height' | 'scale' | 'placeOf'>;
}

/** A column of cloth: its number across the body, its median colour, and the L* of its pixels. */
interface Column {
  readonly column: number;
  readonly colour: readonly number[];
  readonly lightness: readonly number[];
}

/**
 * Continues plain cloth over a gap: each column takes the median colour of the cloth nearest to the gap. Patches would
 * repeat its folds as blocks. Null for cloth with a pattern. `gap` and `source` mark output pixels.
 */
export function plainCloth(scene: Clothed, gap: Uint8Array, source: Uint8Array): ClothAt | null {
  const columnAt = (i: number) =>
    scene.body.torsoPlace(scene.placement.placeOf(i)).offset / (COLUMN * scene.body.shoulderWidth);
  const columns = columnsNear(scene, gap, source, columnAt);
  const toneOf = ({ lightness }: Column) => median(lightness);
  const cloth = median(columns.flatMap(({ lightness }) => lightness));
  const like = columns.filter((one) => Math.abs(toneOf(one) - cloth) < LIKE_CLOTH);
  const differences = like.flatMap((one) => one.lightness.map((value) => Math.abs(value - toneOf(one))));
  const upperQuartile = differences.sort((one, other) => one - other)[Math.floor(0.75 * differences.length)];
  if (upperQuartile === undefined || upperQuartile > PLAIN_MAX) return null;
  const channels = [0, 1, 2].map((c) => like.map(({ column, colour }) => [column, colour[c]] as const));
  return (i) => channels.map((knots) => interpolate(knots, columnAt(i)));
}

/** The columns of the source near a gap, from left to right. */
function columnsNear(
  { body, colours, placement: { width, height, scale } }: Clothed,
  gap: Uint8Array,
  source: Uint8Array,
  columnAt: (pixel: number) => number,
): readonly Column[] {
  const reach = NEAR * body.shoulderWidth * scale;
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
  const largest = Math.max(0, ...Array.from(found.values(), ({ length }) => length));
  return [...found]
    .filter(([, { length }]) => length >= PIXELS_MIN * largest)
    .sort(([one], [other]) => one - other)
    .map(([column, pixels]) => ({
      column,
      colour: [0, 1, 2].map((c) => median(pixels.map((i) => colours[i * 3 + c]))),
      lightness: pixels.map((i) => labOfColour(colours.subarray(i * 3, i * 3 + 3))[0]),
    }));
}

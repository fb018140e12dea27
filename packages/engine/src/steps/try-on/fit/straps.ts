import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, boundingBox, distance, dot, mix, subtract, unit } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point, Raster } from '../../../pixels/raster.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { WarpedPiece } from './fit.ts';
import type { GarmentFrame } from './garment-frame.ts';
import type { TopFitting } from './top-fitting.ts';

/** Greatest width and least length of a strap, in chest widths. */
const WIDTH_MAX = 0.08;
const LENGTH_MIN = 0.12;
/** A strap ends where the cloth is this many times as wide. */
const WIDENS = 1.8;
/** Places across a strap that show its own colour: a loop of it may show the background in the middle. */
const EDGES = [0.15, 0.85];
/** Length of a ribbon under the garment at its root, and beyond the shoulder, in halves of its width. */
const UNDER = 1;
const OVER = 0.6;
/** Side of a raster of one colour, in pixels: sampling between pixels needs more than one. */
const PLAIN = 3;

/** A strap in the garment photo. */
export interface Strap {
  readonly side: Side;
  /** Where it meets the body of the garment. */
  readonly root: Point;
  /** Width in pixels of the photo, in its narrower parts: loops are wider. */
  readonly width: number;
  /** The mean of the median colours of both straps: red, green and blue, 0 to 255. */
  readonly colour: readonly number[];
}

type Hung = Pick<TopFitting, 'frame' | 'landmark'> & { readonly garment: Pick<GarmentAnalysis, 'raster'> };

/** The straps that a garment without sleeves hangs on, left and right; null if it has shoulders or no straps. */
export function findStraps({ garment, frame, landmark }: Hung): readonly [Strap, Strap] | null {
  const chest = distance(landmark('armpit', 0), landmark('armpit', 1));
  const [left, right] = SIDES.map((side) => {
    const top = frame.along(mix(landmark('neck', side), landmark('shoulder', side), 0.5));
    return findStrap(garment, frame, side, chest, top, frame.along(landmark('armpit', side)));
  });
  if (!left || !right) return null;
  const colour = left.colour.map((value, c) => (value + right.colour[c]) / 2);
  return [
    { ...left, colour },
    { ...right, colour },
  ];
}

/** Looks down one half of the garment, from `top` to `armpit`, for cloth as thin as a strap. */
function findStrap(
  garment: Hung['garment'],
  frame: GarmentFrame,
  side: Side,
  chest: number,
  top: number,
  armpit: number,
): Strap | null {
  const rows: Row[] = [];
  for (let along = Math.round(top); along < armpit; along++) {
    const row = widestRun(frame, side, along, chest);
    if (!row) continue;
    const usual = rows.length > 0 ? median(rows.map(({ width }) => width)) : row.width;
    if (row.width > WIDTH_MAX * chest || (rows.length > LENGTH_MIN * chest && row.width > WIDENS * usual)) {
      if (rows.length < LENGTH_MIN * chest) return null;
      const colours = rows.flatMap(({ edges }) => edges.map((edge) => colourAt(garment.raster, edge)));
      const colour = [0, 1, 2].map((c) => median(colours.map((one) => one[c])));
      const widths = rows.map(({ width }) => width).sort((a, b) => a - b);
      return { side, root: rows[rows.length - 1].middle, width: widths[rows.length >> 2], colour };
    }
    rows.push(row);
  }
  return null;
}

/** Cloth on a line across a garment. The edges lie a little inside it. */
interface Row {
  readonly width: number;
  readonly middle: Point;
  readonly edges: readonly Point[];
}

/** The widest piece of cloth in one half of the line across a garment at a length down; null without cloth. */
function widestRun(frame: GarmentFrame, side: Side, along: number, chest: number): Row | null {
  let best = { from: 0, to: 0 };
  let from: number | null = null;
  for (let aside = 0; aside <= chest; aside++) {
    const isCloth = aside < chest && frame.isCloth(frame.place(along, signOf(side) * aside));
    if (isCloth) from ??= aside;
    else if (from !== null) {
      if (aside - from > best.to - best.from) best = { from, to: aside };
      from = null;
    }
  }
  if (best.to === best.from) return null;
  const width = best.to - best.from;
  const at = (share: number) => frame.place(along, signOf(side) * (best.from + share * width));
  return { width, middle: at(0.5), edges: EDGES.map(at) };
}

const colourAt = ({ width, data }: Raster, { x, y }: Point): number[] => {
  const i = (Math.floor(y) * width + Math.floor(x)) * 3;
  return [data[i], data[i + 1], data[i + 2]];
};

/**
 * A strap as a straight ribbon on the person, from `root` up to `shoulder`, in pixels of the analysed person. `scale`
 * is the garment's, from pixels of the photo to those of the person.
 */
export function hangOn({ width, colour }: Strap, root: Point, shoulder: Point, scale: number): WarpedPiece {
  const half = Math.max(0.5, (width * scale) / 2);
  const up = unit(subtract(shoulder, root));
  const [begins, ends] = [-UNDER * half, distance(root, shoulder) + OVER * half];
  return {
    map: () => [1, 1],
    raster: {
      width: PLAIN,
      height: PLAIN,
      data: Uint8ClampedArray.from({ length: 3 * PLAIN ** 2 }, (_, i) => colour[i % 3]),
    },
    share: new Float32Array(PLAIN ** 2).fill(1),
    alpha: new Float32Array(PLAIN ** 2).fill(1),
    depth: (x, y) => {
      const from = subtract({ x, y }, root);
      const along = dot(from, up);
      return Math.min(half - Math.abs(from.x * up.y - from.y * up.x), along - begins, ends - along);
    },
    box: boundingBox([add(root, up, begins), add(root, up, ends)], half + 2),
  };
}

/** Returns whether a place, in coordinates of the garment, lies below the root of the strap on its side. */
export function belowStraps(
  frame: GarmentFrame,
  straps: readonly [Strap, Strap],
): (along: number, aside: number) => boolean {
  const roots = straps.map(({ root }) => frame.along(root));
  return (along, aside) => along >= roots[aside < 0 ? 0 : 1];
}

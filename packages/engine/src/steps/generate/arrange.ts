import type { ProductAnalysis } from '../../analysis.ts';
import { boxAbove, cropPlane, cropRaster, grownWithin, laidInto } from '../../pixels/crop.ts';
import { resizeRaster } from '../../pixels/decode.ts';
import { createRaster, type Plane, type Raster, type Size } from '../../pixels/raster.ts';
import { resizeMatte } from '../cut-out/enlarge-matte.ts';

/** Share of the frame for the products, and the gap between two of them. */
const FRAME_SHARE = 0.8;
const GAP_SHARE = 0.04;
/**
 * Lengths of products relative to a top. Garments look best this long; accessories are larger than life because they
 * are small.
 */
const LENGTHS: Readonly<Partial<Record<ProductAnalysis['category'], number>>> = {
  top: 1,
  dress: 1.35,
  trousers: 1.35,
  skirt: 0.85,
  jumpsuit: 1.6,
};
const LENGTH_OF_ACCESSORIES = 0.55;

/** A cut-out product and its relative length. */
interface Cut {
  readonly raster: Raster;
  readonly alpha: Plane;
  readonly length: number;
}

/**
 * Products in a frame: their colours and the coverage of each pixel. They lie in as many rows as shows them largest, or
 * stand side by side with their feet at `bottom`.
 */
export async function arrange(
  products: readonly Pick<ProductAnalysis, 'raster' | 'alpha' | 'category'>[],
  size: Size,
  bottom: number | null,
): Promise<{ readonly raster: Raster; readonly matte: Plane }> {
  const cuts = products.map(({ raster, alpha, category }): Cut => {
    const box = grownWithin(boxAbove(alpha, 0.3), alpha, 2);
    const length = LENGTHS[category] ?? LENGTH_OF_ACCESSORIES;
    return { raster: cropRaster(raster, box), alpha: cropPlane(alpha, box), length };
  });
  const gap = size.width * GAP_SHARE;
  const high = bottom === null ? size.height * FRAME_SHARE : bottom - size.height * (1 - FRAME_SHARE);
  const layouts = (bottom === null ? rowsOf(cuts) : [[cuts]]).map((rows) => ({
    rows,
    unit: unitFor(rows, size.width * FRAME_SHARE, high, gap),
  }));
  const { rows, unit } = layouts.reduce((best, other) => (other.unit > best.unit ? other : best));
  const raster = createRaster(size.width, size.height);
  const matte = { ...size, data: new Float32Array(size.width * size.height) };
  const total = rows.reduce((sum, row) => sum + longest(row) * unit, gap * (rows.length - 1));
  let top = bottom === null ? (size.height - total) / 2 : bottom - total;
  for (const row of rows) {
    const wide = row.reduce((sum, cut) => sum + widthOf(cut) * unit, gap * (row.length - 1));
    let left = (size.width - wide) / 2;
    for (const cut of row) {
      const to = { width: Math.round(widthOf(cut) * unit), height: Math.round(cut.length * unit) };
      const above = (longest(row) - cut.length) * unit * (bottom === null ? 0.5 : 1);
      const place = { left: Math.round(left), top: Math.round(top + above), ...to };
      laidInto(raster.data, (await resizeRaster(cut.raster, to)).data, 3, size.width, place);
      laidInto(matte.data, resizeMatte(cut.alpha, to).data, 1, size.width, place);
      left += to.width + gap;
    }
    top += longest(row) * unit + gap;
  }
  return { raster, matte };
}

const widthOf = ({ raster, length }: Cut) => (raster.width / raster.height) * length;
const longest = (row: readonly Cut[]) => Math.max(...row.map(({ length }) => length));

/** Every way to divide the products into rows, in their order. */
function rowsOf(cuts: readonly Cut[]): Cut[][][] {
  const [first, ...others] = cuts;
  if (!first) return [];
  if (others.length === 0) return [[[first]]];
  return rowsOf(others).flatMap((rows) => [
    [[first], ...rows],
    [[first, ...(rows[0] ?? [])], ...rows.slice(1)],
  ]);
}

/** Largest pixels to the length of a top that fit the rows into a width and a height. */
function unitFor(rows: readonly (readonly Cut[])[], width: number, height: number, gap: number): number {
  const widths = rows.map((row) => (width - gap * (row.length - 1)) / row.reduce((sum, cut) => sum + widthOf(cut), 0));
  const lengths = rows.reduce((sum, row) => sum + longest(row), 0);
  return Math.min(...widths, (height - gap * (rows.length - 1)) / lengths);
}

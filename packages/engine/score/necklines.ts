import fs from 'node:fs/promises';
import { isAccessory, type Neckline } from '../src/analysis.ts';
import type { Nets } from '../src/models/nets.ts';
import { distance, interpolate } from '../src/pixels/geometry.ts';
import type { Point } from '../src/pixels/raster.ts';
import { unlessRejected } from '../src/rejection.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import type { LabelledNeck } from './photo-sets.ts';
import { mean, percent, type Score } from './score.ts';

/** Places between the ends of a neckline at which its heights are compared, as shares of its width. */
const PLACES = Array.from({ length: 19 }, (_, index) => 0.05 + 0.05 * index);
/** Greatest distance from the true edge of a neckline that is right, in neck widths. */
const NEAR = 0.1;

/** How far a neckline lies from the true one, in neck widths. */
interface Misplaced {
  readonly edge: number;
  readonly ends: number;
}

/** Compares the front edges of neck openings with those that were marked by eye. */
export async function scoreNecklines(necks: readonly LabelledNeck[], nets: Nets): Promise<Score> {
  const misplaced: Misplaced[] = [];
  for (const { path, edge } of necks) {
    const product = await analyseGarment(await fs.readFile(path), undefined, nets).catch(unlessRejected);
    if (!product || isAccessory(product) || !product.neckline) continue;
    const { width, height } = product.raster;
    const truth = edge.map(([x, y]) => ({ x: (x / 100) * width, y: (y / 100) * height }));
    const off = misplacedBy(product.neckline, truth);
    misplaced.push(off);
    process.stderr.write(`${path}: edge ${off.edge.toFixed(3)}, ends ${off.ends.toFixed(3)}\n`);
  }
  const edges = misplaced.map(({ edge }) => edge);
  return {
    set: 'labelled necklines of test senders',
    lines: [
      ['necklines found', `${misplaced.length} of ${necks.length}`],
      ['front edge off, neck widths, where found', mean(edges).toFixed(3)],
      [`front edge off by less than ${NEAR}`, percent(edges.filter((edge) => edge < NEAR).length, necks.length)],
      ['ends off, neck widths, where found', mean(misplaced.map(({ ends }) => ends)).toFixed(3)],
    ],
  };
}

function misplacedBy({ edge }: Neckline, truth: readonly Point[]): Misplaced {
  const [left, right] = [truth[0], truth[truth.length - 1]];
  const [foundLeft, foundRight] = [edge[0], edge[edge.length - 1]];
  const width = distance(left, right);
  const heights = (line: readonly Point[]) => {
    const knots = line.map(({ x, y }) => [x, y] as const);
    return PLACES.map((place) => interpolate(knots, left.x + place * (right.x - left.x)));
  };
  const found = heights(edge);
  return {
    edge: mean(heights(truth).map((y, index) => Math.abs(y - found[index]))) / width,
    ends: (distance(left, foundLeft) + distance(right, foundRight)) / 2 / width,
  };
}

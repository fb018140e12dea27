import path from 'node:path';
import { decodeCovering } from '../../src/pixels/decode.ts';
import { distanceTo } from '../../src/pixels/distance.ts';
import { rgbOf } from '../../src/pixels/lab.ts';
import { maskOf } from '../../src/pixels/planes.ts';
import { readMask } from '../../src/steps/inpaint/read-mask.ts';
import { likeness, meanDeltaE, medianLab } from '../measures/pixels.ts';
import { asPng, type Bench, type Case, type Outcome, standardSize, timed, VARIETY } from './case.ts';

/**
 * One photo of a shop in two colours of its cloth, with a mask of the cloth. The right result of a recolouring is
 * known.
 */
interface Variants {
  readonly folder: string;
  /** The prompt's name of the garment. */
  readonly garment: string;
  readonly from: string;
  readonly to: string;
}

const variants = (folder: string, garment: string, from: string, to: string): Variants => ({
  folder,
  garment,
  from,
  to,
});

const VARIANTS: readonly Variants[] = [
  variants('mh08', 'hoodie', 'brown', 'red'),
  variants('mh13', 'hoodie', 'blue', 'lavender'),
  variants('mj01', 'jacket', 'orange', 'yellow'),
  variants('mj03', 'jacket', 'black', 'green'),
  variants('ms05', 't-shirt', 'blue', 'black'),
  variants('ms06', 't-shirt', 'blue', 'yellow'),
  variants('mp08', 'trousers', 'blue', 'green'),
  variants('wh01', 'top', 'green', 'purple'),
  variants('wj05', 'jacket', 'brown', 'green'),
  variants('wp04', 'leggings', 'black', 'blue'),
  variants('ws06', 't-shirt', 'gray', 'red'),
  variants('ws12', 't-shirt', 'blue', 'orange'),
  variants('wt08', 'tank top', 'black', 'yellow'),
];
const HELD: ReadonlySet<string> = new Set(['mh08', 'mp08', 'ws12']);

/** Pixels around the edge of the cloth that are not judged: masks and photos are not sharp there. */
const EDGE = 6;

/** Each garment in the colour of the other photo. */
export const RECOLOURINGS: readonly Case[] = VARIANTS.map((one) => ({
  operation: 'recolour',
  name: `${one.folder}-${one.from}-${one.to}`,
  held: HELD.has(one.folder),
  run: (bench) => recolour(one, bench),
}));

async function recolour({ folder, garment, from, to }: Variants, bench: Bench): Promise<Outcome> {
  const file = (name: string) => bench.photo(path.join('pairs/recolour', folder, name));
  const [image, other, mask] = await Promise.all([file(`${from}.jpg`), file(`${to}.jpg`), file('mask.png')]);
  const size = await standardSize(image);
  const [photo, truth, cloth] = await Promise.all([
    decodeCovering(image, size),
    decodeCovering(other, size),
    readMask(mask, size),
  ]);
  const colour = medianLab(truth, (i) => cloth.data[i] > 0.5);
  if (!colour) throw new Error(`the mask of ${folder} marks nothing`);
  const { result, firstMs } = await timed(() =>
    bench.engine.edit({ image, prompt: `make the ${garment} ${hexOf(colour)}`, size, ...VARIETY }),
  );
  const toCloth = distanceTo(cloth.data, size.width, size.height);
  const toRest = distanceTo(
    maskOf(cloth.data.length, (i) => cloth.data[i] < 0.5),
    size.width,
    size.height,
  );
  return {
    pictures: [image, other, await asPng(result.raster)],
    figures: {
      trueDeltaE: meanDeltaE(result.raster, truth, (i) => toRest[i] > EDGE),
      keptDb: likeness(result.raster, photo, (i) => toCloth[i] > EDGE),
    },
    warnings: result.warnings,
    firstMs,
  };
}

function hexOf([l, a, b]: readonly [number, number, number]): string {
  return `#${rgbOf(l, a, b)
    .map((value) =>
      Math.min(255, Math.max(0, Math.round(value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

import type { Region } from '../../src/analysis.ts';
import type { SceneClass } from '../../src/engine.ts';
import { boxAbove } from '../../src/pixels/crop.ts';
import { decodeAt } from '../../src/pixels/decode.ts';
import { resizeValues } from '../../src/pixels/filters.ts';
import { luma } from '../../src/pixels/lab.ts';
import { maskOf } from '../../src/pixels/planes.ts';
import type { Plane, Raster } from '../../src/pixels/raster.ts';
import { solesOf } from '../../src/steps/cut-out/soles.ts';
import { analyseGarment } from '../../src/steps/garment/analyse-garment.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { fromLibrary } from '../../test/sample-pictures.ts';
import type { Figures } from '../measures/figures.ts';
import { deltaE, medianLab } from '../measures/pixels.ts';
import { asPng, type Bench, type Case, type Outcome, timed, VARIETY } from './case.ts';

/** The parts of a picture; avatars and scenes without a folder are those of the shared library. */
interface Picture {
  readonly name: string;
  readonly avatar?: string;
  readonly products: readonly string[];
  readonly scene?: string;
  readonly presetClass?: SceneClass;
  readonly prompt?: string;
  /** The regions of the avatar that the first product covers. */
  readonly regions?: readonly Region[];
}

const UPPER: readonly Region[] = ['upper'];
const LOWER: readonly Region[] = ['lower'];
const BOTH: readonly Region[] = ['upper', 'lower'];

const PICTURES: readonly Picture[] = [
  {
    name: 'lena-tee-room',
    avatar: 'avatar-lena',
    products: ['garments/tops/saleor-dark-polygon-tee-front.png'],
    scene: 'preset-room',
    regions: UPPER,
  },
  {
    name: 'malik-jacket-studio',
    avatar: 'avatar-malik',
    products: ['garments/outerwear/magento-mj12-orange_main.jpg'],
    scene: 'preset-studio',
    regions: UPPER,
  },
  {
    name: 'amara-dress-white-wall',
    avatar: 'avatar-amara',
    products: ['garments/dresses/cd-dress-cbf45350.jpg'],
    scene: 'preset-white-wall',
    regions: BOTH,
  },
  {
    name: 'erik-shirt-trousers-beach',
    avatar: 'avatar-erik',
    products: ['garments/bottoms/cd-pants-e73c67c9.jpg', 'garments/tops/saleor-polo-shirt-front.png'],
    prompt: 'on a beach',
    regions: LOWER,
  },
  {
    name: 'photo-tee-photo-room',
    avatar: 'persons/ccp-0021.jpg',
    products: ['pairs/vitonhd/00617/garment.jpg'],
    scene: 'scenes/anydoor-000000116225.jpg',
    regions: UPPER,
  },
  {
    name: 'photo-dress-photo-park',
    avatar: 'persons/ccp-0066.jpg',
    products: ['garments/dresses/cd-dress-cbf45350.jpg'],
    scene: 'scenes/anydoor-park.jpg',
    regions: BOTH,
  },
  {
    name: 'half-body-tee-photo-street',
    avatar: 'persons/omnitry-person_top_cloth.jpg',
    products: ['pairs/vitonhd/00057/garment.jpg'],
    scene: 'scenes/paperkit-fabio-mangione.jpg',
    regions: UPPER,
  },
  {
    name: 'photo-skirt-brick',
    avatar: 'persons/ccp-0482.jpg',
    products: ['garments/bottoms/cd-skirt-0558b2c5.jpg'],
    prompt: 'before a brick wall',
    regions: LOWER,
  },
  {
    name: 'flat-lay-linen',
    products: ['garments/tops/saleor-team-tee-front.png'],
    scene: 'preset-linen',
    presetClass: 'flat_lay',
  },
  {
    name: 'flat-lay-two',
    products: ['garments/tops/cd-longsleeve-1789bd08.jpg', 'garments/bottoms/cd-pants-e73c67c9.jpg'],
    presetClass: 'flat_lay',
    prompt: 'on a wooden floor',
  },
  {
    name: 'ghost-dress-white',
    products: ['garments/dresses/cd-dress-bac70656.jpg'],
    scene: 'preset-white-wall',
    presetClass: 'ghost_mannequin',
  },
  {
    name: 'ghost-worn-jacket',
    products: ['garments/outerwear/magento-mj12-orange_main.jpg'],
    presetClass: 'ghost_mannequin',
  },
  {
    name: 'ghost-shirt',
    products: ['garments/tops/cd-shirt-118fb0e8.jpg'],
    presetClass: 'ghost_mannequin',
    prompt: 'on sage',
  },
  {
    name: 'packshot-shoes-plinth',
    products: ['garments/shoes/saleor-dash-force-1.png'],
    scene: 'preset-plinth',
    presetClass: 'product_packshot',
  },
  {
    name: 'packshot-bag',
    products: ['garments/accessories/magento-wb02-green-0.jpg'],
    presetClass: 'product_packshot',
  },
  {
    name: 'packshot-four',
    products: [
      'garments/tops/saleor-grey-hoodie.png',
      'garments/bottoms/cd-shorts-06248e28.jpg',
      'garments/shoes/cd-shoes-132e5fa5.jpg',
      'garments/accessories/cd-hat-7c28df10.jpg',
    ],
    presetClass: 'product_packshot',
    prompt: 'on a light blue background',
  },
];
const HELD: ReadonlySet<string> = new Set(['lena-tee-room', 'flat-lay-linen', 'packshot-shoes-plinth']);

const SIZE = { width: 888, height: 1184 };

/** Pictures of avatars in products, and of products alone. */
export const GENERATIONS: readonly Case[] = PICTURES.map((one) => ({
  operation: 'generate',
  name: one.name,
  held: HELD.has(one.name),
  run: (bench) => make(one, bench),
}));

async function make(picture: Picture, bench: Bench): Promise<Outcome> {
  const load = (name: string) => (name.includes('/') ? bench.photo(name) : fromLibrary(name));
  const products = await Promise.all(picture.products.map(load));
  const avatar = picture.avatar && (await load(picture.avatar));
  const scene = picture.scene && (await load(picture.scene));
  const { result, firstMs } = await timed(() =>
    bench.engine.generate({
      ...(avatar ? { avatar } : {}),
      ...(scene ? { scene } : {}),
      ...(picture.presetClass ? { presetClass: picture.presetClass } : {}),
      products,
      mode: 'presets',
      prompt: picture.prompt ?? '',
      size: SIZE,
      ...VARIETY,
    }),
  );
  const made = await asPng(result.raster);
  return {
    pictures: [...(avatar ? [avatar] : []), ...products, ...(scene ? [scene] : []), made],
    figures: picture.regions
      ? await measureDressed(made, result.raster, products[0], picture.regions, bench)
      : await measureProducts(made, products, bench),
    warnings: result.warnings,
    firstMs,
  };
}

const SURE = 0.9;

/**
 * Measures the person in the result: the colour of the clothes against the first product, and the shadow at the feet.
 */
async function measureDressed(
  made: Buffer,
  result: Raster,
  product: Uint8Array,
  regions: readonly Region[],
  { nets }: Bench,
): Promise<Figures> {
  const person = await analysePerson(made, nets);
  const garment = await analyseGarment(product, undefined, nets);
  const worn = regions.map((region) => atSizeOf(result, person.regions.probability[region]));
  const own = medianLab(garment.raster, (i) => garment.alpha.data[i] > SURE);
  const seen = medianLab(result, (i) => worn.some((plane) => plane[i] > SURE));
  const matte = { width: result.width, height: result.height, data: atSizeOf(result, person.matte) };
  return {
    ...(own && seen ? { colourDeltaE: deltaE(own, seen) } : {}),
    ...shadowAt(result, matte),
  };
}

/**
 * Measures one product in the result: its colour and its place. With several products there is no colour to compare.
 */
async function measureProducts(made: Buffer, products: readonly Uint8Array[], { nets }: Bench): Promise<Figures> {
  if (products.length > 1) return {};
  const before = await analyseGarment(products[0], undefined, nets);
  const after = await analyseGarment(made, undefined, nets).catch(() => null);
  if (!after) return {};
  const own = medianLab(before.raster, (i) => before.alpha.data[i] > SURE);
  const seen = medianLab(after.raster, (i) => after.alpha.data[i] > SURE);
  const { width, height } = after.alpha;
  const detail = detailOf(await decodeAt(made, { width, height }));
  const box = boxAbove({ width, height, data: after.alpha.data.map((share, i) => share * detail[i]) }, 0.5);
  return {
    ...(own && seen ? { colourDeltaE: deltaE(own, seen) } : {}),
    offCentrePercent: (100 * Math.abs(box.left + box.width / 2 - after.alpha.width / 2)) / after.alpha.width,
  };
}

/** Change of light across a pixel, in byte steps, above which it is not a shadow. */
const DETAIL_MIN = 24;

/**
 * 1 at an edge or a pattern, 0 where the picture is even or softly shaded. A cut-out may include the product's shadow.
 */
function detailOf({ width, height, data }: Raster): Uint8Array {
  return maskOf(width * height, (i) => {
    const across = Math.abs(luma(data, i + 2) - luma(data, i - 2));
    const down = Math.abs(luma(data, i + 2 * width) - luma(data, i - 2 * width));
    return across + down > DETAIL_MIN;
  });
}

const atSizeOf = ({ width, height }: Raster, { width: w, height: h, data }: Plane) =>
  resizeValues(data, w, h, width, height);

/**
 * Height of the measured strip of ground, and its distance beside the feet where it has no shadow, as shares of the
 * picture's height.
 */
const STRIP = 0.006;
const ASIDE = 0.08;

/** How much darker the ground is below the soles than beside them. Absent if no feet are seen. */
function shadowAt(picture: Raster, matte: Plane): Figures {
  const soles = solesOf(matte);
  if (soles === null) return {};
  const { width, height } = picture;
  const columns = Array.from({ length: width }, (_, x) => x);
  const feet = columns.filter((x) => matte.data[(soles - 3) * width + x] > 0.5);
  const [left, right] = [Math.min(...feet) - ASIDE * height, Math.max(...feet) + ASIDE * height];
  const near = brightness(picture, soles + 3, feet);
  const aside = brightness(
    picture,
    soles + 3,
    columns.filter((x) => x < left || x > right),
  );
  return near === null || !aside ? {} : { shadowPercent: 100 * (1 - near / aside) };
}

/** Mean luma of the given columns of a strip that begins at a row; null if there are none. */
function brightness({ width, height, data }: Raster, from: number, columns: readonly number[]): number | null {
  let sum = 0;
  let count = 0;
  for (let y = from; y < Math.min(height, from + height * STRIP); y++) {
    for (const x of columns) {
      sum += luma(data, y * width + x);
      count++;
    }
  }
  return count === 0 ? null : sum / count;
}

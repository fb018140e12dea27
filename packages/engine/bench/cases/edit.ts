import { REGIONS } from '../../src/analysis.ts';
import { decodeCovering } from '../../src/pixels/decode.ts';
import { distanceTo } from '../../src/pixels/distance.ts';
import { resizeValues } from '../../src/pixels/filters.ts';
import { labOf } from '../../src/pixels/lab.ts';
import { maskOf } from '../../src/pixels/planes.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { PHOTOS } from '../../test/photos.ts';
import type { Figures } from '../measures/figures.ts';
import { deltaE, difference, labAt, percentOf } from '../measures/pixels.ts';
import { personPhotos, trueRegions, UNTOLD } from '../parse-maps.ts';
import { asPng, type Bench, type Case, type Outcome, standardSize, timed, VARIETY } from './case.ts';

/** People whose true outline is known. */
const ON_SAGE = ['ccp-0021', 'ccp-0046', 'ccp-0107', 'ccp-0242', 'ccp-0360', 'ccp-0240', 'ccp-0820', 'ccp-0943'];
const HELD: ReadonlySet<string> = new Set(['ccp-0021', 'ccp-0820']);
const SAGE = labOf(162, 178, 152);

/** Prompts whose results a person judges. */
const PROMPTS: readonly (readonly [file: string, prompt: string])[] = [
  ['persons/ccp-0242.jpg', 'make the top burgundy and the trousers black'],
  ['persons/ccp-0482.jpg', 'white skirt'],
  ['persons/ccp-0107.jpg', 'navy and white stripes on the shirt'],
  ['persons/magento-ws08-red_main.jpg', 'blue checks on the t-shirt'],
  ['persons/ccp-0021.jpg', 'put her on a beach'],
  ['persons/ccp-0046.jpg', 'replace the background with a brick wall, warmer'],
  ['persons/ccp-0360.jpg', 'blur the background'],
  ['persons/ccp-0558.jpg', 'in a park, soft light'],
  ['persons/ccp-0943.jpg', 'city lights behind her'],
  ['persons/omnitry-person_top_cloth.jpg', 'soft studio light, a little warmer'],
  ['persons/ccp-0820.jpg', 'black and white, more contrast'],
  ['persons/ccp-0713.jpg', 'crop to the upper body'],
  ['persons/fashn-model.webp', 'extend to 16:9'],
  ['persons/ccp-0689.jpg', 'make it square'],
  ['persons/ccp-0732.jpg', 'crop to the shoes'],
  ['garments/tops/saleor-team-tee-front.png', 'remove the logo'],
  ['garments/tops/saleor-monospace-white-tee-front.png', 'remove the print'],
  ['persons/ccp-0240.jpg', 'remove the wrinkles from the shirt'],
  ['persons/kodak-18.png', 'retouch the skin'],
  ['garments/dresses/cd-dress-bac70656.jpg', 'rends-le bleu marine sur fond beige'],
  ['garments/outerwear/cd-outwear-0c7412e7.jpg', 'mach die Jacke rot, Hintergrund hellgrau'],
];

/** Backgrounds to measure, then prompts to judge by eye. */
export const EDITS: readonly Case[] = [
  ...ON_SAGE.map(
    (name): Case => ({
      operation: 'edit',
      name: `${name}-on-sage`,
      held: HELD.has(name),
      run: (bench) => replaceBackground(name, bench),
    }),
  ),
  ...PROMPTS.map(
    ([file, prompt]): Case => ({
      operation: 'edit',
      name: prompt.replaceAll(/[^a-z0-9]+/gi, '-'),
      held: false,
      run: (bench) => edit(file, prompt, bench, async () => ({})),
    }),
  ),
];

async function edit(
  file: string,
  prompt: string,
  bench: Bench,
  judge: (result: Raster, image: Buffer) => Promise<Figures>,
): Promise<Outcome> {
  const image = await bench.photo(file);
  const size = await standardSize(image);
  const { result, firstMs } = await timed(() => bench.engine.edit({ image, prompt, size, ...VARIETY }));
  return {
    pictures: [image, await asPng(result.raster)],
    figures: await judge(result.raster, image),
    warnings: result.warnings,
    firstMs,
  };
}

/**
 * Largest difference in bytes from the new colour of a replaced background, and from the source of a pixel left alone.
 */
const SAME_COLOUR = 4;
const UNTOUCHED = 6;
/** Pixels on each side of the true outline that are not judged: the maps are coarse. */
const EDGE = 8;

async function replaceBackground(name: string, bench: Bench): Promise<Outcome> {
  const photo = personPhotos(PHOTOS).find((one) => one.name === name);
  if (!photo?.parse) throw new Error(`there is no parse map of ${name}`);
  const { path: file, labels } = photo.parse;
  return edit(photo.path, 'on a sage background', bench, async (result, image) => {
    const person = await analysePerson(image, bench.nets);
    const truth = await trueRegions(await bench.photo(file), labels, person);
    const { width, height } = result;
    const large = (counts: (region: number) => boolean) => {
      const small = Float32Array.from(truth, (region) => (counts(region) ? 1 : 0));
      const plane = resizeValues(small, person.regions.width, person.regions.height, width, height);
      return distanceTo(
        maskOf(plane.length, (i) => plane[i] < 0.5),
        width,
        height,
      );
    };
    const background = REGIONS.indexOf('background');
    const inBackground = large((region) => region === background);
    const inPerson = large((region) => region !== background && region !== UNTOLD);
    const before = await decodeCovering(image, { width, height });
    return {
      replacedPercent: percentOf(
        inBackground.length,
        (i) => inBackground[i] > EDGE,
        (i) => deltaE(labAt(result, i), SAGE) < SAME_COLOUR,
      ),
      untouchedPercent: percentOf(
        inPerson.length,
        (i) => inPerson[i] > EDGE,
        (i) => difference(result, before, i) <= UNTOUCHED,
      ),
    };
  });
}

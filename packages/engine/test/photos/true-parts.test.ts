import { describe, expect, test } from 'vitest';
import { deltaE } from '../../bench/measures/pixels.ts';
import { personPhotos, trueRegions } from '../../bench/parse-maps.ts';
import { REGIONS, type Region } from '../../src/analysis.ts';
import { decodeAt } from '../../src/pixels/decode.ts';
import { labOf } from '../../src/pixels/lab.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { openedAnalyses, openedEngine } from '../opened.ts';
import { hasPhotos, PHOTOS, photo } from '../photos.ts';

const SIZE = { width: 512, height: 768 };

/** Largest difference of a pixel that stays, CIE 1976: encoding and resampling change a pixel by less. */
const KEPT_DELTA_E = 12;

/** Largest difference of bare skin from the median of the person's skin. */
const SKIN_DELTA_E = 15;

/** Distance from another region, in pixels, in which a photo's own outline mixes the two. */
const SEAM = 3;

type Lab = readonly [lightness: number, a: number, b: number];

/** The parts of a person photo by its hand-made mask. */
interface TrueParts {
  readonly photo: Buffer;
  readonly before: Raster;
  /** Median of the person's skin. */
  readonly skin: Lab;
  /** Share of the true pixels of a region, between two heights as shares of the photo's, for which `holds`. */
  share(region: Region, heights: readonly [number, number], holds: (pixel: number) => boolean): number;
}

const ALL = [0, 1] as const;

describe.skipIf(!hasPhotos)(
  'what stays and what is covered, by the true masks of photos (needs ../shared/data)',
  () => {
    const engine = openedEngine();
    const analyses = openedAnalyses();

    async function partsOf(name: string): Promise<TrueParts> {
      const { path, parse } = personPhotos(PHOTOS).find((each) => each.name === name) ?? {};
      if (!path || !parse) throw new Error(`no mask of ${name}`);
      const bytes = await photo(path);
      const analysis = await analyses().person(bytes);
      const truth = await trueRegions(await photo(parse.path), parse.labels, analysis);
      const { width, height } = analysis.regions;
      const truthAt = (x: number, y: number) =>
        truth[Math.floor(((y + 0.5) * height) / SIZE.height) * width + Math.floor(((x + 0.5) * width) / SIZE.width)];
      return {
        photo: bytes,
        before: await decodeAt(bytes, SIZE),
        skin: analysis.skin.median,
        share(region, [from, to], holds) {
          const wanted = REGIONS.indexOf(region);
          const isInside = (x: number, y: number) =>
            [-SEAM, 0, SEAM].every((aside) =>
              [-SEAM, 0, SEAM].every((down) => truthAt(x + aside, y + down) === wanted),
            );
          const pixels: number[] = [];
          const last = Math.min(SIZE.height - SEAM, to * SIZE.height);
          for (let y = Math.max(SEAM, Math.ceil(from * SIZE.height)); y < last; y++)
            for (let x = SEAM; x < SIZE.width - SEAM; x++) if (isInside(x, y)) pixels.push(y * SIZE.width + x);
          expect(pixels.length).toBeGreaterThan(100);
          return pixels.filter(holds).length / pixels.length;
        },
      };
    }

    async function dressed({ photo: person }: TrueParts, names: readonly string[], prompt = ''): Promise<Raster> {
      const garments = await Promise.all(names.map(async (name) => ({ bytes: await photo(`garments/${name}`) })));
      return (await engine().tryOn({ person, garments, size: SIZE, seed: 1, variation: 0, prompt })).raster;
    }

    const isLike = (one: Raster, other: Raster) => (pixel: number) =>
      deltaE(colourAt(one, pixel), colourAt(other, pixel)) < KEPT_DELTA_E;
    const isBare =
      ({ skin }: TrueParts, raster: Raster) =>
      (pixel: number) =>
        deltaE(colourAt(raster, pixel), skin) < SKIN_DELTA_E;

    test.each<[string, string, string, Region, readonly [number, number], number]>([
      // Long trousers are worn, so skin at these heights is that of hands.
      ['the hands, before a skirt', 'ccp-0244', 'bottoms/cd-skirt-f4b934fc.jpg', 'skin', [0.45, 0.65], 0.9],
      ['a bag, beside trousers', 'ccp-0030', 'bottoms/cd-pants-e73c67c9.jpg', 'other', ALL, 0.9],
      ['a bag at the arm, beside trousers', 'ccp-0360', 'bottoms/cd-pants-e73c67c9.jpg', 'other', ALL, 0.75],
      ['a dress, below the hem of a top', 'ccp-0223', 'tops/magento-mh12-red_main.jpg', 'lower', [0.5, 0.75], 0.75],
      ['shoes, below a short dress', 'ccp-0242', 'dresses/cd-dress-cbf45350.jpg', 'shoes', ALL, 0.9],
    ])('%s, stays as it is (%s)', async (_, name, garment, region, heights, least) => {
      const parts = await partsOf(name);
      const after = await dressed(parts, [garment]);
      expect(parts.share(region, heights, isLike(parts.before, after))).toBeGreaterThan(least);
    });

    test('a bag of the colour of the trousers, beside new ones, stays as it is', async () => {
      const parts = await partsOf('ccp-0217');
      const after = await dressed(parts, ['bottoms/cd-pants-e73c67c9.jpg']);
      expect(parts.share('other', ALL, isLike(parts.before, after))).toBeGreaterThan(0.75);
    });

    test('a tucked top lies under the waistband, an untucked one over it', async () => {
      const parts = await partsOf('ccp-0820');
      const keptBy = async (words: string) => {
        const after = await dressed(parts, ['tops/saleor-team-tee-front.png'], words);
        return parts.share('lower', [0.45, 0.525], isLike(parts.before, after));
      };
      const [tucked, untucked] = [await keptBy('tucked in'), await keptBy('untucked')];
      expect(tucked).toBeGreaterThan(0.7);
      expect(untucked).toBeLessThan(tucked - 0.2);
    });

    test('no belly is bared between a top and new trousers', async () => {
      const parts = await partsOf('ccp-0820');
      const after = await dressed(parts, ['bottoms/magento-mp03-green_main.jpg']);
      for (const region of ['upper', 'lower'] as const)
        expect(parts.share(region, ALL, isBare(parts, after))).toBeLessThan(0.02);
    });

    test.each(['cd-pants-17bebe65.jpg', 'magento-mp03-green_main.jpg'])(
      'bare legs are in the trousers that are put on them: %s',
      async (trousers) => {
        const parts = await partsOf('ccp-0688');
        const after = await dressed(parts, [`bottoms/${trousers}`]);
        const shins = [0.65, 0.85] as const;
        expect(parts.share('skin', shins, isBare(parts, parts.before))).toBeGreaterThan(0.5);
        expect(parts.share('skin', shins, isBare(parts, after))).toBeLessThan(0.03);
      },
    );

    test.each(['ccp-0688', 'ccp-0716'])('no leg shows beside trousers in the place of a skirt: %s', async (name) => {
      const parts = await partsOf(name);
      const after = await dressed(parts, ['bottoms/magento-mp03-green_main.jpg']);
      expect(parts.share('lower', ALL, isBare(parts, after))).toBeLessThan(0.03);
    });

    test('nothing that is worn under a coat shows beside it', async () => {
      const parts = await partsOf('ccp-0977');
      const coat = 'outerwear/cd-outwear-2c1c3c2a.jpg';
      const [alone, over] = [
        await dressed(parts, [coat]),
        await dressed(parts, [coat, 'bottoms/cd-skirt-36d30ee9.jpg', 'tops/saleor-ascii-shirt-front.png']),
      ];
      expect(parts.share('background', [0, 0.6], isLike(alone, over))).toBeGreaterThan(0.98);
    });

    test('arms whose hands are in the pockets are as bare under a top and trousers as under the top alone', async () => {
      const parts = await partsOf('ccp-0046');
      const tee = 'tops/saleor-monospace-white-tee-front.png';
      const [alone, both] = [
        await dressed(parts, [tee]),
        await dressed(parts, [tee, 'bottoms/magento-mp03-green_main.jpg']),
      ];
      const bareIn = (raster: Raster) => parts.share('upper', [0.3, 0.45], isBare(parts, raster));
      expect(bareIn(alone)).toBeGreaterThan(0.05);
      expect(Math.abs(bareIn(both) - bareIn(alone))).toBeLessThan(0.02);
    });
  },
);

function colourAt({ data }: Raster, pixel: number): Lab {
  return labOf(data[pixel * 3], data[pixel * 3 + 1], data[pixel * 3 + 2]);
}

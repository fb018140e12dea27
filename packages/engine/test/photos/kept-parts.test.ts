import { describe, expect, test } from 'vitest';
import { deltaE } from '../../bench/measures/pixels.ts';
import { personPhotos, trueRegions } from '../../bench/parse-maps.ts';
import { REGIONS, type Region } from '../../src/analysis.ts';
import { decodeAt } from '../../src/pixels/decode.ts';
import { labOf } from '../../src/pixels/lab.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { openedEngine, openedNets } from '../opened.ts';
import { hasPhotos, PHOTOS, photo } from '../photos.ts';

const SIZE = { width: 512, height: 768 };

const SKIRT = 'garments/bottoms/cd-skirt-f4b934fc.jpg';

/** Largest difference of a kept pixel, CIE 1976: encoding and resampling change a pixel by less. */
const KEPT_DELTA_E = 12;

/** Distance from another region, in pixels, in which a photo's own outline mixes the two. */
const SEAM = 3;

describe.skipIf(!hasPhotos)(
  'what no new garment covers stays, by the true masks of photos (needs ../shared/data)',
  () => {
    const engine = openedEngine();
    const nets = openedNets();

    /** Share of the true pixels of a region, between two heights in the photo, that a try-on leaves as they were. */
    async function keptShare(
      name: string,
      garment: string,
      region: Region,
      [from, to]: readonly [number, number],
    ): Promise<number> {
      const { path, parse } = personPhotos(PHOTOS).find((each) => each.name === name) ?? {};
      if (!path || !parse) throw new Error(`no mask of ${name}`);
      const person = await photo(path);
      const analysis = await analysePerson(person, nets());
      const truth = await trueRegions(await photo(parse.path), parse.labels, analysis);
      const { width, height } = analysis.regions;
      const wanted = REGIONS.indexOf(region);
      const truthAt = (x: number, y: number) =>
        truth[Math.floor(((y + 0.5) * height) / SIZE.height) * width + Math.floor(((x + 0.5) * width) / SIZE.width)];
      const isInside = (x: number, y: number) =>
        [-SEAM, 0, SEAM].every((aside) => [-SEAM, 0, SEAM].every((down) => truthAt(x + aside, y + down) === wanted));

      const before = await decodeAt(person, SIZE);
      const garments = [{ bytes: await photo(garment) }];
      const { raster: after } = await engine().tryOn({ person, garments, size: SIZE, seed: 1, variation: 0 });
      let looked = 0;
      let kept = 0;
      for (
        let y = Math.max(SEAM, Math.ceil(from * SIZE.height));
        y < Math.min(SIZE.height - SEAM, to * SIZE.height);
        y++
      )
        for (let x = SEAM; x < SIZE.width - SEAM; x++) {
          if (!isInside(x, y)) continue;
          const pixel = y * SIZE.width + x;
          looked += 1;
          if (deltaE(colourAt(before, pixel), colourAt(after, pixel)) < KEPT_DELTA_E) kept += 1;
        }
      expect(looked).toBeGreaterThan(100);
      return kept / looked;
    }

    test('the hands stay before a skirt', async () => {
      // Long trousers are worn, so skin at these heights is that of hands.
      expect(await keptShare('ccp-0244', SKIRT, 'skin', [0.45, 0.65])).toBeGreaterThan(0.9);
    });
  },
);

function colourAt({ data }: Raster, pixel: number): [number, number, number] {
  return labOf(data[pixel * 3], data[pixel * 3 + 1], data[pixel * 3 + 2]);
}

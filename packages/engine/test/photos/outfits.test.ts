import { describe, expect, test } from 'vitest';
import { deltaE } from '../../bench/measures/pixels.ts';
import type { TryOnResult } from '../../src/engine.ts';
import { decodeAt } from '../../src/pixels/decode.ts';
import { modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { layersOf } from '../../src/steps/try-on/layers.ts';
import { garmentOf } from '../garment-of.ts';
import { openedAnalyses, openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';
import { colourOf } from '../picture-colours.ts';

const engine = openedEngine();
const analyses = openedAnalyses();

/** A man who stands with his arms down, in a photo of 2:3. */
const MAN = 'persons/ccp-0820.jpg';
const TEE = 'garments/tops/saleor-team-tee-front.png';
const HOODIE = 'garments/tops/saleor-grey-hoodie.png';
const LONG_SLEEVES = 'garments/tops/anydoor-44.jpg';
const JACKET = 'garments/outerwear/magento-wj04-white_main.jpg';
const RAIN_JACKET = 'garments/outerwear/magento-mj12-orange_main.jpg';
const GILET = 'training/garments/outwear/3d43b8a4-e377-4822-ba41-9ff466734510.jpg';
const DRESS = 'garments/dresses/cd-dress-cbf45350.jpg';
const PANTS = 'garments/bottoms/cd-pants-e73c67c9.jpg';
const OTHER_PANTS = 'garments/bottoms/magento-mp03-green_main.jpg';
const SKIRT = 'garments/bottoms/cd-skirt-0558b2c5.jpg';
const SHOES = 'garments/shoes/saleor-blue-plimsolls-1.png';
const OTHER_DRESS = 'garments/dresses/omnitry-dress.jpg';
const SIZE = { width: 256, height: 384 };
/** Where narrow places are looked at. */
const LARGE = { width: 832, height: 1248 };

async function wear(garments: readonly string[], prompt = '', person = MAN, size = SIZE): Promise<TryOnResult> {
  return engine().tryOn({
    person: await photo(person),
    garments: await Promise.all(garments.map(async (name) => ({ bytes: await photo(name) }))),
    size,
    seed: 1,
    variation: 0,
    prompt,
  });
}

/** Places on the man, as shares of width and height: [left, top, right, bottom]. */
const CHEST = [0.44, 0.34, 0.46, 0.36] as const;
const UPPER_CHEST = [0.42, 0.235, 0.44, 0.255] as const;
const SIDE_OF_CHEST = [0.35, 0.34, 0.37, 0.36] as const;
const THIGH = [0.45, 0.63, 0.49, 0.65] as const;
const UPPER_ARM = [0.3, 0.26, 0.32, 0.28] as const;
const SLEEVE = [0.31, 0.31, 0.32, 0.33] as const;
const FOREARM = [0.295, 0.43, 0.31, 0.455] as const;

const bytesOf = ({ raster: { data } }: TryOnResult) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
const codesOf = ({ warnings }: TryOnResult) => warnings.map(({ code }) => code);

function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, index) => ordersOf(things.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

describe.skipIf(!hasPhotos)('outfits, with real photos (skipped where ../shared/data is missing)', () => {
  test('an open jacket shows the top beneath it between its fronts, a closed one hides it', async () => {
    const [tee, open, closed] = [
      await wear([TEE]),
      await wear([JACKET, TEE], 'open jacket over the tee'),
      await wear([JACKET, TEE], 'closed jacket'),
    ];
    // The fronts throw a shadow on the clothes between them.
    expect(deltaE(colourOf(open.raster, CHEST), colourOf(tee.raster, CHEST))).toBeLessThan(30);
    expect(deltaE(colourOf(closed.raster, CHEST), colourOf(tee.raster, CHEST))).toBeGreaterThan(40);
    expect(deltaE(colourOf(open.raster, SIDE_OF_CHEST), colourOf(tee.raster, SIDE_OF_CHEST))).toBeGreaterThan(25);
    expect(codesOf(open)).not.toContain('front_does_not_open');
  });

  test('what is to be worn open and has no front that opens is worn closed, and the warning says so', async () => {
    expect(codesOf(await wear([HOODIE], 'open hoodie'))).toContain('front_does_not_open');
    expect(codesOf(await wear([HOODIE]))).not.toContain('front_does_not_open');
  });

  test('a skirt that a top was tucked into stays as it is below a new one, though parts of it were taken for that top', async () => {
    const woman = 'persons/ccp-0107.jpg';
    const { raster } = await wear(['garments/tops/saleor-polo-shirt-front.png'], '', woman, LARGE);
    const before = await decodeAt(await photo(woman), LARGE);
    for (const left of [0.4, 0.5, 0.6])
      for (const top of [0.52, 0.55, 0.58]) {
        const place = [left, top, left + 0.08, top + 0.03] as const;
        expect(deltaE(colourOf(raster, place), colourOf(before, place))).toBeLessThan(5);
      }
  });

  test('a gilet goes over what the man wears, whose sleeves stay as they are', async () => {
    const { raster } = await wear([GILET]);
    const before = await decodeAt(await photo(MAN), SIZE);
    // The gilet throws its shadow on them.
    for (const place of [SLEEVE, FOREARM])
      expect(deltaE(colourOf(raster, place), colourOf(before, place))).toBeLessThan(12);
    expect(deltaE(colourOf(raster, UPPER_CHEST), colourOf(before, UPPER_CHEST))).toBeGreaterThan(20);
  });

  test('a gilet keeps a shirt under new trousers, and takes the place of a coat', async () => {
    const person = await analyses().person(await photo(MAN));
    const body = modelBody(person);
    const [trousers] = layersOf(await Promise.all([PANTS, GILET].map((name) => garmentOf(name, analyses()))), '');
    const keepsTop = (hem: number) =>
      trousers.wearOn({ person, body: { ...body, worn: { ...body.worn, hem } } }, () => 0.5).keepsTop;
    expect([keepsTop(1), keepsTop(1.7)]).toEqual([true, false]);
  });

  test('no gilet: an undershirt with a line at its front, and a sleeveless top that does not open', async () => {
    const person = await analyses().person(await photo(MAN));
    const body = modelBody(person);
    const gilet = await garmentOf(GILET, analyses());
    const isOverTop = (change: Partial<typeof gilet>) =>
      layersOf([{ ...gilet, ...change }], '')[0].wearOn({ person, body }, () => 0.5).isOverTop;
    expect([isOverTop({}), isOverTop({ outerness: 0.9 }), isOverTop({ front: null })]).toEqual([true, false, false]);
  });

  test('a gilet goes over a tee of the same request, whose sleeves are seen', async () => {
    const [tee, both] = [await wear([TEE]), await wear([GILET, TEE])];
    expect(deltaE(colourOf(both.raster, UPPER_ARM), colourOf(tee.raster, UPPER_ARM))).toBeLessThan(6);
    expect(deltaE(colourOf(both.raster, UPPER_CHEST), colourOf(tee.raster, UPPER_CHEST))).toBeGreaterThan(15);
  });

  test('a jacket goes over a dress and leaves its skirt to be seen', async () => {
    const [dress, both] = [await wear([DRESS]), await wear([JACKET, DRESS])];
    expect(deltaE(colourOf(both.raster, CHEST), colourOf(dress.raster, CHEST))).toBeGreaterThan(20);
    expect(deltaE(colourOf(both.raster, THIGH), colourOf(dress.raster, THIGH))).toBeLessThan(6);
  });

  test('every order of three garments gives the same image', async () => {
    const [first, ...others] = ordersOf([TEE, PANTS, JACKET]);
    const expected = bytesOf(await wear(first));
    for (const order of others) expect(bytesOf(await wear(order)).equals(expected), order.join(', ')).toBe(true);
  });

  test('every order of four garments is put on from the trousers to the jacket', async () => {
    const names = [PANTS, TEE, HOODIE, RAIN_JACKET];
    const garments = await Promise.all(names.map((name) => garmentOf(name, analyses())));
    for (const order of ordersOf(garments))
      expect(layersOf(order, '').map(({ product }) => names[garments.indexOf(product)])).toEqual(names);
  });

  test('a tee goes under what has long sleeves, however long it is', async () => {
    const names = ['garments/tops/sylius-t-shirts-man-t-shirt_02.jpg', RAIN_JACKET];
    const garments = await Promise.all(names.map((name) => garmentOf(name, analyses())));
    for (const order of ordersOf(garments))
      expect(layersOf(order, '').map(({ product }) => names[garments.indexOf(product)])).toEqual(names);
  });

  test('coats and jackets go over hoodies and shirts, also where their fronts hardly show', async () => {
    const analysed = (names: readonly string[]) =>
      Promise.all(names.map((name) => garmentOf(`garments/${name}`, analyses())));
    const coats = await analysed([
      'outerwear/cd-outwear-fa9f16fa.jpg',
      'outerwear/cd-outwear-349cf35c.jpg',
      'outerwear/cd-outwear-463bbfd1.jpg',
      'outerwear/cd-outwear-ee4d62e7.jpg',
    ]);
    const tops = await analysed([
      'tops/omnitry-top_cloth.jpg',
      'tops/saleor-grey-hoodie.png',
      'tops/cd-shirt-29f8cf36.jpg',
    ]);
    const beneath = coats.flatMap((coat) =>
      tops.map((top) =>
        layersOf([coat, top], '')
          .map(({ product }) => product)
          .indexOf(top),
      ),
    );
    expect(beneath).toEqual(beneath.map(() => 0));
  });

  // The net of kinds takes this jacket for a lighter top.
  test.fails.each([HOODIE, 'garments/tops/omnitry-top_cloth.jpg'])(
    'known fault: a thin jacket goes over a hooded top, %s',
    async (hooded) => {
      const [jacket, hoodie] = await Promise.all([JACKET, hooded].map((name) => garmentOf(name, analyses())));
      expect(layersOf([jacket, hoodie], '').findIndex(({ product }) => product === hoodie)).toBe(0);
    },
  );

  test.each([
    ['trousers and a skirt', [PANTS, TEE, SKIRT], /photo 1 \(trousers or shorts\), photo 3 \(a skirt\)\. Send one/],
    ['two pairs of trousers', [PANTS, OTHER_PANTS], /photo 1 \(trousers or shorts\), photo 2 \(trousers or shorts\)/],
    ['two dresses', [DRESS, OTHER_DRESS], /photo 1 \(a dress\), photo 2 \(a dress\)/],
  ])('%s are not worn at once: they are refused, naming both photos', async (_, garments, message) => {
    await expect(wear(garments)).rejects.toThrow(message);
  });

  test.each([
    [
      'no garment can be told from its ground',
      'garments/bottoms/sylius-jeans-woman-jeans_04.jpg',
      'No garment stands out',
    ],
    ['shoes', SHOES, 'A photo shows shoes'],
  ])('of two photos the second is refused by its number: %s', async (_, refused, reason) => {
    await expect(wear([TEE, refused])).rejects.toThrow(`Garment photo 2 of 2 cannot be used: ${reason}`);
    await expect(wear([refused])).rejects.toThrow(new RegExp(`^${reason}`));
  });

  test('a product that cannot be told is refused by its number', async () => {
    const products = await Promise.all([TEE, 'garments/bottoms/sylius-jeans-woman-jeans_04.jpg'].map(photo));
    const request = {
      products,
      mode: 'products',
      presetClass: 'flat_lay',
      prompt: '',
      size: SIZE,
      seed: 1,
      variation: 0,
    } as const;
    const refusal = 'Product photo 2 of 2 cannot be used: No garment stands out';
    await expect(engine().generate(request)).rejects.toThrow(refusal);
    await expect(engine().generate({ ...request, avatar: await photo(MAN), mode: 'presets' })).rejects.toThrow(refusal);
  });

  test('trousers go under a dress, and the same trousers twice are one pair', async () => {
    const [dress, both] = [await wear([DRESS]), await wear([DRESS, PANTS])];
    expect(deltaE(colourOf(both.raster, THIGH), colourOf(dress.raster, THIGH))).toBeLessThan(6);
    expect(codesOf(await wear([PANTS, PANTS]))).toContain('garment_repeated');
  });

  test('sleeves that are rolled up bare the forearm and nothing above it', async () => {
    const [long, rolled] = [await wear([LONG_SLEEVES]), await wear([LONG_SLEEVES], 'sleeves rolled up')];
    expect(deltaE(colourOf(rolled.raster, FOREARM), colourOf(long.raster, FOREARM))).toBeGreaterThan(20);
    expect(deltaE(colourOf(rolled.raster, UPPER_ARM), colourOf(long.raster, UPPER_ARM))).toBeLessThan(3);
  });
});

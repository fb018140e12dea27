import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { REGIONS } from '../../src/analysis.ts';
import type { TryOnResult } from '../../src/engine.ts';
import { decodeAt } from '../../src/pixels/decode.ts';
import { add, dot, pixelMiddle, subtract } from '../../src/pixels/geometry.ts';
import { labOf, toLab } from '../../src/pixels/lab.ts';
import type { Plane, Size } from '../../src/pixels/raster.ts';
import { analyseGarment } from '../../src/steps/garment/analyse-garment.ts';
import { modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { fitGarment } from '../../src/steps/try-on/fit/fit-garment.ts';
import { findWaist } from '../../src/steps/try-on/fit/tuck-line.ts';
import { rejectHiddenBottoms } from '../../src/steps/try-on/judge/hidden-limbs.ts';
import { layersOf } from '../../src/steps/try-on/layers.ts';
import { BECOMES } from '../../src/steps/try-on/paint/beneath.ts';
import { skinTone } from '../../src/steps/try-on/paint/paint-skin.ts';
import { placementOf } from '../../src/steps/try-on/placement.ts';
import { garmentOf } from '../garment-of.ts';
import { openedAnalyses, openedEngine, openedNets } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';
import { countOf } from '../picture-colours.ts';

const engine = openedEngine();
const analyses = openedAnalyses();
const nets = openedNets();

const SIZE = { width: 512, height: 768 };

async function wear(person: string, garment: string, size: Size = SIZE): Promise<TryOnResult> {
  return engine().tryOn({
    person: await photo(`persons/${person}`),
    garments: [{ bytes: await photo(`garments/bottoms/${garment}`) }],
    size,
    seed: 1,
    variation: 0,
  });
}

const LONG_SHORTS = 'training/garments/shorts/54388565-eabb-4089-82a4-333d44782512.jpg';
const FOLDED = 'training/garments/pants/8f0c3bd9-5784-4268-b5ee-020122a0dcd3.jpg';

const [UPPER, LOWER] = [REGIONS.indexOf('upper'), REGIONS.indexOf('lower')];
const isGreen = (red: number, green: number, blue: number) => green > 1.6 * red && green > 1.2 * blue;
const isDenim = (red: number, green: number, blue: number) => blue > 1.6 * red && blue > 1.3 * green;
const isRed = (red: number, green: number, blue: number) => red > 100 && red > 2.5 * green && red > 2.5 * blue;

/** The columns between which a row of a result has a colour, as shares of its width. */
function columnsOf(
  { raster: { width, height, data } }: TryOnResult,
  down: number,
  isKind: (red: number, green: number, blue: number) => boolean,
): readonly [number, number] {
  const row = Math.round(down * height) * width;
  const at = Array.from({ length: width }, (_, x) => x).filter((x) => {
    const i = (row + x) * 3;
    return isKind(data[i], data[i + 1], data[i + 2]);
  });
  return [(at[0] ?? 0) / width, (at.at(-1) ?? 0) / width];
}

describe.skipIf(!hasPhotos)(
  'trousers, shorts and skirts, with real photos (skipped where ../shared/data is missing)',
  () => {
    test.each(['cd-shorts-06248e28.jpg', 'cd-shorts-73d0010c.jpg'])(
      '%s, whose legs hardly part, are trousers',
      async (file) => {
        expect((await garmentOf(`garments/bottoms/${file}`, analyses())).category).toBe('trousers');
      },
    );

    test('trousers whose legs are bent and lie on each other are folded, straight ones are not', async () => {
      expect((await garmentOf(FOLDED, analyses())).isFolded).toBe(true);
      for (const file of ['cd-pants-17bebe65.jpg', 'cd-pants-2884d941.jpg', 'cd-pants-e73c67c9.jpg'])
        expect((await garmentOf(`garments/bottoms/${file}`, analyses())).isFolded).toBe(false);
    });

    test('shorts with elastic in their waist, whose legs hardly part, are trousers', async () => {
      expect((await garmentOf('garments/bottoms/cd-shorts-9ebafad8.jpg', analyses())).category).toBe('trousers');
    });

    test('a straight skirt, as wide at its waist as at its hem, is no top', async () => {
      expect((await garmentOf('garments/bottoms/cd-skirt-4d5d201a.jpg', analyses())).category).toBe('skirt');
    });

    test('shorts that lie flat are longer than their waistband makes them look, worn ones are not', async () => {
      const person = await analyses().person(await photo('persons/ccp-0788.jpg'));
      const body = modelBody(person);
      const shorts = await garmentOf('garments/bottoms/cd-shorts-879ed4b1.jpg', analyses());
      const [layer] = layersOf([shorts], '');
      const wear = layer.wearOn({ person, body }, () => 0.5);
      const lengthOf = (isWorn: boolean) => {
        const { span } = fitGarment({ ...layer.garment, isWorn }, person, body, wear);
        return span ? span.hems[0] - span.waist : 0;
      };
      expect(lengthOf(false) / lengthOf(true)).toBeGreaterThan(1.15);
    });

    test.each([
      ['get a leg each on a person in trousers', 'persons/ccp-0788.jpg', true],
      ['hang as one piece on a person in a dress', 'training/persons/photos/0921.jpg', false],
    ])('long shorts %s', async (_, file, hasLegs) => {
      const person = await analyses().person(await photo(file));
      const body = modelBody(person);
      const [layer] = layersOf([await garmentOf(LONG_SHORTS, analyses())], '');
      const { span } = fitGarment(
        layer.garment,
        person,
        body,
        layer.wearOn({ person, body }, () => 0.5),
      );
      expect(span?.hasLegs).toBe(hasLegs);
    });

    test.each([
      ['shorts', 'shorts/4dc28842-983c-4188-8c20-155d52bb7faf.jpg'],
      ['a skirt', 'skirt/0903f4c9-a877-4832-bb9e-2a4f4b8f7f67.jpg'],
    ])('the waistband of %s lies level on a person, though it sags in the photo', async (_, file) => {
      const person = await analyses().person(await photo('persons/ccp-0788.jpg'));
      const body = modelBody(person);
      const [layer] = layersOf([await garmentOf(`training/garments/${file}`, analyses())], '');
      const wear = layer.wearOn({ person, body }, () => 0.5);
      const {
        span,
        layers: {
          trunk: { pieces },
        },
      } = fitGarment(layer.garment, person, body, wear);
      const below = add(body.axis(span?.waist ?? 0), body.down, 0.03 * body.shoulderWidth);
      const { width, data } = layer.garment.alpha;
      const cloth = pieces.map(({ map }) => map(below)).map(({ x, y }) => data[Math.floor(y) * width + Math.floor(x)]);
      expect(Math.max(...cloth)).toBeGreaterThan(0.5);
    });

    test('shorts whose cut-out lacks pieces of the cuffs are not read as a skirt', async () => {
      const stored = await sharp(await photo('garments/bottoms/cd-shorts-06248e28.jpg'))
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
        .toBuffer();
      expect((await analyseGarment(stored, undefined, nets())).category).toBe('trousers');
    });

    test('wide hems of very short shorts hang down along the thighs, straight across', async () => {
      const result = await wear('ccp-0788.jpg', 'cd-shorts-73d0010c.jpg');
      const [left, right] = columnsOf(result, 0.58, isDenim);
      expect(left).toBeGreaterThan(0.315);
      expect(right).toBeLessThan(0.655);
      const isBelow = (down: number) => countOf(result.raster, [0.3, down, 0.7, down + 0.003], isDenim) > 0;
      expect([isBelow(0.65), isBelow(0.695)]).toEqual([true, false]);
    });

    test('shorts that were worn with hands on their hips do not bulge beside those of somebody else', async () => {
      const [left, right] = columnsOf(await wear('ccp-0046.jpg', 'magento-msh06-red_main.jpg'), 0.54, isRed);
      expect(right - left).toBeLessThan(0.31);
    });

    test('nothing of shorts shows outside the sleeves and hands that hang beside the hips', async () => {
      const result = await wear('omnitry-person_tie.jpg', 'cd-shorts-73d0010c.jpg', { width: 768, height: 768 });
      const [left, right] = columnsOf(result, 0.52, isDenim);
      expect(left).toBeGreaterThan(0.41);
      expect(right).toBeLessThan(0.59);
    });

    test('the crotch of very short shorts hangs below the corners of their hem and is not cut off', async () => {
      const { raster } = await wear('ccp-0426.jpg', 'cd-shorts-73d0010c.jpg');
      const row = 1 / SIZE.height;
      const countIn = (top: number, bottom: number) => countOf(raster, [0.3, top, 0.64, bottom], isDenim);
      let lowest = 0.75;
      while (lowest > 0.4 && countIn(lowest - row, lowest) === 0) lowest -= row;
      expect(lowest).toBeGreaterThan(0.4);
      expect(countIn(lowest - 4 * row, lowest)).toBeLessThan(50);
    });

    test('trousers have two legs where the photo ends above the knees', async () => {
      const { raster } = await wear(
        '../training/new-dev/persons/fashionmatrix-woman-blue-top.jpg',
        '../../training/new-dev/garments/vs-grey-joggers.png',
      );
      const isPale = (red: number, green: number, blue: number) => Math.min(red, green, blue) > 190;
      const isDark = (red: number, green: number, blue: number) => Math.max(red, green, blue) < 110;
      const between = [0.48, 0.96, 0.52, 1] as const;
      expect(countOf(raster, between, isPale)).toBeGreaterThan(400);
      for (const leg of [[0.35, 0.96, 0.39, 1] as const, [0.61, 0.96, 0.65, 1] as const])
        expect(countOf(raster, leg, isDark)).toBeGreaterThan(400);
    });

    test('trousers in the place of a skirt that hides the ankles reach down to the shoes', async () => {
      const [left, right] = columnsOf(await wear('ccp-0716.jpg', 'magento-mp03-green_main.jpg'), 0.88, isGreen);
      expect(right - left).toBeGreaterThan(0.1);
    });

    test.each([
      ['sunglasses', 'ccp-0977.jpg'],
      ['the shadow of leaves', 'ccp-0713.jpg'],
    ])('%s on a face do not darken the tone of painted skin', async (_, file) => {
      const person = await analyses().person(await photo(`persons/${file}`));
      const [red, green, blue] = skinTone(person).map(Math.round);
      expect(labOf(red, green, blue)[0]).toBeGreaterThan(person.skin.median[0] + 20);
    });

    test('a wide skirt does not widen the hips under it where the photo ends above the knees', async () => {
      const person = await analyses().person(await photo('persons/magento-mj10-red_main.jpg'));
      const { shoulderCentre, shoulderWidth } = person.frame;
      const isWithin = (i: number) => Math.abs((i % person.matte.width) - shoulderCentre.x) < 0.66 * shoulderWidth;
      const matte = { ...person.matte, data: person.matte.data.map((_, i) => (isWithin(i) ? 1 : 0)) };
      const wideIn = (wearsSkirt: boolean) =>
        modelBody({ ...person, matte, regions: { ...person.regions, wearsSkirt } }).hipHalfWidth(1.2, 1);
      expect(wideIn(true)).toBeLessThan(0.9 * wideIn(false));
    });

    test('a coat that hides all clothes below the waist takes no top under which they would show', async () => {
      const person = await analyses().person(await photo('persons/ccp-0820.jpg'));
      const body = modelBody(person);
      const placement = placementOf(person.raster, person.raster, 1, 0, 0);
      const becomes = new Uint8Array(placement.width * placement.height).fill(BECOMES.lower);
      const judge =
        (regions: typeof person.regions, joints = body.joints) =>
        () =>
          rejectHiddenBottoms({ person: { ...person, regions }, body: { ...body, joints }, placement }, { becomes });
      const labels = person.regions.labels.map((label) => (label === LOWER ? UPPER : label));
      const inCoat = { ...person.regions, labels };
      expect(judge(inCoat)).toThrow(/hide everything that is worn below the waist.*shows trousers or a skirt/);
      expect(judge(inCoat, { ...body.joints, kneesSeen: false })).not.toThrow();
      expect(judge(person.regions)).not.toThrow();
      becomes.fill(BECOMES.skin);
      expect(judge(inCoat)).not.toThrow();
    });

    test('a skirt continues where a top takes the place of a coat', async () => {
      const person = 'ccp-0554.jpg';
      const underCoat = [0.33, 0.5, 0.45, 0.57] as const;
      const isYellow = (red: number, green: number, blue: number) => red > 150 && green > 110 && blue < 90;
      const isPink = (red: number, green: number, blue: number) => red > 110 && green < 70 && blue > 60;
      const before = await decodeAt(await photo(`persons/${person}`), SIZE);
      const { raster } = await wear(person, '../tops/cd-longsleeve-2b12ad64.jpg');
      expect(countOf(before, underCoat, isYellow)).toBeGreaterThan(2000);
      expect(countOf(raster, underCoat, isYellow)).toBe(0);
      expect(countOf(raster, underCoat, isPink)).toBeGreaterThan(1500);
    });

    test('new trousers begin where the old ones show highest beside the hem of a top', async () => {
      const person = await analyses().person(await photo('persons/ccp-0820.jpg'));
      const body = modelBody(person);
      const { down, origin, across, torsoLength, shoulderWidth } = body;
      const labels = person.regions.labels.map((label, i) => {
        const { width, scale } = person.regions;
        const offset = subtract(pixelMiddle(i, width, scale), origin);
        const hem = Math.abs(dot(offset, across) / shoulderWidth) > 0.25 ? 0.7 : 0.9;
        const isBelow = dot(offset, down) / torsoLength > hem;
        return label === UPPER && isBelow ? LOWER : label;
      });
      const waist = findWaist({ ...person, regions: { ...person.regions, labels } }, body);
      expect(waist).toBeLessThan(0.75);
    });

    test('a straight skirt in the place of a wide one is no wider than the hips', async () => {
      const [left, right] = columnsOf(await wear('ccp-0066.jpg', 'cd-skirt-4d5d201a.jpg'), 0.5, isRed);
      expect(right - left).toBeGreaterThan(0.2);
      expect(right - left).toBeLessThan(0.32);
    });

    test.each([
      'garments/bottoms/magento-mp03-green_main.jpg',
      'garments/bottoms/magento-wp06-orange_main.jpg',
      'pairs/outfit/mp06-gray/garment-worn.jpg',
    ])('%s, from which hands were cut away, has smooth hips', async (file) => {
      expect(greatestStep((await garmentOf(file, analyses())).alpha)).toBeLessThan(0.03);
    });

    test.each(['magento-mp03-green_main.jpg', 'magento-msh06-red_main.jpg'])(
      'nothing of the hands that lay on the hips of %s is left on them',
      async (file) => {
        const { raster, alpha } = await garmentOf(`garments/bottoms/${file}`, analyses());
        const { a, b } = toLab(raster);
        const isHip = (i: number) =>
          alpha.data[i] > 0.9 && i > 0.12 * alpha.data.length && i < 0.45 * alpha.data.length;
        const hips = Array.from(a.keys()).filter(isHip);
        const middle = hips.toSorted((one, other) => a[one] - a[other])[hips.length >> 1];
        const unlike = hips.filter((i) => Math.hypot(a[i] - a[middle], b[i] - b[middle]) > 30);
        expect(unlike.length).toBeLessThan(0.0005 * hips.length);
      },
    );
  },
);

/** Rows of a waistband, which may lie aslant. */
const BAND_ROWS = 30;

/**
 * The greatest step of the outline within three rows, from below the waistband to below the hips, as a share of its
 * width.
 */
function greatestStep({ width, height, data }: Plane): number {
  const sides = Array.from({ length: height }, (_, y) => {
    const row = Array.from(data.subarray(y * width, (y + 1) * width), (alpha) => alpha > 0.5);
    return [row.indexOf(true), row.lastIndexOf(true)] as const;
  }).filter(([from]) => from >= 0);
  const band = sides[BAND_ROWS][1] - sides[BAND_ROWS][0];
  const hips = sides.slice(BAND_ROWS, BAND_ROWS + band);
  return Math.max(...hips.slice(3).flatMap((side, k) => side.map((at, end) => Math.abs(at - hips[k][end]) / band)));
}

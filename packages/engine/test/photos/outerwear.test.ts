import { describe, expect, test } from 'vitest';
import { add, distance, mix, point, subtract, unit } from '../../src/pixels/geometry.ts';
import type { Point, Raster } from '../../src/pixels/raster.ts';
import { modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { jointsOf } from '../../src/steps/try-on/body/joints.ts';
import { fitGarment } from '../../src/steps/try-on/fit/fit-garment.ts';
import { doubtsOf } from '../../src/steps/try-on/judge/doubts.ts';
import { partsOf } from '../../src/steps/try-on/jumpsuit-parts.ts';
import { garmentOf } from '../garment-of.ts';
import { HANGING } from '../hanging.ts';
import { openedAnalyses, openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';
import { colourOf } from '../picture-colours.ts';

const engine = openedEngine();
const analyses = openedAnalyses();

const VEST = 'training/garments/outwear/3d43b8a4-e377-4822-ba41-9ff466734510.jpg';
/** Its sides are black, as sleeves that hang behind it would be. */
const DARK_SIDED_VEST = 'garments/outerwear/cd-outwear-0c7412e7.jpg';
/** Coats and jackets on hangers, their sleeves against the body. */
const COATS = ['cd-outwear-fbe119df', 'cd-outwear-2c1c3c2a'].map((name) => `garments/outerwear/${name}.jpg`);

/** Colours of a try-on along both upper arms and forearms of a person, each the mean of a few pixels. */
async function coloursOnArms(garment: string): Promise<(readonly number[])[]> {
  const bytes = await photo('persons/magento-mj10-red_main.jpg');
  const person = await analyses().person(bytes);
  const size = { width: person.raster.width, height: person.raster.height };
  const { raster } = await engine().tryOn({
    person: bytes,
    garments: [{ bytes: await photo(garment) }],
    size,
    seed: 1,
    variation: 0,
  });
  const { shoulder, elbow, wrist } = jointsOf(person);
  const places = [0, 1].flatMap((side) => [
    ...[0.3, 0.5, 0.7].map((t) => mix(shoulder[side], elbow[side], t)),
    ...[0.3, 0.5].map((t) => mix(elbow[side], wrist[side], t)),
  ]);
  return places.map((place) => colourAt(raster, place));
}

function colourAt({ width, data }: Raster, { x, y }: Point): readonly number[] {
  const i = (Math.round(y) * width + Math.round(x)) * 3;
  return [data[i], data[i + 1], data[i + 2]];
}

const isSkin = ([red, , blue]: readonly number[]) => red > 90 && red > blue + 35;

describe.skipIf(!hasPhotos)('outerwear, with real photos (skipped where ../shared/data is missing)', () => {
  /** Distances in chest widths: from each cuff in to the hem, and from each shoulder down to the armpit. */
  async function gapsBeside(name: string) {
    const { landmarks: at } = await garmentOf(`garments/tops/${name}`, analyses());
    const chest = at.armpitRight.x - at.armpitLeft.x;
    return {
      cuffsToHem: [at.hemLeft.x - at.cuffInnerLeft.x, at.cuffInnerRight.x - at.hemRight.x].map((gap) => gap / chest),
      armpits: [at.armpitLeft.y - at.shoulderLeft.y, at.armpitRight.y - at.shoulderRight.y].map((gap) => gap / chest),
    };
  }

  test.each(['anydoor-44.jpg', 'saleor-grey-hoodie.png'])(
    'where background shows beside the sleeves of a top, its hem is that of the body and its armpits are below the shoulders: %s',
    async (name) => {
      const { cuffsToHem, armpits } = await gapsBeside(name);
      expect(Math.min(...cuffsToHem)).toBeGreaterThan(0.04);
      expect(Math.min(...armpits)).toBeGreaterThan(0.15);
    },
  );

  test('the hem of a turtleneck beside its sleeves is that of its body', async () => {
    const { cuffsToHem } = await gapsBeside('cd-longsleeve-1789bd08.jpg');
    expect(Math.min(...cuffsToHem)).toBeGreaterThan(0.05);
  });

  test.each(['garments/outerwear/cd-outwear-463bbfd1.jpg', 'garments/tops/omnitry-top_cloth.jpg'])(
    '%s, with its hood up and its sleeves against it, is a top',
    async (file) => {
      const { category, sleeves } = await garmentOf(file, analyses());
      expect([category, sleeves]).toEqual(['top', 'long']);
    },
  );

  test.each([
    'garments/bottoms/cd-skirt-0558b2c5.jpg',
    'garments/bottoms/cd-skirt-2001dec1.jpg',
    'garments/bottoms/cd-skirt-dab7f764.jpg',
  ])('%s, which widens evenly from its waist, is a skirt', async (file) => {
    expect((await garmentOf(file, analyses())).category).toBe('skirt');
  });

  test('the sleeves of a shirt on a hanger are short, although they reach into its outline', async () => {
    expect((await garmentOf('garments/tops/cd-shirt-74f6f921.jpg', analyses())).sleeves).toBe('short');
  });

  test('sleeves of a shirt on a hanger end where its outline steps back to the body', async () => {
    const { landmarks, raster } = await garmentOf('garments/tops/cd-shirt-74f6f921.jpg', analyses());
    // The photo shows the left cuff from 50 to 53 % of its height down, the right one from 58 to 60 %.
    expect(landmarks.cuffOuterLeft.y / raster.height).toBeCloseTo(0.515, 1);
    expect(landmarks.cuffOuterRight.y / raster.height).toBeCloseTo(0.59, 1);
  });

  test('the sleeves of a shirt on a hanger are short', async () => {
    expect((await garmentOf('garments/tops/cd-shirt-01b3083f.jpg', analyses())).sleeves).toBe('short');
  });

  test('long sleeves of a coat end where its outline steps back to the body, not where that ends', async () => {
    const { landmarks, raster } = await garmentOf(COATS[0], analyses());
    // The photo shows the left cuff from 63 to 66 % of its height down, the hem at 81 %.
    expect(landmarks.cuffOuterLeft.y / raster.height).toBeCloseTo(0.645, 1);
    expect(landmarks.cuffInnerLeft.y / raster.height).toBeCloseTo(0.645, 1);
  });

  test.each([VEST, DARK_SIDED_VEST])('the vest of %s has no sleeves', async (file) => {
    expect((await garmentOf(file, analyses())).sleeves).toBe('none');
  });

  const narrowestAndWidest = async (file: string) => {
    const { sleeves, landmarks } = await garmentOf(file, analyses());
    expect(sleeves).toBe('long');
    const shoulders = distance(landmarks.shoulderLeft, landmarks.shoulderRight);
    const widths = [
      distance(landmarks.elbowOuterLeft, landmarks.elbowInnerLeft),
      distance(landmarks.elbowOuterRight, landmarks.elbowInnerRight),
      distance(landmarks.cuffOuterLeft, landmarks.cuffInnerLeft),
      distance(landmarks.cuffOuterRight, landmarks.cuffInnerRight),
    ].map((width) => width / shoulders);
    return [Math.min(...widths), Math.max(...widths)];
  };

  test.each(COATS)('the sleeves of %s, which hang against it, are as wide as sleeves', async (file) => {
    const [narrowest, widest] = await narrowestAndWidest(file);
    expect(narrowest).toBeGreaterThan(0.08);
    expect(widest).toBeLessThan(0.4);
  });

  test('a cuff of a thin coat that hangs behind its belt is as wide as a sleeve', async () => {
    const [narrowest] = await narrowestAndWidest('garments/outerwear/cd-outwear-42518e91.jpg');
    expect(narrowest).toBeGreaterThan(0.08);
  });

  test('a coat from a hanger covers bent arms without a tear', async () => {
    expect((await coloursOnArms(COATS[0])).filter(isSkin)).toEqual([]);
  });

  test('a sleeve covers the tip of an elbow also where the arm is folded up', async () => {
    const person = await analyses().person(await photo('persons/ccp-0107.jpg'));
    const body = modelBody(person);
    const { layers } = fitGarment(partsOf(await garmentOf(COATS[0], analyses()))[0], person, body, HANGING);
    const { shoulder, elbow, wrist } = body.joints;
    const tip = unit(subtract(elbow[0], mix(shoulder[0], wrist[0], 0.5)));
    expect(layers.sleeves.pieces[0].depth?.(add(elbow[0], tip, 0.7 * body.armRadius(0.5)))).toBeGreaterThan(0);
  });

  describe('on someone who is turned, with an arm before the body', () => {
    const TURNED = 'persons/omnitry-person_bag.jpg';

    test('sleeves are as wide as the arms, however near together the shoulders are seen', async () => {
      const person = await analyses().person(await photo(TURNED));
      const body = modelBody(person);
      const { layers } = fitGarment(partsOf(await garmentOf(COATS[0], analyses()))[0], person, body, HANGING);
      const [sleeve] = layers.sleeves.pieces;
      const { shoulder, elbow } = body.joints;
      const { x, y } = unit(subtract(elbow[0], shoulder[0]));
      const outwards = point(-y, x);
      const depths = [0.3, 0.5, 0.7].map((t) => {
        const bone = mix(shoulder[0], elbow[0], t);
        const outline = add(bone, outwards, 0.9 * (body.edge(bone, outwards, body.torsoLength) ?? 0));
        return sleeve.depth?.(outline) ?? Number.NEGATIVE_INFINITY;
      });
      // To a pixel of the map of regions, which is two pixels of the photo wide.
      expect(Math.min(...depths)).toBeGreaterThan(-2);
    });

    test('nothing of an arm shows beside the sleeve that it is in', async () => {
      const bytes = await photo(TURNED);
      const person = await analyses().person(bytes);
      const { raster } = await engine().tryOn({
        person: bytes,
        garments: [{ bytes: await photo(COATS[0]) }],
        size: { width: person.raster.width, height: person.raster.height },
        seed: 1,
        variation: 0,
      });
      const { elbow, wrist } = jointsOf(person);
      const along = subtract(wrist[0], elbow[0]);
      const places = [0.1, 0.2, 0.3, 0.4, 0.5].flatMap((t) =>
        [0.05, 0.1, 0.15].map((aside) => add(add(elbow[0], along, t), point(along.y, -along.x), aside)),
      );
      expect(places.map((place) => colourAt(raster, place)).filter(isSkin)).toEqual([]);
    });
  });

  test('the side of a coat runs down without steps, though its photo is smaller than the person', async () => {
    const { raster } = await engine().tryOn({
      person: await photo('persons/magento-mj10-red_main.jpg'),
      garments: [{ bytes: await photo(COATS[0]) }],
      size: { width: 920, height: 1144 },
      seed: 1,
      variation: 0,
    });
    // Columns of white background from an arm to the side of the trunk, in which the coat's red is far from it.
    const columns = Array.from({ length: 70 }, (_, k) => 230 + k);
    const coated = Array.from({ length: 110 }, (_, k) => 680 + k).map((y) =>
      columns.reduce((sum, x) => sum + Math.min(1, (255 - colourAt(raster, { x, y })[0]) / 145), 0),
    );
    expect(Math.min(...coated)).toBeGreaterThan(5);
    const steps = coated.slice(1).map((width, k) => Math.abs(width - coated[k]));
    expect(Math.max(...steps)).toBeLessThan(0.6);
  });

  test('the side of a jacket has no scraps of the sleeve that hung close beside it in its photo', async () => {
    const { raster } = await engine().tryOn({
      person: await photo('persons/magento-wh12-gray_main.jpg'),
      garments: [{ bytes: await photo('garments/outerwear/magento-mj08-gray_main.jpg') }],
      size: { width: 920, height: 1144 },
      seed: 1,
      variation: 0,
    });
    const rows = Array.from({ length: 149 }, (_, k) => 800 + k);
    const changes = rows.map((y) => {
      const isWhite = Array.from({ length: 110 }, (_, k) => (colourAt(raster, { x: 626 + k, y })[0] ?? 0) > 200);
      return isWhite.filter((white, k) => k > 0 && white !== isWhite[k - 1]).length;
    });
    expect(changes.filter((count) => count > 1).length).toBeLessThan(15);
  });

  test('sleeves of a shirt that lie against it are short for certain; a guess gets a warning', async () => {
    const shirt = await garmentOf('garments/tops/cd-shirt-01b3083f.jpg', analyses());
    expect([shirt.sleeves, shirt.sleevesGuessed]).toEqual(['short', false]);
    const codes = (sleevesGuessed: boolean) => doubtsOf({ ...shirt, sleevesGuessed }, 0).map(({ code }) => code);
    expect([false, true].map((guessed) => codes(guessed).includes('sleeves_guessed'))).toEqual([false, true]);
  });

  test('a hoodie does not show the folds of the vest that it replaces', async () => {
    const { raster } = await engine().tryOn({
      person: await photo('training/new-dev/persons/ootd-man-navy-vneck.png'),
      garments: [{ bytes: await photo('garments/tops/omnitry-top_cloth.jpg') }],
      size: { width: 768, height: 1024 },
      seed: 1,
      variation: 0,
    });
    // Squares of plain cloth between the lettering and the pocket.
    const lights = [0.44, 0.46, 0.48, 0.5, 0.52, 0.54].flatMap((x) =>
      [0.5, 0.53, 0.56, 0.59, 0.62].map((y) => colourOf(raster, [x, y, x + 0.02, y + 0.02])[0]),
    );
    expect(Math.max(...lights) - Math.min(...lights)).toBeLessThan(6);
  });

  test('a vest leaves arms bare', async () => {
    const colours = await coloursOnArms(VEST);
    expect(colours.filter(isSkin).length).toBeGreaterThan(colours.length / 2);
  });

  test('the sleeves of a jacket on a model are known by the arms in them, also where they lie against it', async () => {
    const { sleeves, goodSleeve } = await garmentOf('garments/outerwear/magento-mj08-gray_main.jpg', analyses());
    expect([sleeves, goodSleeve]).toEqual(['long', null]);
  });

  test('where a model holds one arm before the chest, the other sleeve is the good one, and a try-on of the jacket is refused', async () => {
    const { sleeves, goodSleeve } = await garmentOf('garments/outerwear/magento-wj06-purple_main.jpg', analyses());
    expect([sleeves, goodSleeve]).toEqual(['long', 'left']);
    await expect(coloursOnArms('garments/outerwear/magento-wj06-purple_main.jpg')).rejects.toThrow(
      /hides much of the front of the garment in its photo. Use a photo/,
    );
  });

  test.each(['tops/cd-longsleeve-368ef683.jpg', 'tops/saleor-white-hoodie.png', 'tops/cd-longsleeve-1789bd08.jpg'])(
    'sleeves that reach down to the hem are long: %s',
    async (name) => {
      expect((await garmentOf(`garments/${name}`, analyses())).sleeves).toBe('long');
    },
  );
});

import { describe, expect, test } from 'vitest';
import { deltaE } from '../bench/measures/pixels.ts';
import type { TryOnRequest } from '../src/engine.ts';
import { decodeAt } from '../src/pixels/decode.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { openedEngine } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { colourOf, countOf, type Kind, type Place } from './picture-colours.ts';

const engine = openedEngine();

/** Output size of the tests with whole people, whose photos are 2:3. */
const SIZE = { width: 512, height: 768 };

async function wear(person: string, garments: readonly string[], prompt = ''): Promise<Raster> {
  const request: TryOnRequest = {
    person: await photo(`persons/${person}`),
    garments: await Promise.all(garments.map(async (name) => ({ bytes: await photo(`garments/${name}`) }))),
    size: SIZE,
    seed: 1,
    variation: 0,
    prompt,
  };
  return (await engine().tryOn(request)).raster;
}

const bytesOf = ({ data }: Raster) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

describe.skipIf(!hasPhotos)('layers, with real photos (skipped where ../shared/data is missing)', () => {
  const MAN = 'ccp-0820.jpg';
  const TEE = 'tops/saleor-team-tee-front.png';
  const PANTS = 'bottoms/cd-pants-e73c67c9.jpg';
  /** Where the hips of the man are: the waistband above it, the legs below. */
  const HIPS = [0.46, 0.49, 0.52, 0.51] as const;

  test('a tucked top lies under the waistband, an untucked one over it', async () => {
    const [tucked, untucked] = [await wear(MAN, [TEE], 'tucked in'), await wear(MAN, [TEE], 'untucked')];
    const blue = colourOf(untucked, [0.45, 0.3, 0.55, 0.36]);
    expect(deltaE(colourOf(untucked, HIPS), blue)).toBeLessThan(25);
    expect(deltaE(colourOf(tucked, HIPS), blue)).toBeGreaterThan(40);
  });

  test('the order of the request changes nothing', async () => {
    const words = 'shirt tucked into the trousers';
    expect(bytesOf(await wear(MAN, [TEE, PANTS], words)).equals(bytesOf(await wear(MAN, [PANTS, TEE], words)))).toBe(true);
  });

  test('of two tops the outer one is not tucked, whatever the order of the request', async () => {
    const [words, coat, tee] = [
      'shirt tucked into the trousers',
      'outerwear/cd-outwear-2c1c3c2a.jpg',
      'tops/saleor-ascii-shirt-front.png',
    ];
    const [first, second] = [
      await wear('ccp-0977.jpg', [coat, tee, PANTS], words),
      await wear('ccp-0977.jpg', [tee, coat, PANTS], words),
    ];
    expect(bytesOf(first).equals(bytesOf(second))).toBe(true);
    const [, red] = colourOf(first, [0.46, 0.4, 0.5, 0.44]);
    expect(red).toBeGreaterThan(40);
  });

  test('a turtleneck goes under a coat, whatever the order of the request', async () => {
    const [turtleneck, coat] = ['tops/cd-longsleeve-368ef683.jpg', 'outerwear/cd-outwear-fa9f16fa.jpg'];
    const [first, second] = [await wear('ccp-0713.jpg', [turtleneck, coat]), await wear('ccp-0713.jpg', [coat, turtleneck])];
    expect(bytesOf(first).equals(bytesOf(second))).toBe(true);
    // The coat is grey, the turtleneck of a dark yellow.
    const isYellow: Kind = (red, green, blue) => red > 1.6 * blue && green > 1.2 * blue && red > 100;
    expect(countOf(first, [0.36, 0.3, 0.5, 0.42], isYellow)).toBeLessThan(40);
  });

  test('arms whose hands are in the pockets are as bare under a new top and trousers as under the top alone', async () => {
    const tee = 'tops/saleor-monospace-white-tee-front.png';
    const [alone, both] = [
      await wear('ccp-0046.jpg', [tee]),
      await wear('ccp-0046.jpg', [tee, 'bottoms/magento-mp03-green_main.jpg']),
    ];
    for (const forearm of [
      [0.33, 0.42, 0.35, 0.45],
      [0.675, 0.42, 0.695, 0.45],
    ] as const)
      expect(deltaE(colourOf(both, forearm), colourOf(alone, forearm))).toBeLessThan(10);
  });

  test.each([
    ['a skirt gathered at the waist', 'ccp-0265.jpg', [0.39, 0.395, 0.42, 0.425]],
    ['bracelets', 'ccp-0223.jpg', [0.25, 0.455, 0.3, 0.475]],
  ] as const)('what is worn with a dress stays beside a narrower top: %s', async (_, person, place) => {
    const before = await decodeAt(await photo(`persons/${person}`), SIZE);
    const dressed = await wear(person, ['tops/saleor-polo-shirt-front.png']);
    expect(deltaE(colourOf(dressed, place), colourOf(before, place))).toBeLessThan(6);
  });

  describe('what is worn under a coat', () => {
    const COAT = 'outerwear/cd-outwear-2c1c3c2a.jpg';
    const LONG_COAT = 'outerwear/cd-outwear-ee4d62e7.jpg';
    const BLUE_TEE = 'tops/saleor-ascii-shirt-front.png';
    const isBlue: Kind = (red, green, blue) => blue > 150 && blue > 1.5 * green && blue > 2 * red;

    test('a wider top does not show beside the shoulders of the coat', async () => {
      const SHOULDERS: Place = [0.3, 0.16, 0.75, 0.32];
      const woman = 'ccp-0977.jpg';
      const sky = countOf(await wear(woman, [COAT]), SHOULDERS, isBlue);
      expect(countOf(await wear(woman, [COAT, BLUE_TEE]), SHOULDERS, isBlue)).toBeLessThan(sky + 10);
    });

    test('a wide dress shows below its hem, and neither beside it nor over its shoulders', async () => {
      const isGreen: Kind = (red, green, blue) => green > 60 && green > 1.8 * red && green > 1.5 * blue;
      const picture = await wear('ccp-0688.jpg', ['dresses/cd-dress-bac70656.jpg', 'outerwear/cd-outwear-3108045a.jpg']);
      expect(countOf(picture, [0.1, 0.15, 0.7, 0.46], isGreen)).toBeLessThan(30);
      expect(countOf(picture, [0.25, 0.53, 0.6, 0.58], isGreen)).toBeGreaterThan(1000);
    });

    test('a shorter skirt does not show beside the coat', async () => {
      const BESIDE_HAND: Place = [0.27, 0.53, 0.3, 0.56];
      const woman = 'ccp-0977.jpg';
      const [alone, both] = [await wear(woman, [COAT]), await wear(woman, [COAT, 'bottoms/cd-skirt-36d30ee9.jpg', BLUE_TEE])];
      expect(deltaE(colourOf(both, BESIDE_HAND), colourOf(alone, BESIDE_HAND))).toBeLessThan(12);
    });

    test('a skirt is whole also where an old coat hung that was longer than the new one', async () => {
      const picture = await wear('ccp-0732.jpg', [LONG_COAT, 'bottoms/cd-skirt-4d5d201a.jpg']);
      for (const place of [
        [0.33, 0.645, 0.37, 0.655],
        [0.57, 0.645, 0.61, 0.655],
      ] as const) {
        const [, red, yellow] = colourOf(picture, place);
        expect(red).toBeGreaterThan(30);
        expect(yellow).toBeGreaterThan(15);
      }
    });
  });
});

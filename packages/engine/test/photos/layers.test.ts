import { describe, expect, test } from 'vitest';
import type { TryOnRequest } from '../../src/engine.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

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

  test('the order of the request changes nothing', async () => {
    const words = 'shirt tucked into the trousers';
    expect(bytesOf(await wear(MAN, [TEE, PANTS], words)).equals(bytesOf(await wear(MAN, [PANTS, TEE], words)))).toBe(
      true,
    );
  });
});

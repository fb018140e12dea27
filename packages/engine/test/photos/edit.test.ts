import { describe, expect, test } from 'vitest';
import { openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const engine = openedEngine();

describe.skipIf(!hasPhotos)('edits of real photos (skipped where ../shared/data is missing)', () => {
  const variety = { seed: 1, variation: 0 };

  const edit = async (name: string, prompt: string, size = { width: 768, height: 1152 }) =>
    engine().edit({ image: await photo(name), prompt, size, ...variety });

  test('a product that hardly stands out from its ground gets another one', async () => {
    const { warnings } = await edit('garments/tops/cd-longsleeve-aa8c2c36.jpg', 'on a beige background');
    expect(warnings.map(({ code }) => code)).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const engine = openedEngine();

test.skipIf(!hasPhotos)(
  'refuses a large mask before much that does not go on under it, and fills one before a fence',
  async () => {
    const remove = async (name: string) =>
      engine().inpaint({
        image: await photo(`masks/inpaint/${name}.jpg`),
        mask: await photo(`masks/inpaint/${name}-mask.png`),
        size: { width: 640, height: 640 },
        prompt: '',
        strength: 1,
        seed: 1,
        variation: 0,
      });
    await expect(remove('compvis-photo-1583445095369-9c651e7e5d34')).rejects.toThrow(/too varied to continue/);
    const { warnings } = await remove('compvis-6458524847_2f4c361183_k');
    expect(warnings.map(({ code }) => code)).toContain('large_masked_area');
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extensionOf, resultName } from './results.ts';

const ID = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
const resultAt = (url: string, type: 'image' | 'video' = 'image') => ({
  ...{ id: ID, image_id: ID, url, width: 1, height: 1, type },
});

test('a result is named by its operation, its job and its kind of file', () => {
  expect(resultName('upscale', ID, resultAt('https://shop.example/media/x/a.webp'))).toBe('upscale-5b1c2d3e4f50.webp');
  expect(extensionOf(resultAt('https://shop.example/media/x', 'video'))).toBe('.mp4');
});

test('whatever a service sends, the name has no folder and an extension from the list', () => {
  const parts = fc.oneof(
    fc.string(),
    fc.constantFrom('00-1/../../x', '/a.sh', 'https://s/a.desktop', 'https://s/..%2Fa.png/..'),
  );
  fc.assert(
    fc.property(parts, parts, (id, url) => {
      expect(extensionOf(resultAt(url))).toMatch(/^\.(?:png|jpe?g|webp|mp4)$/);
      expect(() => resultName('upscale', id, resultAt(url))).toThrow('which is not a UUID');
    }),
  );
});

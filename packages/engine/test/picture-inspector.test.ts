import fs from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import { CONTENT_SIDE, scoreContent } from '../src/models/content.ts';
import { netLoader } from '../src/models/sessions.ts';
import { createPictureInspector, type PictureInspector } from '../src/picture-inspector.ts';
import { decodeAt } from '../src/pixels/decode.ts';
import type { Raster } from '../src/pixels/raster.ts';

let inspector: PictureInspector;
beforeAll(async () => {
  inspector = await createPictureInspector({ threads: 1 });
});

const figure = (name: string) => fs.readFile(new URL(`./mannequins/${name}.webp`, import.meta.url));

/** A picture by formula: red grows to the right, green downwards, blue with both. */
function formula(): Raster {
  const data = new Uint8ClampedArray(CONTENT_SIDE ** 2 * 3);
  for (let i = 0; i < CONTENT_SIDE ** 2; i++) {
    const [x, y] = [i % CONTENT_SIDE, Math.floor(i / CONTENT_SIDE)];
    data.set([x, y, (x * y) % 256], i * 3);
  }
  return { width: CONTENT_SIDE, height: CONTENT_SIDE, data };
}

describe('the converted classifier', () => {
  /** Scores of NSFWJS 4.3.0 with TensorFlow.js 4.22.0 on its reference backend. */
  const reference = {
    formula: { drawing: 0.306949, hentai: 0.025382, neutral: 0.66342, porn: 0.003409, sexy: 0.00084 },
    'person-woman': { drawing: 0.463116, hentai: 0.012045, neutral: 0.392591, porn: 0.01715, sexy: 0.115098 },
    'garment-dress': { drawing: 0.483584, hentai: 0.002477, neutral: 0.513773, porn: 0.000108, sexy: 0.000059 },
  } as const;
  const picture = async (name: keyof typeof reference) =>
    name === 'formula'
      ? formula()
      : decodeAt(await fs.readFile(samples[name].url), { width: CONTENT_SIDE, height: CONTENT_SIDE });

  test.each(['formula', 'person-woman', 'garment-dress'] as const)('answers as the original does: %s', async (name) => {
    const net = await netLoader(1)('moderation');
    const scores = await scoreContent(await picture(name), net);
    for (const [kind, score] of Object.entries(scores)) {
      expect(score, kind).toBeCloseTo(reference[name][kind as keyof typeof scores], 4);
    }
    await net.release();
  });
});

describe('the body', () => {
  test.each(['person-woman', 'person-man'] as const)('is covered on the dressed %s', async (name) => {
    const { person } = await inspector.inspect(await fs.readFile(samples[name].url));
    for (const share of Object.values(person?.bareSkin ?? {})) expect(share).toBeLessThan(0.05);
  });

  test.each(['mannequin-lena', 'mannequin-malik'])('is bare on %s, and the classifier agrees', async (name) => {
    const { person, content } = await inspector.inspect(await figure(name));
    for (const share of Object.values(person?.bareSkin ?? { none: 0 })) expect(share).toBeGreaterThan(0.75);
    expect(content.porn + content.hentai + content.sexy).toBeGreaterThan(0.9);
  });

  test.each(['swimwear-lena', 'swimwear-malik'])('is half covered on %s', async (name) => {
    const { person } = await inspector.inspect(await figure(name));
    expect(person?.bareSkin.hips).toBeLessThan(0.4);
    expect(person?.bareSkin.belly).toBeGreaterThan(0.75);
  });

  test('is not looked for on a garment', async () => {
    expect((await inspector.inspect(await fs.readFile(samples['garment-trousers'].url))).person).toBeNull();
  });
});

import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { samples } from '../samples/index.ts';
import { createEngine } from '../src/index.ts';

/**
 * Writes the picture of the README: a sample person, a sample garment, and the try-on of both. `npm run bench:readme`.
 */

const TILE = { width: 600, height: 800 };
const BACKGROUND = '#f1f0ee';

const engine = await createEngine({ threads: 2 });
const [person, garment] = await Promise.all(
  [samples['person-woman'], samples['garment-tshirt']].map(({ url }) => fs.readFile(url)),
);
const { raster } = await engine.tryOn({ person, garments: [{ bytes: garment }], size: TILE, seed: 1, variation: 0 });
await engine.close();
const result = await sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
  .png()
  .toBuffer();
const tiles = await Promise.all(
  [person, garment, result].map(async (picture, index) => ({
    input: await sharp(picture)
      .resize({ ...TILE, fit: 'contain', background: BACKGROUND })
      .png()
      .toBuffer(),
    left: index * TILE.width,
    top: 0,
  })),
);
await sharp({ create: { width: TILE.width * tiles.length, height: TILE.height, channels: 3, background: BACKGROUND } })
  .composite(tiles)
  .webp({ quality: 86 })
  .toFile(fileURLToPath(new URL('../../../docs/images/try-on.webp', import.meta.url)));

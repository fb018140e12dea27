import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputSize } from '@atelier/contract';
import sharp from 'sharp';
import { createEngine } from '../src/index.ts';
import { contactSheets, type Shown } from './contact-sheets.ts';
import { WORN } from './worn-list.ts';

/**
 * Dresses people in outfits as words ask for it, and writes pictures and contact sheets to an ignored folder. `npm run
 * bench:layers [-- FILTER]`.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const photos = path.resolve(root, '../shared/data');
const out = path.join(root, 'out/bench-layers');

async function main(filter: string | undefined): Promise<void> {
  await fs.mkdir(out, { recursive: true });
  const engine = await createEngine({ threads: 2 });
  const shown: Shown[] = [];
  for (const { name, person: file, garments: files, words } of WORN) {
    if (filter && !name.includes(filter)) continue;
    const person = await fs.readFile(path.join(photos, file));
    const garments = await Promise.all(files.map((garment) => fs.readFile(path.join(photos, garment))));
    const { width, height } = (await sharp(person).metadata()).autoOrient;
    const size = outputSize({ width, height }, 'standard');
    try {
      const { raster, warnings, confidence } = await engine.tryOn({
        person,
        garments: garments.map((bytes) => ({ bytes })),
        size,
        seed: 1,
        variation: 0,
        prompt: words,
      });
      const picture = await sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
        .png()
        .toBuffer();
      await fs.writeFile(path.join(out, `${name}.png`), picture);
      shown.push({ name, pictures: [person, ...garments, picture] });
      process.stdout.write(`${name} ${confidence.toFixed(2)} ${warnings.map(({ code }) => code).join(', ')}\n`);
    } catch (error) {
      process.stdout.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  await contactSheets(shown, out);
  await engine.close();
}

await main(process.argv[2]);

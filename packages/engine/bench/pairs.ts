import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputSize } from '@atelier/contract';
import sharp from 'sharp';
import type { TryOnResult } from '../src/engine.ts';
import { createEngine } from '../src/index.ts';
import { loadNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import { analysePerson } from '../src/steps/person/analyse-person.ts';
import { framePhoto } from '../src/steps/try-on/frame-photo.ts';
import { contactSheets, type Shown } from './contact-sheets.ts';
import { type Measures, measure } from './measures.ts';
import { PAIRS, type Pair } from './pair-list.ts';

/** Dresses every pair, writes the pictures, contact sheets and a table to an ignored folder. `npm run bench:engine [-- FILTER]`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const photos = path.resolve(root, '../shared/data');
const out = path.join(root, 'out/bench-engine');

const cacheDirectory = path.join(os.tmpdir(), 'atelier-nets');

/** What one pair came to. */
interface Row extends Measures {
  readonly name: string;
  readonly firstMs: number;
  readonly againMs: number;
  readonly result: TryOnResult;
}

async function main(filter: string | undefined): Promise<void> {
  if (!existsSync(photos)) throw new Error(`the photos are not here: ${photos} is missing`);
  await fs.mkdir(out, { recursive: true });
  const nets = await loadNets(netLoader(cacheDirectory, 2));
  const engine = await createEngine({ cacheDirectory, threads: 2 });
  const rows: Row[] = [];
  const shown: Shown[] = [];
  for (const pair of PAIRS) {
    const name = nameOf(pair);
    if (filter && !name.includes(filter)) continue;
    const person = await fs.readFile(path.join(photos, pair.person));
    const garments = await Promise.all(pair.garments.map((file) => fs.readFile(path.join(photos, file))));
    const { width, height } = (await sharp(person).metadata()).autoOrient;
    const request = {
      person,
      garments: garments.map((bytes) => ({ bytes })),
      size: outputSize({ width, height }, 'standard'),
      seed: 1,
      variation: 0,
    };
    try {
      const begun = performance.now();
      const result = await engine.tryOn(request);
      const firstMs = performance.now() - begun;
      const again = performance.now();
      await engine.tryOn(request);
      const againMs = performance.now() - again;
      const framed = await framePhoto(person, await analysePerson(person, nets), request.size);
      const picture = await sharp(result.raster.data, {
        raw: { width: result.raster.width, height: result.raster.height, channels: 3 },
      })
        .png()
        .toBuffer();
      await fs.writeFile(path.join(out, `${name}.png`), picture);
      rows.push({ name, firstMs, againMs, result, ...(await measure(framed.photo.data, garments, result.raster)) });
      shown.push({ name, pictures: [person, ...garments, picture] });
      process.stdout.write(`${name} ${Math.round(firstMs)} ms\n`);
    } catch (error) {
      process.stdout.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  await contactSheets(shown, out);
  const table = tableOf(rows);
  await fs.writeFile(path.join(out, 'table.md'), table);
  process.stdout.write(`${table}\n${out}\n`);
  await engine.close();
}

function nameOf({ person, garments }: Pair): string {
  const stem = (file: string) =>
    path.basename(path.dirname(file)).replace('persons', '') + path.basename(file, path.extname(file));
  return [person, ...garments].map(stem).join('+');
}

function tableOf(rows: readonly Row[]): string {
  const head =
    '| Pair | first, ms | again, ms | kept outside, dB | colour, ΔE | left over, % | confidence | warnings |\n| --- | --- | --- | --- | --- | --- | --- | --- |';
  const lines = rows.map(
    ({ name, firstMs, againMs, keptDb, colourDeltaE, leftOverPercent, result }) =>
      `| ${name} | ${Math.round(firstMs)} | ${Math.round(againMs)} | ${keptDb === Number.POSITIVE_INFINITY ? 'exact' : keptDb.toFixed(1)} | ${colourDeltaE.toFixed(1)} | ${leftOverPercent.toFixed(1)} | ${result.confidence.toFixed(2)} | ${result.warnings.map(({ code }) => code).join(', ')} |`,
  );
  return [head, ...lines].join('\n');
}

await main(process.argv[2]);

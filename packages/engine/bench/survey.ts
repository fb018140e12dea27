import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, openBench } from './cases/case.ts';
import { tryOnOf } from './cases/try-on.ts';
import { contactSheets } from './contact-sheets.ts';
import { asStored, drawnPairs } from './survey-pairs.ts';
import { type Row, rowOf, tableOf } from './table.ts';

/**
 * Dresses randomly chosen people in randomly chosen garments, for a person to judge. No net learned from their photos,
 * but the judge of try-ons did, in other pairs. Writes pictures, contact sheets and a table to an ignored folder.
 *
 * Photos are encoded again as the service stores them, because the nets answer a re-encoded JPEG slightly differently.
 *
 * `npm run bench:survey [-- SEED COUNT]`
 */

const out = fileURLToPath(new URL('../../../out/survey', import.meta.url));

async function main(seed: number, count: number): Promise<void> {
  const folder = path.join(out, String(seed));
  await fs.mkdir(folder, { recursive: true });
  const bench = withStoredPhotos(await openBench());
  const rows: Row[] = [];
  for (const pair of drawnPairs(seed, count)) {
    const row = await rowOf(tryOnOf(pair), bench);
    rows.push(row);
    process.stdout.write(`${row.name}: ${row.outcome ? told(row.outcome) : row.refusal}\n`);
    const result = row.outcome?.pictures.at(-1);
    if (result) await fs.writeFile(path.join(folder, `${row.name}.png`), result);
  }
  await bench.close();
  await contactSheets(
    rows.flatMap(({ name, outcome }) => (outcome ? [{ name, pictures: outcome.pictures }] : [])),
    folder,
  );
  await fs.writeFile(path.join(folder, 'table.md'), `${tableOf(rows)}\n`);
  process.stdout.write(`\n${folder}\n`);
}

const told = ({ warnings, figures }: NonNullable<Row['outcome']>) =>
  [figures.confidence?.toFixed(2), ...warnings.map(({ code }) => code)].join(' ');

function withStoredPhotos(bench: Bench): Bench {
  return { ...bench, photo: async (file) => asStored(await bench.photo(file)) };
}

const [seed = '1', count = '36'] = process.argv.slice(2);
await main(Number(seed), Number(count));

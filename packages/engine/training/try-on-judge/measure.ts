import fs from 'node:fs/promises';
import path from 'node:path';
import { asStored, drawnPairs } from '../../bench/survey-pairs.ts';
import { leaveOut } from '../../score/passes.ts';
import { EngineRejection } from '../../src/rejection.ts';

/**
 * Dresses the pairs of a survey without the judge, and writes the pictures to a folder, for a person to judge. Prints
 * the lines of `judged.tsv` with `?` for each verdict. Leaves out pairs that the engine refuses anyway.
 *
 * `node measure.ts SEED COUNT FOLDER`
 */

const MEASURES = ['background', 'lower', 'coat', 'person', 'invented', 'mistaken'] as const;

async function main(seed: number, count: number, folder: string): Promise<void> {
  // The judge must be left out before the engine is loaded.
  leaveOut('judge');
  const { asPng, openBench, standardSize, VARIETY } = await import('../../bench/cases/case.ts');
  const { analysesBy } = await import('../../src/pipelines/analyses.ts');
  const { tryOn } = await import('../../src/pipelines/try-on.ts');
  const bench = await openBench();
  const photo = async (file: string) => asStored(await bench.photo(file));
  await fs.mkdir(folder, { recursive: true });
  for (const [pair, { person: personFile, garments }] of drawnPairs(seed, count).entries()) {
    const [garmentFile] = garments;
    const [person, garment] = [await photo(personFile), await photo(garmentFile)];
    const request = { person, garments: [{ bytes: garment }], size: await standardSize(person), ...VARIETY };
    try {
      const { result, measures } = await tryOn(request, analysesBy(bench.nets), {});
      await fs.writeFile(path.join(folder, `${seed}-${pair}.png`), await asPng(result.raster));
      const values = measures.flatMap((measured) => MEASURES.map((name) => String(Number(measured[name].toFixed(4)))));
      say([`${seed}`, `${pair}`, ...[personFile, garmentFile].map((file) => path.parse(file).name), '?', ...values]);
    } catch (error) {
      if (!(error instanceof EngineRejection)) throw error;
    }
  }
  await bench.close();
}

const say = (cells: readonly string[]) => process.stdout.write(`${cells.join('\t')}\n`);

const [seed = '1', count = '60', folder = 'judged'] = process.argv.slice(2);
await main(Number(seed), Number(count), folder);

import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASES } from './cases/all.ts';
import { OPERATIONS, type Operation, openBench } from './cases/case.ts';
import { contactSheets } from './contact-sheets.ts';
import { type Row, rowOf, tableOf } from './table.ts';

/**
 * Asks the engine for every case of every operation; writes the pictures, contact sheets and a table for each operation
 * to an ignored folder. `npm run bench:engine [-- FILTER]`, where the filter is part of `operation/name`.
 */

const out = fileURLToPath(new URL('../../../out/bench-engine', import.meta.url));

async function main(filter: string): Promise<void> {
  const bench = await openBench();
  const tables: string[] = [];
  for (const operation of OPERATIONS) {
    const cases = CASES.filter((one) => one.operation === operation && `${operation}/${one.name}`.includes(filter));
    if (cases.length === 0) continue;
    const folder = path.join(out, operation);
    await fs.mkdir(folder, { recursive: true });
    const rows: Row[] = [];
    for (const one of cases) {
      const row = await rowOf(one, bench);
      rows.push(row);
      process.stdout.write(
        `${operation}/${one.name}: ${row.outcome ? `${Math.round(row.outcome.firstMs)} ms` : row.refusal}\n`,
      );
      const result = row.outcome?.pictures.at(-1);
      if (result) await fs.writeFile(path.join(folder, `${one.name}.png`), result);
    }
    await contactSheets(
      rows.flatMap(({ name, outcome }) => (outcome ? [{ name, pictures: outcome.pictures }] : [])),
      folder,
    );
    tables.push(headed(operation, tableOf(rows)));
  }
  await bench.close();
  const text = tables.join('\n\n');
  await fs.writeFile(path.join(out, 'table.md'), text);
  process.stdout.write(`\n${text}\n\n${out}\n`);
}

const headed = (operation: Operation, table: string) => `### ${operation}\n\n${table}`;

await main(process.argv[2] ?? '');

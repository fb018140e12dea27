import fs from 'node:fs/promises';
import { openBench } from './cases/case.ts';
import { HELD_CASES, HELD_FILE, heldText, idOf } from './held-figures.ts';

/** Measures the held cases and writes the figures as the expectations of a test. `npm run bench:hold`. */
const bench = await openBench();
const measured = new Map<string, Awaited<ReturnType<(typeof HELD_CASES)[number]['run']>>['figures']>();
for (const one of HELD_CASES) {
  const { figures } = await one.run(bench);
  measured.set(idOf(one), figures);
  process.stdout.write(`${idOf(one)}\n`);
}
await bench.close();
await fs.writeFile(HELD_FILE, heldText(measured));

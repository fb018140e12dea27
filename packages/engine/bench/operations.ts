import { createEngine } from '../src/index.ts';
import { median } from '../src/pixels/median.ts';
import { SIZES, workload } from './workload.ts';

/**
 * Times every operation on the project's own pictures beside its target, as Markdown: the median of several runs after
 * one that is not counted. `npm run bench:operations [-- NAME]`.
 */
const RUNS = 5;
const [filter = ''] = process.argv.slice(2);
const engine = await createEngine({ threads: 2 });

process.stdout.write(`| Operation | median of ${RUNS}, ms | best, ms | target, ms |\n| --- | --- | --- | --- |\n`);
for (const { name, targetMs, run } of await workload(SIZES.standard)) {
  if (!name.includes(filter)) continue;
  await run(engine);
  const times: number[] = [];
  for (let index = 0; index < RUNS; index++) {
    const started = performance.now();
    await run(engine);
    times.push(performance.now() - started);
  }
  const cells = [name, Math.round(median(times)), Math.round(Math.min(...times)), targetMs ? `≤ ${targetMs}` : ''];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
await engine.close();

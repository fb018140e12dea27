import { createEngine, type RunControl } from '../src/index.ts';
import { median } from '../src/pixels/median.ts';
import { SIZES, type Work, workload } from './workload.ts';

/**
 * Measures how long a cancellation can take in every operation, and prints Markdown. The figure is the longest time
 * between two check points of a run, the median of several runs. The first run also loads nets and analyses photos.
 *
 * `npm run bench:cancel [-- NAME]`
 */
const RUNS = 3;
/** Longest that a cancellation may take, in milliseconds. */
const TARGET_MS = 300;

async function main(filter = ''): Promise<void> {
  process.stdout.write(
    '| Operation | first, ms | 1 MP, ms | 4 MP, ms | target, ms |\n| --- | --- | --- | --- | --- |\n',
  );
  const [standard, high] = [await workload(SIZES.standard), await workload(SIZES.high)];
  for (const [index, work] of standard.entries()) {
    if (!work.name.includes(filter)) continue;
    const [first, ...later] = await stretches(work);
    const larger = median((await stretches(high[index])).slice(1));
    const cells = [work.name, ...[first, median(later), larger].map(Math.round), `≤ ${TARGET_MS}`];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

/** The longest time between two check points, in milliseconds, of several runs on a new engine. */
async function stretches(work: Work): Promise<number[]> {
  const engine = await createEngine({ threads: 2 });
  const longest: number[] = [];
  for (let index = 0; index <= RUNS; index++)
    longest.push(await longestStretch((control) => work.run(engine, control)));
  await engine.close();
  return longest;
}

/**
 * The longest time, in milliseconds, that a run goes without checking whether it should stop, from its start to its
 * end. A cancellation takes effect within that time.
 */
async function longestStretch(run: (control: RunControl) => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  await run({ signal: { throwIfAborted: look } });
  look();
  return longest;
}

await main(process.argv[2]);

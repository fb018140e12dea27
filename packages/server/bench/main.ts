import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, isMet, tableOf } from './figures.ts';
import { startRig } from './rig.ts';
import { FULL, QUICK } from './sizes.ts';
import type { Subject } from './subject.ts';
import { drain } from './subjects/drain.ts';
import { past } from './subjects/past.ts';
import { pickUp } from './subjects/pick-up.ts';
import { polls } from './subjects/polls.ts';
import { starts } from './subjects/starts.ts';
import { submissions } from './subjects/submissions.ts';
import { tryOns } from './subjects/try-ons.ts';
import { waiting } from './subjects/waiting.ts';

/**
 * Measures the service on this machine, each figure beside its baseline, in the same run: `npm run bench [-- --quick]
 * [--only SUBJECT,…] [--past JOBS OF THE LONG PAST]`. Prints a Markdown table and writes
 * `out/bench/performance.{json,md}`.
 */

const SUBJECTS: Readonly<Record<string, Subject>> = {
  starts,
  polls,
  submissions,
  'pick-up': pickUp,
  waiting,
  drain,
  past,
  'try-ons': tryOns,
};
const FOLDER = path.resolve(import.meta.dirname, '../../../out/bench');

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, past: { type: 'string' } },
});
const names = values.only?.split(',') ?? Object.keys(SUBJECTS);
const size = values.quick ? QUICK : FULL;
const sizes = values.past === undefined ? size : { ...size, longPast: Number(values.past) };
const startedAt = new Date();
const loadBefore = os.loadavg();
const figures: Figure[] = [];
for (const name of names) {
  const subject = SUBJECTS[name];
  if (!subject) throw new Error(`--only is ${JSON.stringify(name)}; allowed: ${Object.keys(SUBJECTS).join(', ')}`);
  const rig = await startRig();
  try {
    const measured = await subject(rig, sizes);
    process.stderr.write(`${tableOf(measured)}\n\n`);
    figures.push(...measured);
    // After each subject, so that a run that is cut short keeps its figures.
    await report();
  } finally {
    await rig.close();
  }
}
process.stdout.write(await report());

/** Writes the figures so far, and returns them as Markdown. */
async function report(): Promise<string> {
  const cores = os.cpus();
  const machine = {
    processor: `${cores.length} × ${cores[0]?.model}`,
    memoryGb: Math.round(os.totalmem() / 1e9),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    load: `${inWords(loadBefore)} before, ${inWords(os.loadavg())} after`,
    startedAt: startedAt.toISOString(),
    minutes: Math.round((Date.now() - startedAt.getTime()) / 6_000) / 10,
  };
  const table = tableOf(figures);
  const text = `${Object.entries(machine)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n')}\n\n${table}\n`;
  await fs.mkdir(FOLDER, { recursive: true });
  const results = figures.map((figure) => ({ ...figure, met: figure.target ? isMet(figure) : null }));
  await fs.writeFile(
    path.join(FOLDER, 'performance.json'),
    `${JSON.stringify({ machine, sizes, figures: results }, null, 2)}\n`,
  );
  await fs.writeFile(path.join(FOLDER, 'performance.md'), text);
  return text;
}

/** Load averages of the last 1, 5 and 15 minutes. Load above the number of processors was not the bench's. */
function inWords(averages: readonly number[]): string {
  return averages.map((one) => one.toFixed(1)).join(' ');
}

// Runs named suites, one after the other: `main.ts SUITE… [ARGUMENT OF VITEST…]`; `all` is every suite. Ends with a
// summary.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SlowdownProbe, slowdownOf } from './slowdown.ts';
import { SUITES } from './suites.ts';

/** Files and tests by outcome. */
interface Counts {
  readonly files: { readonly failed: number; readonly passed: number };
  readonly tests: { readonly failed: number; readonly passed: number; readonly skipped: number };
}

/** The fields that we read of vitest's report in JSON. */
interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The only suite outside vitest: it speaks HTTP and runs against any address. */
const ACCEPTANCE = 'acceptance';

const isSuite = (word: string) => word === 'all' || word === ACCEPTANCE || word in SUITES;
const words = process.argv.slice(2);
const end = words.findIndex((word) => !isSuite(word));
const asked = end === -1 ? words : words.slice(0, end);
const parameters = end === -1 ? [] : words.slice(end);
// The acceptance suite prints each of its checks: it runs first, so that the output ends with the failures.
const names = asked.includes('all') ? [ACCEPTANCE, ...Object.keys(SUITES)] : asked;
if (names.length === 0) throw new Error(`name a suite: all, ${[...Object.keys(SUITES), ACCEPTANCE].join(', ')}`);

const begun = performance.now();
const counts: Counts[] = [];
const notes: string[] = [];
const failures: string[] = [];
let failed = false;
for (const name of names) {
  const needs = SUITES[name]?.needs;
  if (needs !== undefined && !fs.existsSync(path.join(ROOT, needs))) {
    notes.push(`${name}: NOT RUN, since ${needs} is not beside the clone`);
    continue;
  }
  process.stdout.write(
    `=== suite ${name}: ${SUITES[name]?.purpose ?? 'the contract over HTTP, as any client sees it'}\n`,
  );
  const before = processorMinutes();
  const probe = new SlowdownProbe();
  const ok = name === ACCEPTANCE ? await run(['acceptance/run.mjs']) : await runSuite(name);
  const probes = await probe.end();
  const slowdown = slowdownOf(probes);
  const ofProbes = probes.reduce((sum, seconds) => sum + seconds, 0) / 60;
  const spent = (processorMinutes() - before - ofProbes) / slowdown;
  const budget = SUITES[name]?.budgetMinutes;
  // A run of some files only says nothing of the suite.
  const isOver = budget !== undefined && parameters.length === 0 && spent > budget;
  const limit = budget === undefined ? '' : ` of ${budget}`;
  const measured = `${spent.toFixed(1)}${limit} processor minutes, divided by a slowdown of ${slowdown.toFixed(2)}`;
  notes.push(`${name}: ${ok ? 'passed' : 'FAILED'}, ${measured}${isOver ? ': OVER ITS BUDGET' : ''}`);
  if (!ok || isOver) failed = true;
}
summarize();
process.exitCode = failed ? 1 : 0;

/** Runs the files of a suite with vitest, and counts. */
async function runSuite(name: string): Promise<boolean> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-suite-'));
  const report = path.join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const ok = await run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...parameters], { TEST_SUITE: name });
    if (fs.existsSync(report)) {
      const read: Report = JSON.parse(fs.readFileSync(report, 'utf8'));
      counts.push(countsOf(read));
      failures.push(...failuresOf(read));
    }
    return ok;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function countsOf(report: Report): Counts {
  const filesFailed = report.testResults.filter(({ status }) => status === 'failed').length;
  return {
    files: { failed: filesFailed, passed: report.testResults.length - filesFailed },
    tests: { failed: report.numFailedTests, passed: report.numPassedTests, skipped: report.numPendingTests },
  };
}

/**
 * A line for each test that failed, and for each file that could not be run: file, test and the first line of the
 * reason.
 */
function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

function firstLine(text = ''): string {
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}

function run(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Processor time of all ended children and their children, in minutes; 0 without /proc. */
function processorMinutes(): number {
  if (!fs.existsSync('/proc/self/stat')) return 0;
  const [, fields = ''] = /\) (.*)/.exec(fs.readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [user = '0', system = '0'] = fields.split(' ').slice(13, 15);
  // Linux counts them in hundredths of a second on every platform that Node runs on.
  return (Number(user) + Number(system)) / 100 / 60;
}

function summarize(): void {
  const sum = (of: (each: Counts) => number) => counts.reduce((total, each) => total + of(each), 0);
  const line = (...parts: readonly [number, string][]) => {
    const total = parts.reduce((all, [count]) => all + count, 0);
    return `${parts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count} ${word}`)
      .join(' | ')} (${total})`;
  };
  const files = line([sum((each) => each.files.failed), 'failed'], [sum((each) => each.files.passed), 'passed']);
  const tests = line(
    [sum((each) => each.tests.failed), 'failed'],
    [sum((each) => each.tests.passed), 'passed'],
    [sum((each) => each.tests.skipped), 'skipped'],
  );
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(
    `\n${notes.join('\n')}\n\n Test Files  ${files}\n      Tests  ${tests}\n   Duration  ${seconds} s\n`,
  );
}

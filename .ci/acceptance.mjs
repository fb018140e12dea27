// Runs the checks of ../shared/acceptance that acceptance.txt lists. A file that is not listed is not even loaded: some
// set up resources that do not exist yet before their first check.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const suite = path.resolve(import.meta.dirname, '../../shared/acceptance');
const lines = fs.readFileSync(path.join(import.meta.dirname, 'acceptance.txt'), 'utf8').split('\n');
const wanted = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => /^(\S+) ?(.*)$/.exec(line).slice(1));

const chosen = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-chosen-'));
try {
  for (const [file] of wanted) fs.symlinkSync(path.join(suite, `${file}.test.mjs`), path.join(chosen, `${file}.test.mjs`));
  const only = wanted.map(([file, names]) => `^${file} (?:${names})`).join('|');
  process.argv.push('--project', path.resolve(import.meta.dirname, '..'), '--only', only);
  const { main } = await import(path.join(suite, 'lib/runner.mjs'));
  process.exitCode = await main(chosen);
} finally {
  fs.rmSync(chosen, { recursive: true, force: true });
}

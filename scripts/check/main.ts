// `npm run check`: everything that can be said about the code without running it. Ends with 0 when all is well.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ARCHITECTURE } from './architecture.ts';
import { checkColumns } from './columns.ts';
import { checkDocstrings } from './docstrings.ts';
import { type Breach, checkLayers } from './layers.ts';
import { checkLicences } from './licences.ts';
import { checkFunctionLines } from './line-limits.ts';
import { checkMessages, isMessageSource, textsOf } from './messages.ts';
import { checkPrivatePlaces } from './private-places.ts';
import { checkProse } from './prose.ts';
import { readSources } from './source.ts';
import { readAudit } from './vulnerabilities.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The findings of a check: none when `complaint` is empty. */
interface Finding {
  readonly complaint: string;
  /** The checked files. */
  readonly scope: string;
}

interface Check {
  readonly name: string;
  readonly run: () => Promise<Finding> | Finding;
}

const CHECKS: readonly Check[] = [
  { name: 'types', run: () => tool('every package', 'typescript/bin/tsc', ['-b', '.', 'packages/studio']) },
  {
    name: 'lint and format',
    run: () => tool('biome.json', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  },
  { name: 'dead code', run: () => tool('knip.json', 'knip/bin/knip.js', ['--no-progress']) },
  { name: 'layers', run: layers },
  { name: 'planted breaches', run: plantedBreaches },
  { name: 'docstrings', run: docstrings },
  { name: 'lines of functions', run: functionLines },
  { name: 'prose', run: prose },
  { name: 'messages', run: messages },
  { name: 'columns', run: () => ({ scope: 'tracked text files', complaint: listing(checkColumns(ROOT)) }) },
  { name: 'private places', run: () => ({ scope: 'tracked files', complaint: listing(checkPrivatePlaces(ROOT)) }) },
  { name: 'licences', run: licences },
  { name: 'vulnerabilities', run: vulnerabilities },
  { name: 'lock file', run: () => command('package-lock.json', ['scripts/complete-lock.mjs', '--check']) },
];

function layers(): Finding {
  const { breaches, files, imports } = checkLayers(readSources(ROOT, ['packages']), ARCHITECTURE);
  if (imports === 0) return { scope: 'no file', complaint: 'no import was read: the check looks in the wrong place' };
  return { scope: `${imports} imports of ${files} files`, complaint: listing(breaches) };
}

/** Each check must find the breach that is planted for it; otherwise it would find nothing anywhere. */
function plantedBreaches(): Finding {
  const planted = path.join(import.meta.dirname, 'fixtures/layers');
  const { breaches } = checkLayers(readSources(planted, ['packages']), ARCHITECTURE);
  const cycles = breaches.filter(({ message }) => message.includes('import cycle'));
  const complaint = cycles.length === 0 || cycles.length === breaches.length ? 'the layer check missed them' : '';
  return { scope: `${breaches.length} found in a fixture`, complaint };
}

function licences(): Finding {
  const { breaches, packages, exceptions } = checkLicences(ROOT);
  return { scope: `${packages} packages, ${exceptions} by a named exception`, complaint: listing(breaches) };
}

/** Asks the registry, in CI only: nobody's machine needs the network for a check. */
async function vulnerabilities(): Promise<Finding> {
  const npm = process.env.npm_execpath;
  if (!process.env.CI || !npm) return { scope: 'SKIPPED outside CI', complaint: '' };
  const audit = [npm, 'audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  return readAudit(await outputOf(audit));
}

function docstrings(): Finding {
  const sources = readSources(ROOT, ['packages', 'scripts', 'bench']);
  return { scope: `${sources.length} files`, complaint: listing(checkDocstrings(sources)) };
}

function prose(): Finding {
  const { breaches, files } = checkProse(ROOT);
  return { scope: `pages and comments of ${files} files`, complaint: listing(breaches) };
}

function messages(): Finding {
  const sources = readSources(ROOT, ['packages']).filter(({ file }) => isMessageSource(file));
  const texts = sources.flatMap(textsOf);
  const refusals = texts.filter(({ isRefusal }) => isRefusal).length;
  const scope = `${texts.length} texts, ${refusals} of them refusals`;
  return { scope, complaint: texts.length === 0 ? 'no text was read' : listing(checkMessages(sources)) };
}

function functionLines(): Finding {
  const sources = readSources(ROOT, ['packages', 'scripts', 'bench']);
  return { scope: `${sources.length} files`, complaint: listing(checkFunctionLines(sources)) };
}

function listing(breaches: readonly Breach[]): string {
  return breaches.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n');
}

/** Runs the program of a package. */
function tool(scope: string, program: string, parameters: readonly string[]): Promise<Finding> {
  return command(scope, [path.join('node_modules', program), ...parameters]);
}

/** The standard output of a program, for any exit code. */
function outputOf(parameters: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

function command(scope: string, parameters: readonly string[]): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ scope, complaint: code === 0 ? '' : output || `it ended with ${code}` }));
  });
}

let failed = 0;
for (const { name, run } of CHECKS) {
  const begun = performance.now();
  const { scope, complaint } = await run();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (complaint !== '') failed += 1;
  process.stdout.write(`${complaint === '' ? 'ok    ' : 'FAILED'} ${name} (${scope}, ${seconds} s)\n`);
  if (complaint !== '') process.stdout.write(`${complaint.trimEnd()}\n\n`);
}
process.stdout.write(failed === 0 ? 'all checks passed\n' : `${failed} of ${CHECKS.length} checks failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

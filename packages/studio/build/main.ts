// `npm run build:studio`: builds the page the service serves, unless that build is there already.
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildFolder, isFinished } from './folder.ts';

const STUDIO = path.resolve(import.meta.dirname, '..');

/** Smaller files gain nothing by compression. */
const COMPRESSED_BYTES_MIN = 512;

const folder = await buildFolder();
try {
  if (await isFinished(folder)) process.stdout.write(`the studio is built: ${folder}\n`);
  else await build();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Builds beside the final folder and renames at the end; where another process was faster, its build stays. */
async function build(): Promise<void> {
  const begun = performance.now();
  const vite = await import('vite').catch((cause: unknown) => {
    throw new Error('Vite is missing: run `npm ci`, development dependencies included.', { cause });
  });
  const beside = `${folder}.${process.pid}`;
  try {
    await vite.build({ root: STUDIO, logLevel: 'error', mode: 'production', build: { outDir: beside } });
    await compressAll(beside);
    await fs.rename(beside, folder);
  } catch (error) {
    if (!(await isFinished(folder))) throw error;
  } finally {
    await fs.rm(beside, { recursive: true, force: true });
  }
  await removeOthers();
  process.stdout.write(`the studio was built in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${folder}\n`);
}

/** Compresses the page's files. The page itself is small, and the service writes its path into it. */
async function compressAll(output: string): Promise<void> {
  const entries = await fs.readdir(output, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(files.filter((file) => /\.(js|css|svg)$/.test(file)).map(compress));
}

async function compress(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  if (bytes.length < COMPRESSED_BYTES_MIN) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
  await fs.writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/**
 * Removes builds of other sources, and the files of builds interrupted an hour ago. A service keeps its files in memory
 * and misses none.
 */
async function removeOthers(): Promise<void> {
  const builds = path.dirname(folder);
  for (const name of await fs.readdir(builds)) {
    const other = path.join(builds, name);
    const { mtimeMs } = await fs.stat(other);
    const isUnderWay = name.includes('.') && Date.now() - mtimeMs < 3_600_000;
    if (other !== folder && !isUnderWay) await fs.rm(other, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const STUDIO = path.resolve(import.meta.dirname, '..');

/**
 * Every build lies in a folder of its own, named by the stamp of what it was made of, so that no two of them ever mix.
 */
const BUILDS = path.join(STUDIO, 'dist');

/**
 * What a build is made of, from the studio's folder. Dependencies count by the exact versions that `package.json`
 * names.
 */
const INPUTS = ['index.html', 'package.json', 'vite.config.ts', 'src', '../client/src', '../contract/src'];

/** Folder in which the build of these sources lies, or will lie. */
export async function buildFolder(): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesUnder(path.join(STUDIO, input))))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(STUDIO, file)}\0`).update(await fs.readFile(file));
  return path.join(BUILDS, hash.digest('hex').slice(0, 16));
}

/** True when a build was made to its end: its folder gets its name last. */
export async function isFinished(folder: string): Promise<boolean> {
  return fs.access(path.join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
}

async function filesUnder(place: string): Promise<string[]> {
  const found = await fs.stat(place).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [place];
  const entries = await fs.readdir(place, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

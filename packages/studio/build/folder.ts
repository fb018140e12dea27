import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const STUDIO = path.resolve(import.meta.dirname, '..');

/** Each build has its own folder, named by a hash of its inputs, so two builds never mix. */
const BUILDS = path.join(STUDIO, 'dist');

/** Inputs of a build, relative to the studio's folder. Dependencies count by the exact versions in `package.json`. */
const INPUTS = ['index.html', 'package.json', 'vite.config.ts', 'src', '../client/src', '../contract/src'];

/** Folder of the build of the present sources, built or not. */
export async function buildFolder(): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesUnder(path.join(STUDIO, input))))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(STUDIO, file)}\0`).update(await fs.readFile(file));
  return path.join(BUILDS, hash.digest('hex').slice(0, 16));
}

/** True if a build is complete: its folder is renamed last. */
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

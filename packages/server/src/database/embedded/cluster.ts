import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PostgresPrograms } from './program-files.ts';
import { errorsOf, STARTED_IN, spawnIn } from './spawn.ts';
import type { PostgresUser } from './user.ts';

/**
 * Superuser of the embedded cluster. Only the users that {@link writeAccess} lets in can use its socket, so it needs no
 * password.
 */
export const CLUSTER_USER = 'atelier';

/** Database the service keeps its tables in. */
export const CLUSTER_DATABASE = 'atelier';

/** Bits of a mode that open a file to others than its owner. */
const OPEN_TO_OTHERS = 0o077;

/** What a cluster needs to start. */
export interface Cluster {
  readonly programs: PostgresPrograms;
  readonly user: PostgresUser;
  /** Folder of the cluster's files and its socket. */
  readonly folder: string;
  /** Raised when its programs shall end. */
  readonly signal: AbortSignal;
  /** Called when one of its programs has been started. */
  readonly onRunning: () => void;
}

/** Marks a new cluster whose files the disk may not have taken yet. */
const unsyncedMark = ({ folder }: Cluster) => `${folder}.unsynced`;

/**
 * Makes the cluster's files unless they are there. Interrupted, it leaves nothing that looks finished. The disk is not
 * waited for: see {@link syncCluster}.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { user, folder } = cluster;
  if (await isThere(path.join(folder, 'PG_VERSION'))) return claimCluster(folder, user);
  const unfinished = `${folder}.new`;
  await fs.rm(unfinished, { recursive: true, force: true });
  await fs.mkdir(unfinished, { mode: 0o700 });
  if (user.isOther) await fs.chown(unfinished, user.uid, user.gid);
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await runInitdb(cluster, unfinished, ['--no-sync', '-U', CLUSTER_USER, '--auth=trust', '-E', 'UTF8', ...locale]);
  await fs.writeFile(unsyncedMark(cluster), '');
  await fs.rename(unfinished, folder);
}

/**
 * Gives a cluster that was copied without owners or modes back to the user of PostgreSQL, which insists on both. Throws
 * an Error that says what to do where this process may not.
 */
async function claimCluster(folder: string, { uid, gid, isOther }: PostgresUser): Promise<void> {
  const { uid: owner, mode } = await fs.stat(folder);
  if (owner !== uid) {
    if (!isOther)
      throw new Error(
        `The database in ${folder} belongs to user ${owner}, and this process runs as user ${uid}. Start Atelier as user ${owner === 0 ? 'root' : owner}, or give this user the folder: sudo chown -R ${uid}:${gid} ${path.dirname(folder)}`,
      );
    for (const name of await fs.readdir(folder, { recursive: true }))
      await fs.lchown(path.join(folder, name), uid, gid);
    await fs.chown(folder, uid, gid);
  }
  if ((mode & OPEN_TO_OTHERS) !== 0) await fs.chmod(folder, 0o700);
}

/**
 * Has the disk take all files of a new cluster, unless it has, which would make a quarter of a first start and is done
 * beside what follows. Until it is done, in this start or a later one, a power cut could lose the cluster; a killed
 * process loses nothing.
 */
export async function syncCluster(cluster: Cluster): Promise<void> {
  if (!(await isThere(unsyncedMark(cluster)))) return;
  await runInitdb(cluster, cluster.folder, ['--sync-only']);
  await fs.rm(unsyncedMark(cluster), { force: true });
}

/**
 * Writes who may use the socket. Its folder lets in its owner and root. Where root started PostgreSQL as another user,
 * root alone gets access: other processes of that user are none of ours. PostgreSQL knows users by name; a process
 * whose user has none is let in by the folder alone.
 */
export async function writeAccess({ folder, user }: Cluster): Promise<void> {
  const name = user.isOther ? os.userInfo().username : null;
  const rules = name === null ? 'local all all trust\n' : 'local all all peer map=service\n';
  const files = { 'pg_hba.conf': rules, 'pg_ident.conf': name === null ? '' : `service "${name}" ${CLUSTER_USER}\n` };
  for (const [file, text] of Object.entries(files)) {
    await fs.writeFile(path.join(folder, file), text, { mode: 0o600 });
    if (user.isOther) await fs.chown(path.join(folder, file), user.uid, user.gid);
  }
}

/** Runs PostgreSQL's own tool in a folder. */
async function runInitdb(
  { programs, user, signal, onRunning }: Cluster,
  folder: string,
  options: readonly string[],
): Promise<void> {
  signal.throwIfAborted();
  const child = spawnIn(folder, programs.initdb, ['-D', STARTED_IN, ...options], user);
  child.once('spawn', onRunning);
  const errors = errorsOf(child);
  const end = () => child.kill('SIGINT');
  signal.addEventListener('abort', end);
  const [code, killedBy] = await once(child, 'exit').finally(() => signal.removeEventListener('abort', end));
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`initdb ended with ${killedBy ?? code}: ${errors()}`);
}

/** True where there is such a file. */
export function isThere(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

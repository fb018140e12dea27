import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorsOf, type PostgresPrograms, STARTED_IN, spawnIn } from './spawn.ts';
import type { PostgresUser } from './user.ts';

/**
 * Superuser of the embedded cluster. Only the users that {@link writeAccess} admits can use its socket, so it needs no
 * password.
 */
export const CLUSTER_USER = 'atelier';

/** Database the service keeps its tables in. */
export const CLUSTER_DATABASE = 'atelier';

/** Mode bits that give access to others than the owner. */
const OPEN_TO_OTHERS = 0o077;

/** The input of starting a cluster. */
export interface Cluster {
  readonly programs: PostgresPrograms;
  readonly user: PostgresUser;
  /** Folder of the cluster's files and its socket. */
  readonly folder: string;
  /** Aborted to end its programs. */
  readonly signal: AbortSignal;
  /** Called when one of its programs has started. */
  readonly onRunning: () => void;
}

/** Marks a new cluster whose files may not be on disk yet. */
const unsyncedMark = ({ folder }: Cluster) => `${folder}.unsynced`;

/**
 * Creates the cluster's files if they do not exist. An interrupted call leaves nothing that looks complete. It does not
 * wait for the disk: see {@link syncCluster}.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { user, folder } = cluster;
  if (existsSync(path.join(folder, 'PG_VERSION'))) return claimCluster(folder, user);
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
 * Gives a cluster that was copied without owners or modes back to PostgreSQL's user, because PostgreSQL requires both.
 * Throws an Error that says what to do if this process may not.
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
 * Syncs all files of a new cluster to disk, once. Syncing takes a quarter of a first start, so it runs beside the next
 * steps. Until it is done, a power cut can lose the cluster; a killed process loses nothing.
 */
export async function syncCluster(cluster: Cluster): Promise<void> {
  if (!existsSync(unsyncedMark(cluster))) return;
  await runInitdb(cluster, cluster.folder, ['--sync-only']);
  await fs.rm(unsyncedMark(cluster), { force: true });
}

/**
 * Writes who may use the socket. The folder admits its owner and root. If root started PostgreSQL as another user, only
 * root gets access: other processes of that user are not the service's. PostgreSQL knows users by name, so the folder
 * alone guards a user without a name.
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

/** Runs PostgreSQL's `initdb` in a folder. */
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

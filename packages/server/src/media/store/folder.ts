import { randomBytes } from 'node:crypto';
import { link, mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, ignoreMissing, onMedium, sweepAbandonedFiles } from './medium.ts';
import {
  type BlobBody,
  type BlobStat,
  checkBlobKey,
  keyTaken,
  type MediaStore,
  metered,
  outOfRange,
  StoreUnavailableError,
} from './port.ts';

/** Only the service itself reads its files. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Opens a store in a folder, which is created if it does not exist. Removes half-written files of a crashed process.
 *
 * Blobs are files: `<folder>/blobs/<area>/<shard>/<name>`. The shard is the last two characters of the name: the first
 * ones of a time-ordered UUID would put a day's blobs into one folder. Bytes are written and synced in
 * `<folder>/temporary`, then appear under their key in one step.
 */
export async function folderStore(folder: string, now: Date = new Date()): Promise<MediaStore> {
  const [blobs, temporaryFolder] = [join(folder, 'blobs'), join(folder, 'temporary')];
  await makeFolder(blobs);
  await makeFolder(temporaryFolder);
  await sweepAbandonedFiles(temporaryFolder, now);
  /** The only place where a key becomes a path. The key's pattern has no dot, so no path leaves the folder. */
  const pathOf = (key: string) => {
    checkBlobKey(key);
    const [area = '', name = ''] = key.split('/');
    return join(blobs, area, name.slice(-2), name);
  };
  return {
    async put(key, body, { sizeBytes }) {
      const path = pathOf(key);
      const temporary = join(temporaryFolder, randomBytes(16).toString('hex'));
      await onMedium(async () => {
        await makeFolder(dirname(path));
        try {
          await writeSynced(temporary, key, body, sizeBytes);
          await publish(temporary, path, key);
        } finally {
          await rm(temporary, { force: true });
        }
      });
    },
    async open(key, range) {
      const path = pathOf(key);
      const handle = await onMedium(() => open(path, 'r').catch(ignoreMissing));
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        if (range && !(range.first >= 0 && range.first <= range.last && range.first < size))
          throw outOfRange(key, range, size);
        return { body: handle.createReadStream(range && { start: range.first, end: range.last }), sizeBytes: size };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    read: async (key) => onMedium(() => readFile(pathOf(key)).catch(ignoreMissing)),
    stat: async (key) => onMedium(() => statFile(pathOf(key))),
    delete: async (key) => onMedium(() => rm(pathOf(key), { force: true })),
    async *listOlderThan(moment, only) {
      for await (const area of only === undefined ? namesIn(blobs) : [only])
        for await (const shard of namesIn(join(blobs, area)))
          for await (const name of namesIn(join(blobs, area, shard))) {
            const found = await statFile(join(blobs, area, shard, name));
            if (found && found.storedAt < moment) yield { key: `${area}/${name}`, ...found };
          }
    },
  };
}

/** Writes the body to a new file and waits until the disk has it. */
async function writeSynced(path: string, key: string, body: BlobBody, sizeBytes: number): Promise<void> {
  await using handle = await open(path, 'wx', FILE_MODE);
  await handle.writeFile(metered(key, body, sizeBytes));
  await handle.sync();
}

/**
 * Gives the finished file its final name. It links instead of renaming: a rename would silently replace an existing
 * blob.
 */
async function publish(temporary: string, path: string, key: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw keyTaken(key);
    throw error;
  }
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Creates a folder and its parents. Each name is synced into its parent, or a power cut could lose the folder with its
 * files.
 */
async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: FOLDER_MODE }).catch((error: unknown) => {
    // Node's error for a folder that cannot be created on a read-only disk.
    throw hasCode(error, 'ENOENT') ? new StoreUnavailableError({ cause: error }) : error;
  });
  if (firstMade === undefined) return;
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes the names in a folder durable. Windows cannot open folders and syncs names by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(path, 'r');
  await handle.sync();
}

async function statFile(path: string): Promise<BlobStat | null> {
  const found = await stat(path).catch(ignoreMissing);
  return found && { sizeBytes: found.size, storedAt: found.mtime };
}

/** Names in a folder, streamed: a shard may hold many thousands. A missing folder has none. */
async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) yield entry.name;
}

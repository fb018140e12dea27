import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { openSocketFolder } from './socket-folder.ts';

/** Longest wait for a service that is stopping; it drains for less. */
const STOPPING_TIMEOUT_MS = 35_000;

/**
 * The message of a running holder to other processes that want the folder. A stopping holder is silent until it has
 * stopped.
 */
const SERVING = 'serving';

/** Folder of the lock, in the data folder. */
const lockFolderOf = (data: string) => path.join(data, 'run');

/** Held while this process uses the data folder; the system lets go of it when the process dies, however it dies. */
export type FolderLock = Awaited<ReturnType<typeof lockFolder>>;

/**
 * Takes the data folder for this process by listening on a socket in it, so that all names of one folder lead to one
 * lock. Throws when another service goes on using it, and waits for one that is stopping: a restart may begin before
 * the old process has drained. A socket nobody answers on was left by a process that was killed, and is taken over.
 */
export async function lockFolder(data: string) {
  await fs.mkdir(lockFolderOf(data), { recursive: true, mode: 0o700 });
  const folder = await openSocketFolder(lockFolderOf(data));
  const file = path.join(folder.path, 'lock');
  try {
    if ((await holderOf(file, data)) === SERVING)
      throw new Error(
        `Another Atelier is using the data folder ${data}. Stop it first, or give this one another folder with --data.`,
      );
    await fs.rm(file, { force: true });
  } catch (error) {
    await folder.close();
    throw error;
  }
  let stopping = false;
  const waiting = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (!stopping) socket.end(SERVING);
    else waiting.add(socket.unref());
  });
  server.listen(file);
  await once(server, 'listening').catch(async (error: unknown) => {
    await folder.close();
    throw error;
  });
  server.unref();
  return {
    /** From now on a process that wants the folder waits for its release instead of being refused. */
    announceStop() {
      stopping = true;
    },
    async release() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of waiting) socket.destroy();
      await closed;
      await folder.close();
    },
  };
}

/** True while a service uses the data folder and goes on. Throws when one has been stopping for too long. */
export async function isFolderTaken(data: string): Promise<boolean> {
  const folder = await openSocketFolder(lockFolderOf(data)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (folder === null) return false;
  return holderOf(path.join(folder.path, 'lock'), data)
    .then((said) => said === SERVING)
    .finally(() => folder.close());
}

/**
 * The message of the folder's holder, once it has sent one or has ended; empty without a holder. Throws if the holder
 * stops for too long.
 */
async function holderOf(file: string, data: string): Promise<string> {
  const socket = net.connect(file);
  let said = '';
  socket.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  try {
    await once(socket, 'close', { signal: AbortSignal.timeout(STOPPING_TIMEOUT_MS) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ABORT_ERR') throw new Error(`The Atelier that uses ${data} has been stopping for too long.`);
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error;
  } finally {
    socket.destroy();
  }
  return said;
}

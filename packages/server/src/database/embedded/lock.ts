import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Longest path of a Unix socket on Linux and macOS, less room for PostgreSQL's own file name. */
const SOCKET_FOLDER_LENGTH_MAX = 80;

/** Where sockets of this data folder live: inside it, or in the system's temporary folder where its path is too long for one. */
export function socketFolder(data: string): string {
  const inside = path.join(data, 'run');
  if (inside.length <= SOCKET_FOLDER_LENGTH_MAX) return inside;
  return path.join(os.tmpdir(), `atelier-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`);
}

/** Longest wait for a service that is stopping; it drains for less. */
const STOPPING_TIMEOUT_MS = 35_000;

/** What a holder that goes on says to whoever else wants the folder. One that is stopping says nothing until it has stopped. */
const SERVING = 'serving';

/** Held while this process uses the data folder; the system lets go of it when the process dies, however it dies. */
export interface FolderLock {
  /** From now on a process that wants the folder waits for its release instead of being refused. */
  announceStop(): void;
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process by listening on a socket in it. Throws when another service goes on using it, and
 * waits for one that is stopping: a restart may begin before the old process has drained. A socket nobody answers on was
 * left by a process that was killed, and is taken over.
 */
export async function lockFolder(data: string): Promise<FolderLock> {
  const file = path.join(socketFolder(data), 'lock');
  if ((await holderOf(file)) === SERVING)
    throw new Error(
      `Another Atelier is using the data folder ${data}. Stop it first, or give this one another folder with --data.`,
    );
  await fs.rm(file, { force: true });
  let stopping = false;
  const waiting = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (!stopping) socket.end(SERVING);
    else waiting.add(socket.unref());
  });
  server.listen(file);
  await once(server, 'listening');
  server.unref();
  return {
    announceStop() {
      stopping = true;
    },
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of waiting) socket.destroy();
      }),
  };
}

/** True while a service uses the data folder and goes on. Throws when one has been stopping for too long. */
export async function isFolderTaken(data: string): Promise<boolean> {
  return (await holderOf(path.join(socketFolder(data), 'lock'))) === SERVING;
}

/** What the holder of the folder says, once it has said it or is gone; empty when there is none. Throws when it stops for too long. */
async function holderOf(file: string): Promise<string> {
  const socket = net.connect(file);
  let said = '';
  socket.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  try {
    await once(socket, 'close', { signal: AbortSignal.timeout(STOPPING_TIMEOUT_MS) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ABORT_ERR') throw new Error(`The Atelier that uses ${path.dirname(file)} has been stopping for too long.`);
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error;
  } finally {
    socket.destroy();
  }
  return said;
}

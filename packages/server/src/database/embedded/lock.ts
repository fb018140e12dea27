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

/** Held while this process uses the data folder; the system lets go of it when the process dies, however it dies. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process by listening on a socket in it. Throws when another process answers there; a
 * socket nobody answers on was left by a process that was killed, and is taken over.
 */
export async function lockFolder(data: string): Promise<FolderLock> {
  const file = path.join(socketFolder(data), 'lock');
  if (await answers(file))
    throw new Error(
      `Another Atelier is using the data folder ${data}. Stop it first, or give this one another folder with --data.`,
    );
  await fs.rm(file, { force: true });
  const server = net.createServer((socket) => socket.end());
  server.listen(file);
  await once(server, 'listening');
  server.unref();
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(file);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

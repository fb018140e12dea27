import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Longest path of a socket in bytes, of Linux (107) and macOS (103). */
const SOCKET_PATH_MAX = 103;

/** Length of the longest name of a socket in such a folder, with its slash. */
const NAME_LENGTH = '/.s.PGSQL.5432'.length;

/** A folder under a name that is short enough for sockets in it, until it is closed. */
export interface SocketFolder {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Names a folder that is there, so that this process can reach sockets in it. The name is its path, or where that is
 * too long its file descriptor. Systems without `/proc` use a link in a private temporary folder.
 */
export async function openSocketFolder(folder: string): Promise<SocketFolder> {
  if (Buffer.byteLength(folder) + NAME_LENGTH <= SOCKET_PATH_MAX) return { path: folder, close: async () => {} };
  if (process.platform === 'linux') {
    const handle = await fs.open(folder);
    return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
  }
  const temporary = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-'));
  const link = path.join(temporary, 's');
  await fs.symlink(folder, link);
  return { path: link, close: () => fs.rm(temporary, { recursive: true, force: true }) };
}

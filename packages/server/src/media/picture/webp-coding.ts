import { type FileHandle, open } from 'node:fs/promises';

/** Length of `RIFF`, the file's length and `WEBP`, in bytes. */
const FILE_HEADER_BYTES = 12;
/** Length of a chunk's name and size, in bytes. */
const CHUNK_HEADER_BYTES = 8;
/** Length of the place, size and duration before the chunks of an animation frame, in bytes. */
const FRAME_HEADER_BYTES = 16;
/** Most chunks to search: the picture's data follows a handful, and a hostile file may have thousands of empty ones. */
const CHUNKS_MAX = 64;

/**
 * True if the first frame of a WebP file is lossless (chunk `VP8L`); false if it is lossy (`VP8 `) or there is none.
 * Container: developers.google.com/speed/webp/docs/riff_container.
 */
export async function isLosslessWebp(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    return await firstFrameIsLossless(handle);
  } finally {
    await handle.close();
  }
}

async function firstFrameIsLossless(handle: FileHandle): Promise<boolean> {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  let offset = FILE_HEADER_BYTES;
  for (let seen = 0; seen < CHUNKS_MAX; seen++) {
    const { bytesRead } = await handle.read(header, 0, CHUNK_HEADER_BYTES, offset);
    if (bytesRead < CHUNK_HEADER_BYTES) return false;
    const name = header.toString('latin1', 0, 4);
    if (name === 'VP8L') return true;
    if (name === 'VP8 ') return false;
    const lengthBytes = header.readUInt32LE(4);
    // A frame's chunks lie inside it; any other chunk is skipped, to an even offset.
    offset += CHUNK_HEADER_BYTES + (name === 'ANMF' ? FRAME_HEADER_BYTES : lengthBytes + (lengthBytes % 2));
  }
  return false;
}

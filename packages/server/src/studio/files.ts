import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Ways of sending a file that were prepared with the build, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How a prepared file ends. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Media types of what a build consists of; it has no others. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
};

/** One file of the page, in memory. */
export interface StudioFile {
  readonly mediaType: string;
  /** Strong, quoted. */
  readonly etag: string;
  readonly bytes: Buffer;
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** A build of the page. */
export interface StudioFiles {
  readonly page: StudioFile;
  /** Everything else, by its name, which holds a hash of what it is. */
  readonly files: ReadonlyMap<string, StudioFile>;
}

/** Reads a build. Throws when its page is missing. */
export async function readStudioFiles(folder: string): Promise<StudioFiles> {
  const names = await fs.readdir(folder);
  const plain = names.filter((name) => MEDIA_TYPES[path.extname(name)] !== undefined);
  const files = new Map(await Promise.all(plain.map(async (name) => [name, await readStudioFile(folder, name)] as const)));
  const page = files.get('index.html');
  if (!page) throw new Error(`the build of the studio in ${folder} has no index.html`);
  files.delete('index.html');
  return { page, files };
}

async function readStudioFile(folder: string, name: string): Promise<StudioFile> {
  const bytes = await fs.readFile(path.join(folder, name));
  const encoded: Partial<Record<Encoding, Buffer>> = {};
  for (const encoding of ENCODINGS) {
    const prepared = await fs.readFile(path.join(folder, name + SUFFIXES[encoding])).catch(() => null);
    if (prepared) encoded[encoding] = prepared;
  }
  const mediaType = MEDIA_TYPES[path.extname(name)] ?? 'application/octet-stream';
  return { mediaType, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes, encoded };
}

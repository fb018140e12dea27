import fs from 'node:fs/promises';
import path from 'node:path';
import { ensureBuild } from '@atelier/studio/build';
import type { Logger } from 'pino';
import { publicPath } from '../public-path.ts';
import type { Service } from '../service.ts';
import { ENCODINGS, type Encoding, etagOf, type StaticFile } from '../static-file.ts';

/** The web page of the service. */
export interface Studio extends Service {
  /** The built files. Waits for the current build; after a failed build it starts another. Rejects with the reason. */
  files(): Promise<StudioFiles>;
}

/** Builds the page in the background if it is not built yet: the start does not wait, the first visitor does. */
export function studio(
  { log, publicUrl }: { readonly log: Logger; readonly publicUrl: string | null },
  build: (signal: AbortSignal) => Promise<string> = ensureBuild,
): Studio {
  let reading: Promise<StudioFiles> | null = null;
  const stopping = new AbortController();

  async function read(): Promise<StudioFiles> {
    try {
      return await readStudioFiles(await build(stopping.signal), publicPath(publicUrl));
    } catch (error) {
      reading = null;
      if (!stopping.signal.aborted) log.error({ err: error }, 'the studio cannot be shown');
      throw error;
    }
  }
  function files(): Promise<StudioFiles> {
    reading ??= read();
    return reading;
  }
  return {
    name: 'studio',
    files,
    async start() {
      // The log and the visitor of the page get the reason.
      files().catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await reading?.catch(() => undefined);
    },
  };
}

/** How a prepared file ends. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Folder of a build that holds everything but the page itself. */
const FILES = 'studio/files';

/** The page's placeholder for the path of the public address. */
const BASE = '<base href="/" />';

/** Media types of the files that the page loads. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
};

/** A build of the page: the page itself, and all other files by their names, which hold a hash of their content. */
export type StudioFiles = Awaited<ReturnType<typeof readStudioFiles>>;

/**
 * Reads a build, whose page gets `publicPath` as its base: everything that it names is relative to that. Throws when
 * the page is missing or has no base.
 */
async function readStudioFiles(folder: string, publicPath: string) {
  const page = pageAt(publicPath, await fs.readFile(path.join(folder, 'index.html'), 'utf8'));
  const place = path.join(folder, FILES);
  const names = (await fs.readdir(place)).filter((name) => MEDIA_TYPES[path.extname(name)] !== undefined);
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readStudioFile(place, name)] as const)),
  );
  return { page, files };
}

function pageAt(publicPath: string, html: string): StaticFile {
  const [head, tail, ...rest] = html.split(BASE);
  if (head === undefined || tail === undefined || rest.length > 0)
    throw new Error(`the studio's page does not say ${BASE} once`);
  const bytes = Buffer.from(`${head}<base href="${publicPath.replaceAll('&', '&amp;')}/" />${tail}`);
  return { mediaType: 'text/html; charset=utf-8', etag: etagOf(bytes), bytes, encoded: {} };
}

async function readStudioFile(folder: string, name: string): Promise<StaticFile> {
  const bytes = await fs.readFile(path.join(folder, name));
  const encoded: Partial<Record<Encoding, Buffer>> = {};
  for (const encoding of ENCODINGS) {
    const prepared = await fs.readFile(path.join(folder, name + SUFFIXES[encoding])).catch(() => null);
    if (prepared) encoded[encoding] = prepared;
  }
  const mediaType = MEDIA_TYPES[path.extname(name)] ?? 'application/octet-stream';
  return { mediaType, etag: etagOf(bytes), bytes, encoded };
}

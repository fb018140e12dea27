import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Job, JobResult } from '@atelier/contract';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { exists, fetchResult, resultName, writeWhole } from '../operations/results.ts';

/** Quality of previews: text and faces stay readable, and a picture takes about 100 kB. */
const PREVIEW_QUALITY = 80;

/** Several pictures share the size limit of one preview, so that an answer stays small enough for every client. */
const SHARED_PREVIEW_PIXELS = 512;

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
};

/** A result that lies in a file. */
export interface KeptResult {
  readonly file: string;
  readonly uri: string;
  readonly mimeType: string;
}

/** Keeps results as files, and shows them to models. */
export interface ResultShelf {
  /** Writes the result of a job to the folder, once, and remembers it. */
  keep(job: Job, result: JobResult, operation: string, signal: AbortSignal): Promise<KeptResult>;
  /**
   * The model's view of a kept result: a smaller picture if it is one, and a link to the file. `count` is the number
   * shown together.
   */
  show(kept: KeptResult, count: number): Promise<CallToolResult['content']>;
  /** Everything that was kept, the newest last. */
  readonly kept: readonly KeptResult[];
}

/** A shelf in a folder. `previewPixels` is the longest side of a preview; 0: none is made. */
export function resultShelf(folder: string, previewPixels: number): ResultShelf {
  const kept = new Map<string, KeptResult>();
  return {
    async keep(job, result, operation, signal) {
      const known = kept.get(job.id);
      if (known) return known;
      const file = path.join(folder, resultName(operation, job.id, result));
      if (!(await exists(file))) await writeWhole(file, await fetchResult(result, signal));
      const mimeType = MIME_TYPES[path.extname(file)] ?? 'application/octet-stream';
      const entry = { file, uri: pathToFileURL(file).href, mimeType };
      kept.set(job.id, entry);
      return entry;
    },
    async show({ file, uri, mimeType }, count) {
      const link = { type: 'resource_link' as const, uri, name: path.basename(file), mimeType };
      const side = count > 1 ? Math.min(previewPixels, SHARED_PREVIEW_PIXELS) : previewPixels;
      if (!mimeType.startsWith('image/') || side === 0) return [link];
      // The link is enough where no smaller picture can be made of the file.
      const shown = await preview(file, side).catch(() => null);
      return shown ? [shown, link] : [link];
    },
    get kept() {
      return [...kept.values()];
    },
  };
}

async function preview(file: string, side: number): Promise<CallToolResult['content'][number]> {
  const smaller = await sharp(file)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: PREVIEW_QUALITY })
    .toBuffer();
  return { type: 'image', data: smaller.toString('base64'), mimeType: 'image/jpeg' };
}

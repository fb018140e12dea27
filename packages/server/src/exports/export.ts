import { csvLine, type ExportSettings, type Review } from '@atelier/contract';
import type { Logger } from 'pino';
import type { Queryable } from '../database/connection.ts';
import { idsOf } from '../ids.ts';
import { type ImageRow, readCollectionImages } from '../images/rows.ts';
import { decodeGate } from '../media/picture/decode-gate.ts';
import { findMedia, type MediaRow } from '../media/rows.ts';
import type { MediaStore } from '../media/store/port.ts';
import { type FileNameFacts, fileNamer } from './file-names.ts';
import { canDecode, heldBytesMax, type RenderedFile, render } from './render.ts';
import type { ZipEntry } from './zip.ts';

/** Rows read at once. */
const PAGE = 100;
/** Files made at the same time in this process, and the memory that they may hold together. */
const GATE = decodeGate({ decodesMax: 2, heldBytesMax: 400 * 1024 * 1024 });
const COLUMNS = ['file', 'sku', 'alias', 'look', 'view', 'image_id', 'review', 'width', 'height', 'left_out'];

/** The services that an export needs. */
export interface ExportRoom {
  readonly db: Queryable;
  readonly store: Pick<MediaStore, 'read'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** The images that an export has. */
export interface ExportedImages {
  readonly workspaceId: string;
  readonly collectionId: string;
  /** Null: any. */
  readonly review: Review | null;
}

/**
 * The files of an export, newest image first, and at the end `images.csv`. The export makes a file when its reader asks
 * for the next. An image that has no file is a line of `images.csv` with the reason. Ends by throwing the signal's
 * reason, where the media store cannot be reached, and where a sound image cannot be made into its file.
 */
export async function* exportedFiles(
  room: ExportRoom,
  images: ExportedImages,
  format: ExportSettings,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry, void> {
  const nameOf = fileNamer(format.file_name);
  const lines = [csvLine(COLUMNS)];
  let position = 1;
  for await (const { image, media } of imagesOf(room.db, images)) {
    signal.throwIfAborted();
    const file = await made(room, media, format);
    const facts = factsOf(image, position);
    const { sku, alias, look, view } = facts;
    const about = [sku, alias, look, view, image.id, image.review];
    if (typeof file === 'string') {
      lines.push(csvLine([null, ...about, null, null, file]));
      continue;
    }
    position += 1;
    const name = nameOf(facts, file.mimeType);
    lines.push(csvLine([name, ...about, file.width, file.height, null]));
    yield { name, bytes: file.bytes };
  }
  yield { name: 'images.csv', bytes: Buffer.from(`\uFEFF${lines.join('')}`) };
}

/** Images of a collection, newest first. Index: collection_images_pkey. */
async function* imagesOf(
  db: Queryable,
  { workspaceId, collectionId, review }: ExportedImages,
): AsyncGenerator<{ image: ImageRow; media: MediaRow }, void> {
  for (let after: string | null = null; ; ) {
    const page: ImageRow[] = await readCollectionImages(db, collectionId, review, { limit: PAGE, after });
    const media = await findMedia(db, workspaceId, idsOf(page));
    for (const image of page) {
      const row = media.get(image.id);
      if (row) yield { image, media: row };
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE || after === null) return;
  }
}

/** The file of an image, or the reason why it has none. */
async function made(
  { store, log }: ExportRoom,
  media: MediaRow,
  format: ExportSettings,
): Promise<RenderedFile | string> {
  return GATE.run(heldBytesMax(media, format), async () => {
    const stored = await store.read(media.storage_key);
    if (!stored) return leftOut(log, media, 'The media store has lost the image.');
    try {
      return await render(stored, format);
    } catch (error) {
      if (await canDecode(stored)) throw error;
      return leftOut(log, media, 'The image cannot be decoded.', error);
    }
  });
}

function leftOut(log: ExportRoom['log'], { id: media }: MediaRow, reason: string, error?: unknown): string {
  log.warn({ media, reason, err: error }, 'an export leaves out an image');
  return reason;
}

function factsOf({ id, made_by: making }: ImageRow, position: number): FileNameFacts {
  const product = making?.assets.find(({ type }) => type === 'outfit');
  return {
    sku: product?.sku ?? null,
    alias: product?.alias ?? null,
    look: making?.look?.name ?? null,
    view: making?.view?.toString() ?? null,
    n: String(position),
    id,
  };
}

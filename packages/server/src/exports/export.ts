import type { ExportSettings, Review } from '@atelier/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { csvLine } from '../csv.ts';
import type { Queryable } from '../database/connection.ts';
import { type ImageRow, readImages } from '../images/rows.ts';
import { DecodeGate } from '../media/picture/decode-gate.ts';
import { findMedia, type MediaRow } from '../media/rows.ts';
import type { MediaStore } from '../media/store/port.ts';
import { type FileNameFacts, fileNamer } from './file-names.ts';
import { type RenderedFile, render } from './render.ts';
import type { ZipEntry } from './zip.ts';

/** Rows read at once. */
const PAGE = 100;
/** Files made at the same time in this process, and the memory that they may hold together. */
const GATE = new DecodeGate({ decodesMax: 2, heldBytesMax: 400 * 1024 * 1024 });
/** Memory of one file, in bytes a pixel of the picture and of the file: both, decoded, with room to resize. */
const HELD_BYTES_PER_PIXEL = 16;

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
 * for the next. It leaves out an image whose bytes are gone. Ends by throwing the signal's reason.
 */
export async function* exportedFiles(
  room: ExportRoom,
  images: ExportedImages,
  format: ExportSettings,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry, void> {
  const nameOf = fileNamer(format.file_name);
  const lines = [csvLine(['file', 'sku', 'alias', 'look', 'view', 'image_id', 'review', 'width', 'height'])];
  let position = 0;
  for await (const { image, media } of imagesOf(room.db, images)) {
    signal.throwIfAborted();
    const file = await made(room, media, format);
    if (!file) continue;
    position += 1;
    const facts = factsOf(image, position);
    const name = nameOf(facts, file.mimeType);
    const { sku, alias, look, view } = facts;
    lines.push(csvLine([name, sku, alias, look, view, image.id, image.review, file.width, file.height]));
    yield { name, bytes: file.bytes };
  }
  yield { name: 'images.csv', bytes: Buffer.from(`\uFEFF${lines.join('')}`) };
}

/** Images of a collection, newest first. Index: collection_images_pkey. */
async function* imagesOf(
  db: Queryable,
  { workspaceId, collectionId, review }: ExportedImages,
): AsyncGenerator<{ image: ImageRow; media: MediaRow }, void> {
  for (let before: string | null = null; ; ) {
    const page: ImageRow[] = await readImages(
      db,
      sql`select m.* from collection_images c join media m on m.id = c.media_id
        where c.collection_id = ${collectionId} and m.kind = 'image'
          ${review === null ? sql`` : sql`and m.review = ${review}`}
          ${before === null ? sql`` : sql`and c.media_id < ${before}`}
        order by c.media_id desc limit ${PAGE}`,
    );
    const media = await findMedia(
      db,
      workspaceId,
      page.map(({ id }) => id),
    );
    for (const image of page) {
      const row = media.get(image.id);
      if (row) yield { image, media: row };
    }
    before = page.at(-1)?.id ?? null;
    if (page.length < PAGE || before === null) return;
  }
}

async function made({ store, log }: ExportRoom, media: MediaRow, format: ExportSettings): Promise<RenderedFile | null> {
  const pixels = media.width * media.height + (format.width ?? media.width) * (format.height ?? media.height);
  return GATE.run(pixels * HELD_BYTES_PER_PIXEL, async () => {
    const stored = await store.read(media.storage_key);
    if (stored) return render(stored, format);
    log.warn({ media: media.id }, 'an export leaves out an image whose bytes are gone');
    return null;
  });
}

function factsOf({ id, assets, look_name: look, view }: ImageRow, position: number): FileNameFacts {
  const product = assets.find(({ type }) => type === 'outfit');
  return {
    sku: product?.sku ?? null,
    alias: product?.alias ?? null,
    look,
    view: view === null ? null : String(view),
    n: String(position),
    id,
  };
}

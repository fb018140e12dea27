import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import library from '../../library/library.json' with { type: 'json' };
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { throughOutages } from '../media/outages.ts';
import { deleteMedia, removeBytesNow } from '../media/removal.ts';
import { insertMedia, type NewMedia } from '../media/rows.ts';
import { putNew, type StoringRoom } from '../media/store-picture.ts';
import { jsonOf, linkImage, listImageIds } from './rows.ts';

/** Key of the lock under which one process after the other looks after the library. */
const LOCK = 'atelier shared library';

/** One asset of the shared library. Its ID is the same in every installation: requests with it work everywhere. */
type LibraryEntry = (typeof library)[number];

const pictureOf = ({ picture }: LibraryEntry) => new URL(`../../library/${picture}.webp`, import.meta.url);

/**
 * Writes the shared library, retrying while the store or the database is away. `onLost` receives any other error. A
 * database of a newer version keeps the library of that version: replacing it would remove pictures behind published
 * addresses.
 */
export function sharedLibrary(room: StoringRoom, isNewer: boolean, onLost: (reason: Error) => void) {
  const end = new AbortController();
  let writing = Promise.resolve();
  return {
    name: 'shared library',
    async start() {
      if (isNewer) return;
      writing = throughOutages(room, end.signal, () => ensureLibrary(room)).catch((cause: unknown) => {
        if (!end.signal.aborted) onLost(new Error(`the shared library could not be written: ${cause}`, { cause }));
      });
    },
    async stop() {
      end.abort();
      await writing;
    },
    /** Resolves when the library is written, or cannot be. */
    written: () => writing,
  };
}

/**
 * Brings the shared library to the state of this version: writes new and changed entries, and leaves the others
 * untouched. Safe to run twice, and beside other processes.
 */
async function ensureLibrary(room: StoringRoom): Promise<void> {
  await Promise.all(library.map((entry) => ensureEntry(room, entry)));
}

async function ensureEntry(room: StoringRoom, entry: LibraryEntry): Promise<void> {
  const bytes = await fs.readFile(pictureOf(entry));
  const sha256 = createHash('sha256').update(bytes).digest();
  if (await isCurrent(room, room.db, entry, sha256)) return;
  const media = await storePicture(room, entry, bytes, sha256);
  const unused = await room.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(transaction);
    if (await isCurrent(room, transaction, entry, sha256)) return [media.storage_key];
    return writeEntry(transaction, entry, media, room.clock.now());
  });
  await removeBytesNow(room, unused);
}

/**
 * True when the entry is there with this text and picture, and the store has it. Indexes: assets_pkey,
 * asset_images_pkey.
 */
async function isCurrent({ store }: StoringRoom, db: Queryable, entry: LibraryEntry, sha256: Buffer): Promise<boolean> {
  const { alias, preset_class, prompt, characteristics } = entry;
  const { rows } = await sql<Pick<Row<'media'>, 'storage_key'>>`
    select m.storage_key from assets a join asset_images i on i.asset_id = a.id join media m on m.id = i.media_id
    where a.id = ${entry.id} and m.sha256 = ${sha256} and a.alias = ${alias}
      and a.preset_class is not distinct from ${preset_class} and a.prompt is not distinct from ${prompt}
      and a.characteristics is not distinct from ${jsonOf(characteristics)}::jsonb`.execute(db);
  return rows[0] !== undefined && (await store.stat(rows[0].storage_key)) !== null;
}

async function storePicture(room: StoringRoom, entry: LibraryEntry, bytes: Buffer, sha256: Buffer): Promise<NewMedia> {
  const { width, height } = await sharp(bytes).metadata();
  return putNew(room, 'library', bytes, {
    ...({ workspace_id: null, kind: 'image', origin: 'upload', upload_type: 'training' } as const),
    ...{ file_name: `${entry.picture}.webp`, mime_type: 'image/webp', width, height, size_bytes: bytes.length, sha256 },
  });
}

/** Writes an entry with its picture; returns the keys of pictures it had before. */
async function writeEntry(db: Queryable, entry: LibraryEntry, media: NewMedia, now: Date): Promise<string[]> {
  const unused = await deleteMedia(db, await listImageIds(db, entry.id, false), now);
  await sql`
    insert into assets (id, workspace_id, type, alias, characteristics, preset_class, prompt, created_at, updated_at)
    values (${entry.id}, null, ${entry.type}, ${entry.alias}, ${jsonOf(entry.characteristics)}::jsonb, ${entry.preset_class},
      ${entry.prompt}, ${now}, ${now})
    on conflict (id) do update set alias = excluded.alias, characteristics = excluded.characteristics,
      preset_class = excluded.preset_class, prompt = excluded.prompt, updated_at = excluded.updated_at`.execute(db);
  await insertMedia(db, media, null, now);
  await linkImage(db, { asset_id: entry.id, media_id: media.id, for_training: true, view_score: 1 }, now);
  return unused;
}

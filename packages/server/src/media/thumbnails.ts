import { THUMBNAIL_SIDE_PIXELS_MAX } from '@atelier/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Row } from '../database/tables.ts';
import { decodeGate } from './picture/decode-gate.ts';
import { removeBytesNow } from './removal.ts';
import type { MediaRow } from './rows.ts';
import { putNew, type StoringRoom } from './store-picture.ts';

/** Quality of the WebP: at this size a higher one is not visible. */
const QUALITY = 80;

/** Decodes at the same time, and the memory that they may hold together. */
const GATE = { decodesMax: 2, heldBytesMax: 200 * 1024 * 1024 };

/** Memory of one decode, in bytes a pixel: that of a WebP, the dearest format. */
const HELD_BYTES_PER_PIXEL = 8.5;

/** An image that may have a thumbnail. */
type Original = Pick<MediaRow, 'id' | 'storage_key' | 'width' | 'height'> & Pick<Row<'media'>, 'thumbnail_key'>;

/** The bytes of the thumbnail of an image: a WebP. Null where the store has lost the image. */
export type ReadThumbnail = (original: Original) => Promise<Uint8Array | null>;

/**
 * Reads thumbnails. The first request for one makes it and keeps it in the store. Requests of the same moment share
 * one decode.
 */
export function thumbnailReader(room: StoringRoom): ReadThumbnail {
  const gate = decodeGate(GATE);
  const underWay = new Map<string, Promise<Uint8Array | null>>();

  const make = async (original: Original): Promise<Uint8Array | null> => {
    const bytes = await gate.run(original.width * original.height * HELD_BYTES_PER_PIXEL, async () => {
      const source = await room.store.read(original.storage_key);
      return source && shrink(source);
    });
    if (bytes) await keep(room, original, bytes);
    return bytes;
  };

  return async (original) => {
    const kept = original.thumbnail_key === null ? null : await room.store.read(original.thumbnail_key);
    if (kept) return kept;
    const making =
      underWay.get(original.id) ??
      make(original).finally(() => {
        underWay.delete(original.id);
      });
    underWay.set(original.id, making);
    return making;
  };
}

/** A WebP of at most the thumbnail's side, from the bytes of a picture. */
async function shrink(source: Uint8Array): Promise<Uint8Array> {
  const side = { width: THUMBNAIL_SIDE_PIXELS_MAX, height: THUMBNAIL_SIDE_PIXELS_MAX };
  return sharp(source, { limitInputPixels: false, sequentialRead: true })
    .resize({ ...side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

/**
 * Stores a thumbnail and notes its key with the image. If the image was deleted meanwhile, or another process was
 * first, the bytes go again: at once, or by the sweep. Index: media_pkey.
 */
async function keep(room: StoringRoom, original: Original, bytes: Uint8Array): Promise<void> {
  const about = { size_bytes: bytes.byteLength, mime_type: 'image/webp' };
  const { storage_key: key } = await putNew(room, 'thumbnails', bytes, about);
  const { rows } = await sql`
    with noted as (
      update media set thumbnail_key = ${key}
      where id = ${original.id} and thumbnail_key is not distinct from ${original.thumbnail_key} returning id
    )
    delete from media_removals where storage_key = ${key} and exists (select from noted) returning storage_key
  `.execute(room.db);
  if (rows.length === 0) await removeBytesNow(room, [key]);
}

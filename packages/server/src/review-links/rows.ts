import { createHash, randomBytes } from 'node:crypto';
import {
  REVIEW_COMMENTS_MAX,
  REVIEW_LINKS_MAX,
  type ReviewComment,
  type ReviewLink,
  type ReviewMark,
} from '@atelier/contract';
import { sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { CommentRow } from '../images/comments.ts';
import { findMedia, type MediaRow } from '../media/rows.ts';

/** Random bytes of a token. */
const TOKEN_BYTES = 24;

/** A link as its maker sees it. */
export type LinkRow = Pick<Row<'review_links'>, 'id' | 'name' | 'expires_at' | 'created_at'> & {
  readonly comment_count: number;
};

/** A link that is open, with its collection. */
export interface OpenLink extends Pick<Row<'review_links'>, 'id' | 'name' | 'expires_at' | 'collection_id'> {
  readonly collection_name: string;
  readonly workspace_id: string;
}

/** What an expired, revoked or unknown link answers. */
const closedLink = () =>
  new Fault('not_found', 'This review link has expired or was revoked. Ask its sender for a new one.');

const noSuchImage = () => new Fault('not_found', 'The collection has no such image any more; use one of the list.');

/** Makes a link. Returns it with its token; the database keeps a hash of it. Throws at the limit. */
export async function insertLink(
  db: Database,
  collectionId: string,
  { name, expiresAt }: { readonly name: string; readonly expiresAt: Date },
  now: Date,
): Promise<{ readonly link: LinkRow; readonly token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return db.transaction().execute(async (transaction) => {
    // The lock on the collection keeps two requests from both making the last link allowed.
    await sql`select id from collections where id = ${collectionId} for update`.execute(transaction);
    if ((await listLinks(transaction, collectionId)).length >= REVIEW_LINKS_MAX)
      throw new Fault(
        'invalid_request',
        `The collection has ${REVIEW_LINKS_MAX} review links, the most allowed; revoke one first.`,
      );
    const row = { id: newId(), collection_id: collectionId, name, expires_at: expiresAt, created_at: now };
    await transaction
      .insertInto('review_links')
      .values({ ...row, token_hash: hashOf(token) })
      .execute();
    return { token, link: { ...row, comment_count: 0 } };
  });
}

/** The links of a collection, newest first. Indexes: review_links_by_collection, image_comments_by_link. */
export async function listLinks(db: Queryable, collectionId: string): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.name, l.expires_at, l.created_at,
      (select count(*) from image_comments c where c.review_link_id = l.id) as comment_count
    from review_links l where l.collection_id = ${collectionId} order by l.id desc`.execute(db);
  return rows;
}

/** Revokes a link of the workspace. Throws `not_found` without one. Index: review_links_pkey. */
export async function deleteLink(db: Queryable, workspaceId: string, id: string): Promise<void> {
  const { rows } = await sql`
    delete from review_links l using collections c
    where l.id = ${id} and c.id = l.collection_id and c.workspace_id = ${workspaceId} returning l.id`.execute(db);
  if (rows.length === 0) throw new MissingFault('review link', id);
}

/** The open link of a token. Throws `not_found`. Indexes: review_links_token_hash_key, collections_pkey. */
export async function findOpenLink(db: Queryable, token: string, now: Date): Promise<OpenLink> {
  const { rows } = await sql<OpenLink>`
    select l.id, l.name, l.expires_at, l.collection_id, c.name as collection_name, c.workspace_id
    from review_links l join collections c on c.id = l.collection_id
    where l.token_hash = ${hashOf(token)} and l.expires_at > ${now}::timestamptz`.execute(db);
  const [link] = rows;
  if (!link) throw closedLink();
  return link;
}

/** An image of the collection of a link. Throws `not_found`. Indexes: collection_images_pkey, media_pkey. */
export async function findLinkImage(
  db: Queryable,
  { collection_id: collectionId, workspace_id: workspaceId }: OpenLink,
  id: string,
): Promise<MediaRow> {
  const inside = db.selectFrom('collection_images').select('media_id').where('collection_id', '=', collectionId);
  const found = await inside.where('media_id', '=', id).executeTakeFirst();
  const media = found && (await findMedia(db, workspaceId, [found.media_id])).get(found.media_id);
  if (media?.kind !== 'image') throw noSuchImage();
  return media;
}

/** The comments of a link on images, oldest first, by image. Index: image_comments_by_media. */
export async function listLinkComments(
  db: Queryable,
  { id }: OpenLink,
  imageIds: readonly string[],
): Promise<Map<string, CommentRow[]>> {
  const found = await db
    .selectFrom('image_comments')
    .select(['id', 'media_id', 'author', 'text', 'created_at'])
    .where('media_id', '=', anyOf(imageIds))
    .where('review_link_id', '=', id)
    .orderBy('id')
    .execute();
  const byImage = new Map<string, CommentRow[]>(imageIds.map((imageId) => [imageId, []]));
  for (const { media_id, ...comment } of found) byImage.get(media_id)?.push(comment);
  return byImage;
}

/** Words, not symbols: a machine without a font for symbols shows nothing. */
const MARKS: Readonly<Record<ReviewMark, string>> = { up: 'Likes it', down: 'Does not like it' };

/**
 * Writes a reviewer's comment on an image of the collection of a link; the words of a mark begin its text.
 * Throws `not_found` for another image and `rate_limited` when the link has as many comments as it may. Indexes:
 * collection_images_pkey, image_comments_by_link.
 */
export async function insertLinkComment(
  db: Queryable,
  link: OpenLink,
  imageId: string,
  { author, text = '', mark }: ReviewComment,
  now: Date,
): Promise<CommentRow> {
  const words = [mark ? MARKS[mark] : '', text].filter((part) => part !== '').join(': ');
  if (words === '') throw new Fault('invalid_request', 'The body needs text or mark; none was given.');
  const { rows } = await sql<{ comments: number; isThere: boolean }>`
    select (select count(*) from image_comments where review_link_id = ${link.id}) as comments,
      exists (select from collection_images where collection_id = ${link.collection_id} and media_id = ${imageId}) as "isThere"
  `.execute(db);
  const [found] = rows;
  if (!found?.isThere) throw noSuchImage();
  if (found.comments >= REVIEW_COMMENTS_MAX)
    throw new Fault(
      'invalid_request',
      `The link has ${REVIEW_COMMENTS_MAX} comments, the most allowed; make another link.`,
    );
  const own = { id: newId(), media_id: imageId, review_link_id: link.id, created_at: now };
  return db
    .insertInto('image_comments')
    .values({ ...own, author, text: words })
    .returning(['id', 'author', 'text', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** A link as its maker sees it. */
export function linkView({ expires_at, created_at, ...row }: LinkRow): ReviewLink {
  const { id, name, comment_count } = row;
  return { id, name, comment_count, expires_at: expires_at.toISOString(), created_at: created_at.toISOString() };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

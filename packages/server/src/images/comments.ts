import type { CommentCreation, ImageComment } from '@atelier/contract';
import type { Queryable } from '../database/connection.ts';
import type { PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../ids.ts';

/** Columns of {@link CommentRow}. */
const COMMENT_COLUMNS = ['id', 'author', 'text', 'created_at'] as const;

/** A row of `image_comments`. */
export type CommentRow = Pick<Row<'image_comments'>, (typeof COMMENT_COLUMNS)[number]>;

/** Writes a comment on an image. */
export async function insertComment(
  db: Queryable,
  mediaId: string,
  { text, author = null }: { readonly text: string; readonly author?: CommentCreation['author'] | null },
  now: Date,
): Promise<CommentRow> {
  return db
    .insertInto('image_comments')
    .values({ id: newId(), media_id: mediaId, author, text, created_at: now })
    .returning(COMMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Comments on an image, oldest first, younger than one where it is given. Index: image_comments_by_media. */
export function listComments(db: Queryable, mediaId: string, { limit, after }: PageRange): Promise<CommentRow[]> {
  const all = db.selectFrom('image_comments').select(COMMENT_COLUMNS).where('media_id', '=', mediaId);
  const younger = after === null ? all : all.where('id', '>', after);
  return younger.orderBy('id').limit(limit).execute();
}

/** A comment as the interface shows it. */
export function commentView({ created_at, ...row }: CommentRow): ImageComment {
  return { ...row, created_at: created_at.toISOString() };
}

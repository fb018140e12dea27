import { ENDPOINTS } from '@atelier/contract';
import type { PageRange } from '../../database/page.ts';
import { commentView, insertComment, listComments } from '../../images/comments.ts';
import { countImages, listImages } from '../../images/list.ts';
import { findImage, imageView, requireImages, reviewImages } from '../../images/rows.ts';
import { deleteImages } from '../../jobs/delete-record.ts';
import { removeBytesNow } from '../../media/removal.ts';
import { readPage } from '../cursor.ts';
import { type HttpRoom, withLog } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { momentOf } from '../validation.ts';

/** Finding, reading, reviewing and deleting uploads and results. */
export function addImageRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.listLibraryImages, async ({ query, workspace, ...addresses }) => {
    const { limit: _l, cursor: _c, count, created_after: after, ...filtered } = query;
    const filter = { ...filtered, createdAfter: after === undefined ? null : momentOf(after, '/created_after') };
    const read = (page: PageRange) => listImages(db, workspace.id, filter, page);
    const { items, page_info } = await readPage('images', filter, query, read);
    const total = count ? await countImages(db, workspace.id, filter) : null;
    return { images: items.map((image) => imageView(image, addresses)), page_info, total_count: total };
  });

  route(ENDPOINTS.getLibraryImage, async ({ params, workspace, ...addresses }) =>
    imageView(await findImage(db, workspace.id, params.id), addresses),
  );

  route(ENDPOINTS.reviewLibraryImage, async ({ params, body, workspace, ...addresses }) => {
    await reviewImages(db, workspace.id, [params.id], body.review, clock.now());
    return imageView(await findImage(db, workspace.id, params.id), addresses);
  });

  route(ENDPOINTS.reviewLibraryImages, async ({ body, workspace, ...addresses }) => {
    await requireImages(db, workspace.id, body.ids, 'ids');
    const images = await reviewImages(db, workspace.id, body.ids, body.review, clock.now());
    return { images: images.map((image) => imageView(image, addresses)) };
  });

  route(ENDPOINTS.deleteLibraryImage, async ({ params, workspace, request }) => {
    await findImage(db, workspace.id, params.id);
    await removeBytesNow(withLog(room, request), await deleteImages(db, workspace.id, [params.id], clock.now()));
  });

  route(ENDPOINTS.deleteLibraryImages, async ({ body, workspace, request }) => {
    await requireImages(db, workspace.id, body.ids, 'ids');
    await removeBytesNow(withLog(room, request), await deleteImages(db, workspace.id, body.ids, clock.now()));
  });

  route(ENDPOINTS.listComments, async ({ params, query, workspace }) => {
    const { id } = await findImage(db, workspace.id, params.id);
    const read = (page: PageRange) => listComments(db, id, page);
    const { items, page_info } = await readPage('comments', id, query, read);
    return { comments: items.map(commentView), page_info };
  });

  route(ENDPOINTS.createComment, async ({ params, body, workspace }) => {
    const { id } = await findImage(db, workspace.id, params.id);
    return commentView(await insertComment(db, id, body, clock.now()));
  });
}

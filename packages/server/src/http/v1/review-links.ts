import { ENDPOINTS, REVIEW_LINK_DAYS_MAX, type ReviewedImage } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimited } from '../../accounts/rate-limit.ts';
import type { PageRange } from '../../database/page.ts';
import { Fault } from '../../fault.ts';
import { idsOf } from '../../ids.ts';
import { findCollection } from '../../images/collections.ts';
import { type CommentRow, commentView } from '../../images/comments.ts';
import { type ImageRow, readCollectionImages } from '../../images/rows.ts';
import { extensionOf } from '../../media/file-name.ts';
import type { MediaRow } from '../../media/rows.ts';
import {
  deleteLink,
  findLinkImage,
  findOpenLink,
  insertLink,
  insertLinkComment,
  linkView,
  listLinkComments,
  listLinks,
  type OpenLink,
} from '../../review-links/rows.ts';
import { readPage } from '../cursor.ts';
import { baseUrl, type HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { sendMedia, sendThumbnail } from '../send-media.ts';
import { momentOf } from '../validation.ts';

/** Requests a minute that one link takes, from all of its readers together. */
const REQUESTS_PER_MINUTE = 300;

const DAY_MS = 86_400_000;

/** Links that show a collection without a key: their management, and their page. */
export function addReviewLinkRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.createReviewLink, async ({ params, body, workspace, request }) => {
    const collection = await findCollection(db, workspace.id, params.id);
    const now = clock.now();
    const expiresAt = momentOf(body.expires_at, '/expires_at');
    if (expiresAt <= now || expiresAt.getTime() > now.getTime() + REVIEW_LINK_DAYS_MAX * DAY_MS)
      throw new Fault(
        'invalid_request',
        `/expires_at is ${body.expires_at}; allowed: a moment in the next ${REVIEW_LINK_DAYS_MAX} days.`,
      );
    const { link, token } = await insertLink(db, collection.id, { name: body.name, expiresAt }, now);
    return { review_link: linkView(link), url: `${baseUrl(room, request)}/review/${token}` };
  });

  route(ENDPOINTS.listReviewLinks, async ({ params, workspace }) => {
    const collection = await findCollection(db, workspace.id, params.id);
    return { review_links: (await listLinks(db, collection.id)).map(linkView) };
  });

  route(ENDPOINTS.revokeReviewLink, ({ params, workspace }) => deleteLink(db, workspace.id, params.id));

  route(ENDPOINTS.readReview, async ({ params, query, request }) => {
    const link = await openLink(room, params.token);
    const read = (page: PageRange) => readCollectionImages(db, link.collection_id, null, page);
    const { items, page_info } = await readPage('review', link.id, query, read);
    const addressOf = ({ id }: ImageRow) => `${baseUrl(room, request)}/v1/reviews/${params.token}/images/${id}`;
    const comments = await listLinkComments(db, link, idsOf(items));
    return {
      name: link.name,
      collection: link.collection_name,
      expires_at: link.expires_at.toISOString(),
      images: items.map((image) => reviewedView(addressOf(image), image, comments.get(image.id) ?? [])),
      page_info,
    };
  });

  addReviewFiles(route, room);

  route(ENDPOINTS.commentReview, async ({ params, body }) => {
    const link = await openLink(room, params.token);
    return commentView(await insertLinkComment(db, link, params.image_id, body, clock.now()));
  });
}

/** The files of a link's images: like the link, they need no key and end with it. */
function addReviewFiles(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  const findFile = async (token: string, imageId: string) =>
    findLinkImage(db, await findOpenLink(db, token, clock.now()), imageId);

  /** A cache asks each time, because a link may be revoked. */
  const sendingOf = (media: MediaRow, request: FastifyRequest, reply: FastifyReply) => {
    const fileName = `${media.id}.${extensionOf(media.mime_type)}`;
    return { request, reply, fileName, cacheControl: 'private, no-cache' };
  };

  route(ENDPOINTS.getReviewImage, async ({ params, request, reply }) => {
    const media = await findFile(params.token, params.image_id);
    return sendMedia(room, media, sendingOf(media, request, reply));
  });

  route(ENDPOINTS.getReviewThumbnail, async ({ params, request, reply }) => {
    const media = await findFile(params.token, params.image_id);
    return sendThumbnail(room, media, sendingOf(media, request, reply));
  });
}

/** The open link of a token, within its limit. Throws `not_found` and `rate_limited`. */
async function openLink({ db, clock, rateLimiter }: HttpRoom, token: string): Promise<OpenLink> {
  const link = await findOpenLink(db, token, clock.now());
  const verdict = await rateLimiter.take({ kind: 'reviewLink', id: link.id }, REQUESTS_PER_MINUTE);
  if (!verdict.allowed) throw rateLimited('A review link', verdict);
  return link;
}

/**
 * Only what a reviewer needs: neither names nor what made the image. The addresses of its files lie below that of the
 * link and end with it: those of the library outlive it.
 */
function reviewedView(
  address: string,
  { id, width, height }: ImageRow,
  comments: readonly CommentRow[],
): ReviewedImage {
  const files = { url: `${address}/file`, thumbnail_url: `${address}/thumbnail` };
  return { id, ...files, width, height, comments: comments.map(commentView) };
}

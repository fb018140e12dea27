import { BODY_ERRORS, endpoint, FILE_ANSWERS } from '../endpoint.ts';
import { pageFields } from '../resources/account.ts';
import { ImageComment } from '../resources/library.ts';
import {
  ReviewComment,
  ReviewLinkCreation,
  ReviewLinkList,
  ReviewLinkWithUrl,
  ReviewPage,
} from '../resources/review-link.ts';
import { closed, Type, uuid } from '../schema.ts';

const collectionParams = closed({ id: uuid('Collection ID.') });

/** The secret part of a link's address. */
const token = Type.String({ minLength: 1, maxLength: 100, description: 'The last part of the address of the link.' });

export const createReviewLink = endpoint({
  id: 'createReviewLink',
  interface: 'v1',
  method: 'POST',
  path: '/v1/collections/{id}/review-links',
  summary: 'Create a link that shows a collection without a key',
  description: 'A person with the link sees the images of the collection until it expires, and can comment on them.',
  auth: 'workspace',
  params: collectionParams,
  body: ReviewLinkCreation,
  example: { name: 'Buyers of the autumn season', expires_at: '2026-12-24T18:00:00.000Z' },
  status: 201,
  response: { description: 'The link and its address, which is shown only once.', schema: ReviewLinkWithUrl },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const listReviewLinks = endpoint({
  id: 'listReviewLinks',
  interface: 'v1',
  method: 'GET',
  path: '/v1/collections/{id}/review-links',
  summary: 'List the review links of a collection',
  auth: 'workspace',
  params: collectionParams,
  status: 200,
  response: { description: 'All links, newest first, including expired ones.', schema: ReviewLinkList },
  errors: ['invalid_request', 'not_found'],
});

export const revokeReviewLink = endpoint({
  id: 'revokeReviewLink',
  interface: 'v1',
  method: 'DELETE',
  path: '/v1/review-links/{id}',
  summary: 'Revoke a review link',
  description: 'Its comments stay.',
  auth: 'workspace',
  params: closed({ id: uuid('Review link ID.') }),
  status: 204,
  response: { description: 'The link shows nothing more.' },
  errors: ['invalid_request', 'not_found'],
});

export const readReview = endpoint({
  id: 'readReview',
  interface: 'v1',
  method: 'GET',
  path: '/v1/reviews/{token}',
  summary: 'Read the collection of a review link',
  description: 'For the page of the link. It needs no key.',
  auth: 'none',
  params: closed({ token }),
  query: closed(pageFields),
  status: 200,
  response: { description: 'A page of images, newest first.', schema: ReviewPage },
  errors: ['invalid_request', 'not_found', 'rate_limited'],
});

const imageParams = closed({ token, image_id: uuid('Media ID.') });

export const getReviewImage = endpoint({
  id: 'getReviewImage',
  interface: 'v1',
  method: 'GET',
  path: '/v1/reviews/{token}/images/{image_id}/file',
  summary: 'Fetch an image of a review link',
  description:
    'For the page of the link. It needs no key, and ends with the link. Takes Range, If-Range and If-None-Match.',
  auth: 'none',
  params: imageParams,
  ...FILE_ANSWERS,
  errors: ['invalid_request', 'not_found'],
});

export const getReviewThumbnail = endpoint({
  id: 'getReviewThumbnail',
  interface: 'v1',
  method: 'GET',
  path: '/v1/reviews/{token}/images/{image_id}/thumbnail',
  summary: 'Fetch the thumbnail of an image of a review link',
  description: 'For the page of the link. It needs no key, and ends with the link.',
  auth: 'none',
  params: imageParams,
  status: 200,
  response: { description: 'The thumbnail.', mediaType: 'image/webp' },
  otherResponses: { 304: { description: 'The thumbnail is the one you have.' } },
  errors: ['invalid_request', 'not_found'],
});

export const commentReview = endpoint({
  id: 'commentReview',
  interface: 'v1',
  method: 'POST',
  path: '/v1/reviews/{token}/images/{image_id}/comments',
  summary: 'Comment on an image of a review link',
  description: 'For the page of the link. It needs no key. Send a mark, a text, or both.',
  auth: 'none',
  params: imageParams,
  body: ReviewComment,
  example: { author: 'Ada', mark: 'up', text: 'This one for the cover.' },
  status: 201,
  response: { description: 'The comment.', schema: ImageComment },
  errors: [...BODY_ERRORS, 'not_found', 'rate_limited'],
});

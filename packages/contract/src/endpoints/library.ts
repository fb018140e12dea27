import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { pageFields } from '../resources/account.ts';
import {
  Collection,
  CollectionImagesChange,
  CollectionName,
  CollectionPage,
  CommentCreation,
  CommentPage,
  ImageChange,
  ImageComment,
  ImagesChange,
  ImagesDeletion,
  LibraryImage,
  LibraryPage,
  LibraryQuery,
} from '../resources/library.ts';
import { closed, open, Type, uuid } from '../schema.ts';

const EXAMPLE_IDS = ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'];

const imageParams = closed({ id: uuid('Media ID.') });
const collectionParams = closed({ id: uuid('Collection ID.') });

/** The common parts of every request. */
const LIBRARY = { interface: 'v1', auth: 'workspace' } as const;

export const listLibraryImages = endpoint({
  ...LIBRARY,
  id: 'listLibraryImages',
  method: 'GET',
  path: '/v1/images',
  summary: 'List uploads and results, newest first',
  description: 'Masks of inpaints are not listed.',
  query: LibraryQuery,
  status: 200,
  response: { description: 'A page of images and videos.', schema: LibraryPage },
  errors: ['invalid_request'],
});

export const getLibraryImage = endpoint({
  ...LIBRARY,
  id: 'getLibraryImage',
  method: 'GET',
  path: '/v1/images/{id}',
  summary: 'Read an upload or a result, and the request that made it',
  params: imageParams,
  status: 200,
  response: { description: 'The image or video.', schema: LibraryImage },
  errors: ['invalid_request', 'not_found'],
});

export const reviewLibraryImage = endpoint({
  ...LIBRARY,
  id: 'reviewLibraryImage',
  method: 'PATCH',
  path: '/v1/images/{id}',
  summary: 'Approve or reject an image, or take the decision back',
  params: imageParams,
  body: ImageChange,
  example: { review: 'approved' },
  status: 200,
  response: { description: 'The changed image.', schema: LibraryImage },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const reviewLibraryImages = endpoint({
  ...LIBRARY,
  id: 'reviewLibraryImages',
  method: 'PATCH',
  path: '/v1/images',
  summary: 'Approve or reject many images at once',
  body: ImagesChange,
  example: { ids: EXAMPLE_IDS, review: 'approved' },
  status: 200,
  response: {
    description: 'The changed images, newest first.',
    schema: open({ images: Type.Array(LibraryImage) }),
  },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const deleteLibraryImage = endpoint({
  ...LIBRARY,
  id: 'deleteLibraryImage',
  method: 'DELETE',
  path: '/v1/images/{id}',
  summary: 'Delete an upload or a result',
  description:
    'Deletes the file, its thumbnail and its comments at once. Images made from it stay. The job of a result also stays, without its request.',
  params: imageParams,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'not_found'],
});

export const deleteLibraryImages = endpoint({
  ...LIBRARY,
  id: 'deleteLibraryImages',
  method: 'POST',
  path: '/v1/images/delete',
  summary: 'Delete many uploads and results at once',
  body: ImagesDeletion,
  example: { ids: EXAMPLE_IDS },
  status: 204,
  response: { description: 'They are gone.' },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const listComments = endpoint({
  ...LIBRARY,
  id: 'listComments',
  method: 'GET',
  path: '/v1/images/{id}/comments',
  summary: 'List the comments on an image, oldest first',
  params: imageParams,
  query: closed(pageFields),
  status: 200,
  response: { description: 'A page of comments.', schema: CommentPage },
  errors: ['invalid_request', 'not_found'],
});

export const createComment = endpoint({
  ...LIBRARY,
  id: 'createComment',
  method: 'POST',
  path: '/v1/images/{id}/comments',
  summary: 'Comment on an image',
  params: imageParams,
  body: CommentCreation,
  example: { text: 'The hem is cut off.', author: 'Mia' },
  status: 201,
  response: { description: 'The comment.', schema: ImageComment },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const createCollection = endpoint({
  ...LIBRARY,
  id: 'createCollection',
  method: 'POST',
  path: '/v1/collections',
  summary: 'Create a collection',
  body: CollectionName,
  example: { name: 'Autumn, front page' },
  status: 201,
  response: { description: 'The collection, without images.', schema: Collection },
  errors: BODY_ERRORS,
});

export const listCollections = endpoint({
  ...LIBRARY,
  id: 'listCollections',
  method: 'GET',
  path: '/v1/collections',
  summary: 'List collections, newest first',
  query: closed(pageFields),
  status: 200,
  response: { description: 'A page of collections.', schema: CollectionPage },
  errors: ['invalid_request'],
});

export const getCollection = endpoint({
  ...LIBRARY,
  id: 'getCollection',
  method: 'GET',
  path: '/v1/collections/{id}',
  summary: 'Read a collection',
  description: 'Its images are those of `GET /v1/images` with its `collection_id`.',
  params: collectionParams,
  status: 200,
  response: { description: 'The collection.', schema: Collection },
  errors: ['invalid_request', 'not_found'],
});

export const renameCollection = endpoint({
  ...LIBRARY,
  id: 'renameCollection',
  method: 'PATCH',
  path: '/v1/collections/{id}',
  summary: 'Rename a collection',
  params: collectionParams,
  body: CollectionName,
  example: { name: 'Autumn, front page' },
  status: 200,
  response: { description: 'The changed collection.', schema: Collection },
  errors: [...BODY_ERRORS, 'not_found'],
});

export const deleteCollection = endpoint({
  ...LIBRARY,
  id: 'deleteCollection',
  method: 'DELETE',
  path: '/v1/collections/{id}',
  summary: 'Delete a collection',
  description: 'Its images stay until retention deletes them.',
  params: collectionParams,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'not_found'],
});

export const changeCollectionImages = endpoint({
  ...LIBRARY,
  id: 'changeCollectionImages',
  method: 'POST',
  path: '/v1/collections/{id}/images',
  summary: 'Add images to a collection, or remove them',
  params: collectionParams,
  body: CollectionImagesChange,
  example: { add: EXAMPLE_IDS },
  status: 200,
  response: { description: 'The changed collection.', schema: Collection },
  errors: [...BODY_ERRORS, 'not_found'],
});

import { endpoint } from '../endpoint.ts';
import { ImageRecord, UPLOAD_TYPES } from '../resources/image-record.ts';
import { closed, oneOf, open, optional, uuid } from '../schema.ts';

export const uploadImage = endpoint({
  id: 'uploadImage',
  interface: 'unversioned',
  method: 'POST',
  path: '/images',
  summary: 'Upload a picture',
  description:
    'JPEG, PNG or WebP by its bytes, at most 15 MiB (10 MiB for `video-last-frame`), 50 megapixels and 12,000 pixels a side. It is turned upright and freed of its metadata.',
  auth: 'workspace',
  form: open({ type: optional(oneOf(UPLOAD_TYPES, { default: 'reference' })) }),
  status: 201,
  response: { description: 'The stored picture; use its id in later requests.', schema: ImageRecord },
  errors: ['invalid_request', 'payload_too_large', 'unsupported_media_type'],
});

export const getImage = endpoint({
  id: 'getImage',
  interface: 'unversioned',
  method: 'GET',
  path: '/images/{id}',
  summary: 'Read an upload, a job or a result',
  auth: 'workspace',
  params: closed({ id: uuid('Image or job ID.') }),
  status: 200,
  response: { description: 'The record, under the ID it was asked with.', schema: ImageRecord },
  errors: ['invalid_request', 'not_found'],
});

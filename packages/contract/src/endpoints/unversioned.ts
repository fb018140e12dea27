import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { BATCH_IDS_MAX } from '../limits.ts';
import * as operations from '../operations/index.ts';
import { ImageRecord, UPLOAD_TYPES } from '../resources/image-record.ts';
import { closed, oneOf, open, optional, Type, uuid } from '../schema.ts';

const imageParams = closed({ id: uuid('Image or job ID.') });

/** The errors of every request for work. */
const SUBMISSION_ERRORS = [
  'invalid_json',
  'invalid_request',
  'insufficient_credits',
  'model_access_required',
  'plan_limit_exceeded',
  'key_limit_exceeded',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_source',
  'unsupported_option',
] as const satisfies readonly ErrorCode[];

/** The common parts of every request for work. */
const SUBMISSION = {
  interface: 'unversioned',
  method: 'POST',
  auth: 'workspace',
  errors: SUBMISSION_ERRORS,
} as const;

/** Answer of operations that add versions to the image they work on. */
const PARENT = {
  description: "The image with its versions, newest first. It stays completed: poll a new version's source_image_id.",
  schema: ImageRecord,
} as const;

export const uploadImage = endpoint({
  id: 'uploadImage',
  interface: 'unversioned',
  method: 'POST',
  path: '/images',
  summary: 'Upload an image',
  description:
    'JPEG, PNG or WebP by its bytes, at most 15 MiB (10 MiB for `video-last-frame`), 50 megapixels and 12,000 pixels a side. The service turns it upright and removes its metadata.',
  auth: 'workspace',
  form: open({ type: optional(oneOf(UPLOAD_TYPES, { default: 'reference' })) }),
  status: 201,
  response: { description: 'The stored image; use its id in later requests.', schema: ImageRecord },
  errors: ['invalid_request', 'plan_limit_exceeded', 'payload_too_large', 'unsupported_media_type'],
});

export const getImage = endpoint({
  id: 'getImage',
  interface: 'unversioned',
  method: 'GET',
  path: '/images/{id}',
  summary: 'Read an upload, a job or a result',
  auth: 'workspace',
  params: imageParams,
  status: 200,
  response: { description: 'The record, with the ID of the request.', schema: ImageRecord },
  errors: ['invalid_request', 'not_found'],
});

export const readImages = endpoint({
  id: 'readImages',
  interface: 'unversioned',
  method: 'POST',
  path: '/images/batch',
  summary: 'Read many uploads, jobs and results at once',
  description:
    'Match the records by `id`: missing ones are left out, and each comes once, in the order of the request.',
  auth: 'workspace',
  scope: 'read',
  body: open({ ids: Type.Array(uuid('Image or job ID.'), { minItems: 1, maxItems: BATCH_IDS_MAX }) }),
  example: { ids: ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'] },
  status: 200,
  response: { description: 'The records that exist.', schema: Type.Array(ImageRecord) },
  errors: BODY_ERRORS,
});

export const deleteImage = endpoint({
  id: 'deleteImage',
  interface: 'unversioned',
  method: 'DELETE',
  path: '/images/{id}',
  summary: 'Delete an upload, a job or a result',
  description:
    'Deletes the file and its record at once. Images made from it stay. An unfinished job is canceled and refunded.',
  auth: 'workspace',
  params: imageParams,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'not_found', 'forbidden'],
});

export const tryOn = endpoint({
  ...SUBMISSION,
  id: 'tryOn',
  path: '/images/virtual-try-on',
  summary: 'Dress a person in one to three garments',
  description:
    'One person and one garment source. With `create_version` the outputs become versions of the person image.',
  body: operations.UnversionedTryOnInput,
  example: operations.UNVERSIONED_TRY_ON_EXAMPLE,
  status: 202,
  response: {
    description: 'One pending record for each output; with `create_version` the person image with its versions.',
    schema: Type.Union([Type.Array(ImageRecord), ImageRecord]),
  },
});

export const generateImages = endpoint({
  ...SUBMISSION,
  id: 'generateImages',
  path: '/images/generate',
  summary: 'Make images from avatars, presets, products and a prompt',
  body: operations.UnversionedGenerateInput,
  example: operations.UNVERSIONED_GENERATE_EXAMPLE,
  status: 202,
  response: { description: 'One pending record for each output: poll each.', schema: Type.Array(ImageRecord) },
});

export const editImage = endpoint({
  ...SUBMISSION,
  id: 'editImage',
  path: '/images/{id}/edit',
  summary: 'Change an image as a prompt says',
  params: imageParams,
  body: operations.UnversionedEditInput,
  example: operations.EDIT_EXAMPLE,
  status: 202,
  response: PARENT,
});

export const inpaintImage = endpoint({
  ...SUBMISSION,
  id: 'inpaintImage',
  path: '/images/{id}/inpaint',
  summary: 'Repaint or remove a part of an image that a mask marks',
  params: imageParams,
  body: operations.UnversionedInpaintInput,
  example: operations.INPAINT_EXAMPLE,
  status: 202,
  response: PARENT,
});

export const upscaleImage = endpoint({
  ...SUBMISSION,
  id: 'upscaleImage',
  path: '/images/{id}/upscale',
  summary: 'Enlarge or restore an image',
  params: imageParams,
  body: operations.UnversionedUpscaleInput,
  example: operations.UPSCALE_EXAMPLE,
  status: 200,
  response: PARENT,
});

export const animateImage = endpoint({
  ...SUBMISSION,
  id: 'animateImage',
  path: '/images/{id}/video',
  summary: 'Turn an image into a video',
  description:
    'With the model `video-3`, the result is a new record: poll its id. With `video-2.5`, it is a version of the image.',
  params: imageParams,
  body: operations.UnversionedAnimateInput,
  example: operations.ANIMATE_EXAMPLE,
  status: 200,
  response: { description: 'The pending video, or the image with its versions.', schema: ImageRecord },
});

export const makeVideo = endpoint({
  ...SUBMISSION,
  id: 'makeVideo',
  path: '/text-to-video',
  summary: 'Make a video from a prompt and references',
  body: operations.UnversionedTextToVideoInput,
  example: operations.TEXT_TO_VIDEO_EXAMPLE,
  status: 200,
  response: { description: 'The pending video: poll its id.', schema: ImageRecord },
});

import { OPERATIONS } from '../models.ts';
import { dateTime, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { JOB_STATUSES } from './job-status.ts';

/** The uses of an upload. `training` marks the references of avatars and presets. */
export const UPLOAD_TYPES = [
  'virtual-try-on-outfit',
  'virtual-try-on-person',
  'video-last-frame',
  'inpaint-base',
  'inpaint-mask',
  'inpaint-reference',
  'reference',
] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** States of an image record: those of a job, and `nsfw_filtered` where the output itself was filtered. */
export const IMAGE_STATUSES = [...JOB_STATUSES, 'nsfw_filtered'] as const;
export type ImageStatus = (typeof IMAGE_STATUSES)[number];

/** How a version came about. */
export const VERSION_TYPES = ['edited', 'inpainted', 'upscaled', 'animated', 'tried_on'] as const;
export type VersionType = (typeof VERSION_TYPES)[number];

/** One version of a parent image. Its status is its own. */
export const ImageVersion = open(
  {
    id: uuid('Version ID.'),
    image_id: uuid('The parent image, with the ID of the request.'),
    source_image_id: uuid('The job that makes the version: poll this ID.'),
    version_type: oneOf(VERSION_TYPES),
    status: oneOf(IMAGE_STATUSES),
    path: nullable(Type.String()),
    width_px: nullable(Type.Integer()),
    height_px: nullable(Type.Integer()),
    created_timestamp: dateTime(),
    failure_code: optional(Type.String()),
    fail_reason: optional(Type.String()),
  },
  { $id: 'ImageVersion' },
);
export type ImageVersion = Static<typeof ImageVersion>;

/** An upload, a job or a result as the unversioned interface shows it. */
export const ImageRecord = open(
  {
    id: uuid('The image or job ID of the request.'),
    status: oneOf(IMAGE_STATUSES),
    type: oneOf(['image', 'video']),
    path: nullable(Type.String(), { description: 'Address of the finished file.' }),
    video_path: optional(nullable(Type.String(), { description: 'As path; videos only.' })),
    width_px: nullable(Type.Integer()),
    height_px: nullable(Type.Integer()),
    is_generated: Type.Boolean({ description: 'False for uploads.' }),
    is_asset_reference: Type.Boolean(),
    operation: nullable(oneOf(OPERATIONS)),
    task: nullable(Type.String()),
    created_timestamp: dateTime(),
    finish_timestamp: nullable(dateTime()),
    failure_code: optional(Type.String()),
    fail_reason: optional(Type.String()),
    credits_used: Type.Integer({ minimum: 0, description: 'Internal units: 100 are one display credit.' }),
    assets: Type.Array(open({ id: uuid() })),
    versions: Type.Array(ImageVersion, { description: 'Newest first.' }),
  },
  { $id: 'ImageRecord' },
);
export type ImageRecord = Static<typeof ImageRecord>;

import {
  aspectRatioOfWord,
  inpaintViolation,
  type Operation,
  UNVERSIONED_TRY_ON_MODEL,
  UnversionedAnimateInput,
  UnversionedEditInput,
  UnversionedGenerateInput,
  UnversionedInpaintInput,
  UnversionedTextToVideoInput,
  UnversionedTryOnInput,
  UnversionedUpscaleInput,
  unversionedGenerateViolation,
  unversionedTryOnViolation,
  wordsOf,
} from '@atelier/contract';
import {
  orderAnimate,
  orderEdit,
  orderGenerate,
  orderInpaint,
  orderTextToVideo,
  orderUpscale,
  orderVirtualTryOn,
} from '../../submission/orders.ts';
import type { RequestedPicture, WorkRequest } from '../../submission/request.ts';
import { operationReader, type ReadOperation } from '../read-operation.ts';

/** The model whose videos are versions of their image; videos of all others are records of their own. */
const VERSIONING_VIDEO_MODEL = 'video-2.5';

/** Every operation of the unversioned interface: the orders of v1, from bodies in this interface's own words. */
const READ_OPERATION: Readonly<Record<Operation, ReadOperation>> = {
  virtual_try_on: operationReader(UnversionedTryOnInput, unversionedTryOnViolation, (input) => {
    const request = orderVirtualTryOn({ ...input, model: input.model ?? UNVERSIONED_TRY_ON_MODEL });
    return byRecords(request, 'person', input.version_id, input.create_version ?? false);
  }),
  generate: operationReader(UnversionedGenerateInput, unversionedGenerateViolation, (input) => {
    const { model_version: model = input.model, aspect_ratio: word, model_text: _m, set_text: _s, ...rest } = input;
    const prompt = wordsOf(input);
    const ratio = aspectRatioOfWord(word);
    return byRecords(
      orderGenerate({
        ...rest,
        ...(prompt && { prompt }),
        ...(model && { model }),
        ...(ratio && { aspect_ratio: ratio }),
      }),
    );
  }),
  edit: operationReader(UnversionedEditInput, null, (input, imageId) =>
    byRecords(orderEdit(input, imageId), 'source', input.version_id, true),
  ),
  inpaint: operationReader(UnversionedInpaintInput, inpaintViolation, (input, imageId, mask) =>
    byRecords(orderInpaint(input, imageId, mask), 'source', input.version_id, true),
  ),
  upscale: operationReader(UnversionedUpscaleInput, null, (input, imageId) =>
    byRecords(orderUpscale(input, imageId), 'source', input.version_id, true),
  ),
  animate: operationReader(UnversionedAnimateInput, null, (input, imageId) =>
    byRecords(orderAnimate(input, imageId), 'source', input.version_id, input.model === VERSIONING_VIDEO_MODEL),
  ),
  text_to_video: operationReader(UnversionedTextToVideoInput, null, (input) => byRecords(orderTextToVideo(input))),
};

/**
 * The requested work in a body of the unversioned interface. Unknown fields are ignored, and null means an absent
 * field. Throws a Fault that the caller can act on.
 */
export const readUnversioned =
  (operation: Operation): ReadOperation =>
  (room, body, place) =>
    READ_OPERATION[operation](room, withoutNulls(body), place);

function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/**
 * The same request with every image named as this interface does, by media or job ID. `role` is the image that
 * `versionId` is a version of; with `versioning` the outputs become versions of it.
 */
function byRecords(
  request: WorkRequest,
  role?: 'person' | 'source',
  versionId?: string,
  versioning = false,
): WorkRequest {
  const pictures = request.pictures.map((picture): RequestedPicture => {
    if (picture.by !== 'mediaId') return picture;
    return { ...picture, by: 'recordId', ...(picture.role === role && versionId !== undefined ? { versionId } : {}) };
  });
  return { ...request, pictures, ...(role && versioning ? { versionsOf: role } : {}) };
}

import type { AnimateInput, TextToVideoInput } from '@atelier/contract';
import type { WorkRequest } from '../request.ts';
import { commonOrder } from './common.ts';
import { pictureOf, picturesOf, SOURCE_POINTER } from './pictures.ts';

/** Length of a video when none is asked for. */
const DURATION_SECONDS_DEFAULT = 5;

/** The work an image-to-video asks for. */
export function orderAnimate(imageId: string, input: AnimateInput): WorkRequest {
  return {
    ...commonOrder('animate', input),
    options: lengthOf(input),
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...pictureOf('last_frame', 'mediaId', input.last_frame_image_id, '/last_frame_image_id'),
    ],
  };
}

/** The work a text-to-video asks for. */
export function orderTextToVideo(input: TextToVideoInput): WorkRequest {
  return {
    ...commonOrder('text_to_video', input),
    options: lengthOf(input),
    pictures: picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'),
  };
}

function lengthOf(input: AnimateInput | TextToVideoInput): WorkRequest['options'] {
  return { durationSeconds: input.duration_seconds ?? DURATION_SECONDS_DEFAULT };
}

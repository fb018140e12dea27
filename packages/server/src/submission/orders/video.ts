import { type AnimateInput, DEFAULT_MODELS, type TextToVideoInput } from '@atelier/contract';
import { aspectRatioFor } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { pictureOf, picturesOf, SOURCE_POINTER } from './pictures.ts';
import { wordsIn } from './words.ts';

/** Length of a video when none is asked for. */
const DURATION_SECONDS_DEFAULT = 5;

/** The work an image-to-video asks for. */
export function orderAnimate(imageId: string, input: AnimateInput): WorkRequest {
  return {
    ...videoRequest('animate', input),
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...pictureOf('last_frame', 'mediaId', input.last_frame_image_id, '/last_frame_image_id'),
    ],
  };
}

/** The work a text-to-video asks for. */
export function orderTextToVideo(input: TextToVideoInput): WorkRequest {
  return {
    ...videoRequest('text_to_video', input),
    pictures: picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'),
  };
}

function videoRequest(
  operation: 'animate' | 'text_to_video',
  input: AnimateInput | TextToVideoInput,
): Omit<WorkRequest, 'pictures'> {
  const model = input.model ?? DEFAULT_MODELS[operation];
  return {
    operation,
    model,
    resolution: input.resolution ?? 'standard',
    count: 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: wordsIn(input.prompt) ?? '',
    options: { durationSeconds: input.duration_seconds ?? DURATION_SECONDS_DEFAULT },
  };
}

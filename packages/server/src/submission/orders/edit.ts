import { DEFAULT_MODELS, type EditInput } from '@atelier/contract';
import { aspectRatioFor } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { pictureOf, picturesOf, SOURCE_POINTER } from './pictures.ts';

/** The work an edit of an image asks for. */
export function orderEdit(imageId: string, input: EditInput): WorkRequest {
  const model = input.model ?? DEFAULT_MODELS.edit;
  return {
    operation: 'edit',
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: input.prompt,
    options: {},
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...picturesOf('reference', 'mediaId', input.reference_image_ids, '/reference_image_ids'),
    ],
  };
}

import { REFERENCE_IMAGES_MAX } from '../limits.ts';
import { closed, optional, type Static, Type, uuid } from '../schema.ts';
import { outputFields } from './output.ts';
import { aspectRatio, neededText, numImages, sharedFields } from './shared.ts';

/** Body of a v1 edit by text. */
export const EditInput = closed(
  {
    prompt: neededText('What to change.'),
    ...sharedFields('edit'),
    ...outputFields(),
    num_images: numImages(),
    reference_image_ids: optional(
      Type.Array(uuid(), { maxItems: REFERENCE_IMAGES_MAX, description: 'Images that the prompt refers to.' }),
    ),
    aspect_ratio: aspectRatio('the ratio of the source is kept'),
  },
  { $id: 'EditInput' },
);
export type EditInput = Static<typeof EditInput>;

/** A request that works as it is. */
export const EDIT_EXAMPLE = { prompt: 'make the shirt navy' } satisfies EditInput;

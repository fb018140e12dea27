import type { EditInput } from '@atelier/contract';
import type { WorkRequest } from '../request.ts';
import { commonOrder } from './common.ts';
import { pictureOf, picturesOf, SOURCE_POINTER } from './pictures.ts';

/** The work an edit of an image asks for. */
export function orderEdit(imageId: string, input: EditInput): WorkRequest {
  return {
    ...commonOrder('edit', input),
    options: {},
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...picturesOf('reference', 'mediaId', input.reference_image_ids, '/reference_image_ids'),
    ],
  };
}

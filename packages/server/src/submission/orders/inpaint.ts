import { type InpaintInput, MASK_EXPANSION_PERCENT_DEFAULT } from '@atelier/contract';
import type { NewMedia } from '../../media/rows.ts';
import type { WorkRequest } from '../request.ts';
import { commonOrder } from './common.ts';
import { given, pictureOf, SOURCE_POINTER } from './pictures.ts';

/** The work an inpaint of an image asks for. `mask` is one that came inside the request. */
export function orderInpaint(imageId: string, input: InpaintInput, mask?: NewMedia): WorkRequest {
  return {
    ...commonOrder('inpaint', input),
    options: given({
      denoise: input.denoise,
      isScaled: input.resolution === undefined ? undefined : true,
      maskExpansionPercent: input.mask_expansion_percent ?? MASK_EXPANSION_PERCENT_DEFAULT,
    }),
    ...(mask ? { newMedia: [mask] } : {}),
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...pictureOf('mask', 'mediaId', input.mask_image_id, '/mask_image_id'),
      ...pictureOf('mask', 'mediaId', mask?.id, '/mask'),
      ...pictureOf('mask', 'url', input.mask_url, '/mask_url'),
      ...pictureOf('reference', 'mediaId', input.reference_image_id, '/reference_image_id'),
    ],
  };
}

import type { UpscaleInput } from '@atelier/contract';
import type { WorkRequest } from '../request.ts';
import { commonOrder } from './common.ts';
import { given, pictureOf, SOURCE_POINTER } from './pictures.ts';

/** The work an upscale of an image asks for. */
export function orderUpscale(imageId: string, input: UpscaleInput): WorkRequest {
  return {
    ...commonOrder('upscale', input),
    options: given({ upscaleFactor: input.upscale_factor ?? 2, denoise: input.denoise }),
    pictures: pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
  };
}

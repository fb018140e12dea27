import { DEFAULT_MODELS, type UpscaleInput } from '@atelier/contract';
import type { WorkRequest } from '../request.ts';
import { given, pictureOf, SOURCE_POINTER } from './pictures.ts';

/** The work an upscale of an image asks for. */
export function orderUpscale(imageId: string, input: UpscaleInput): WorkRequest {
  return {
    operation: 'upscale',
    model: input.model ?? DEFAULT_MODELS.upscale,
    resolution: input.resolution ?? 'standard',
    count: 1,
    aspectRatio: null,
    seed: input.seed ?? null,
    prompt: '',
    options: given({ upscaleFactor: input.upscale_factor ?? 2, denoise: input.denoise }),
    pictures: pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
  };
}

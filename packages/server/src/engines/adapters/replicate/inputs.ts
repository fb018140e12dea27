import type { Json } from '../../inputs.ts';

const KLING_2_1 = { prompt: '$wish', duration: '$duration', start_image: '$source', end_image: '$last_frame' };

/**
 * Inputs of models that are known here, by name (their schemas at replicate.com); others are set up with one of their
 * own.
 */
export const REPLICATE_INPUTS: Readonly<Record<string, Json>> = {
  'google/nano-banana': { prompt: '$prompt', image_input: '$images', output_format: 'png' },
  'google/nano-banana-2': {
    prompt: '$prompt',
    image_input: '$images',
    aspect_ratio: '$aspect_ratio',
    resolution: '$size_name',
    output_format: 'png',
  },
  'kwaivgi/kling-v2.1': { ...KLING_2_1, mode: { $resolution: { standard: 'standard', high: 'pro' } } },
};

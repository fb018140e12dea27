import type { Json } from '../../inputs.ts';

const NANO_BANANA = {
  image_urls: '$images',
  prompt: '$prompt',
  aspect_ratio: '$aspect_ratio',
  seed: '$seed',
  num_images: 1,
};
const KLING_2_5 = { prompt: '$prompt', duration: '$duration_text' };
const KLING_3 = { ...KLING_2_5, generate_audio: false };

/**
 * Inputs of models that are known here, by endpoint (types of @fal-ai/client 1.10); others are set up with one of their
 * own.
 */
export const FAL_INPUTS: Readonly<Record<string, Json>> = {
  'fal-ai/fashn/tryon/v1.6': { model_image: '$person', garment_image: '$garment', seed: '$seed', output_format: 'png' },
  'fal-ai/kling/v1-5/kolors-virtual-try-on': { human_image_url: '$person', garment_image_url: '$garment' },
  'fal-ai/flux-pro/v1/vto': {
    human_image_url: '$person',
    garment_image_url: '$garment',
    prompt: '$prompt',
    seed: '$seed',
  },
  'fal-ai/nano-banana/edit': NANO_BANANA,
  'fal-ai/nano-banana-pro/edit': { ...NANO_BANANA, resolution: '$size_name' },
  'fal-ai/nano-banana-2/edit': { ...NANO_BANANA, resolution: '$size_name' },
  'fal-ai/flux-pro/v1/fill': { image_url: '$source', mask_url: '$mask', prompt: '$prompt', seed: '$seed' },
  'fal-ai/qwen-image-edit/inpaint': {
    image_url: '$source',
    mask_url: '$mask',
    prompt: '$prompt',
    strength: '$denoise',
    seed: '$seed',
  },
  'fal-ai/seedvr/upscale/image': { image_url: '$source', upscale_mode: 'factor', upscale_factor: '$upscale_factor' },
  'fal-ai/clarity-upscaler': { image_url: '$source', upscale_factor: '$upscale_factor' },
  'fal-ai/esrgan': { image_url: '$source', scale: '$upscale_factor' },
  'fal-ai/kling-video/v2.5-turbo/pro/image-to-video': {
    ...KLING_2_5,
    image_url: '$source',
    tail_image_url: '$last_frame',
  },
  'fal-ai/kling-video/v2.5-turbo/pro/text-to-video': { ...KLING_2_5, aspect_ratio: '$aspect_ratio' },
  'fal-ai/kling-video/v3/standard/image-to-video': {
    ...KLING_3,
    start_image_url: '$source',
    end_image_url: '$last_frame',
  },
  'fal-ai/kling-video/v3/standard/text-to-video': { ...KLING_3, aspect_ratio: '$aspect_ratio' },
  'fal-ai/kling-video/v3/pro/image-to-video': { ...KLING_3, start_image_url: '$source', end_image_url: '$last_frame' },
  'fal-ai/kling-video/v3/pro/text-to-video': { ...KLING_3, aspect_ratio: '$aspect_ratio' },
};

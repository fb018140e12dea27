import { dataUri, type Json } from '../../inputs.ts';
import { jpegWithin } from '../../pictures/formats.ts';
import type { EngineTask, OutfitPiece } from '../../port.ts';

/** The open model as the server of `deploy/gpu` calls it: one garment a run, and up to four runs for one job. */
export const OPEN_MODEL = 'fashn-vton-1.5';

/** The open model scales larger pictures to this longest side before it looks at them (`pre_resize`), in pixels. */
const SEEN = { sideMax: 864, bytesMax: 5_000_000 };

const PICTURE = { seed: '$seed', output_format: 'png' };
const MODE = { $speed: { fast: 'performance', balanced: 'balanced', quality: 'quality' } };
const UP_TO_4K = { $resolution: { standard: '1k', high: '4k' } };

/** Inputs of FASHN's models that are known here, by model name (docs.fashn.ai, types of its client 0.11). */
export const FASHN_INPUTS: Readonly<Record<string, Json>> = {
  'tryon-v1.6': {
    ...PICTURE,
    model_image: '$person',
    garment_image: '$garment',
    mode: MODE,
  },
  [OPEN_MODEL]: {
    seed: '$seed',
    model_image: '$person',
    garments: '$garments',
    mode: MODE,
  },
  'tryon-max': {
    ...PICTURE,
    model_image: '$person',
    product_image: '$garment',
    prompt: '$user_prompt',
    resolution: { $resolution: { standard: '1k', high: '2k' } },
    generation_mode: '$speed',
    num_images: 1,
  },
  'product-to-model': {
    ...PICTURE,
    product_image: '$garment',
    model_image: '$avatar',
    prompt: '$user_prompt',
    aspect_ratio: '$aspect_ratio',
    resolution: UP_TO_4K,
  },
  edit: {
    ...PICTURE,
    image: '$source',
    mask: '$mask',
    image_context: '$reference',
    prompt: '$wish',
    resolution: UP_TO_4K,
    num_images: 1,
  },
  'image-to-video': {
    image: '$source',
    prompt: '$user_prompt',
    duration: '$duration',
    resolution: { $resolution: { standard: '720p', high: '1080p' } },
  },
};

/** The model's names of the categories. */
const CATEGORIES: Readonly<Record<OutfitPiece['category'], string>> = {
  top: 'tops',
  trousers: 'bottoms',
  skirt: 'bottoms',
  dress: 'one-pieces',
  jumpsuit: 'one-pieces',
};

/** A task with pictures no larger than the open model sees: they wait in the memory of its server. */
export async function asOpenModelSees(task: EngineTask): Promise<EngineTask> {
  const { pictures, outfit = [] } = task;
  return {
    ...task,
    pictures: await Promise.all(pictures.map(async (one) => ({ ...one, bytes: await jpegWithin(one.bytes, SEEN) }))),
    outfit: await Promise.all(outfit.map(async (one) => ({ ...one, photo: await jpegWithin(one.photo, SEEN) }))),
  };
}

/** The garments of a task as the server takes them, in the order in which it puts them on. */
export function garmentsOf({ outfit = [] }: EngineTask): Json {
  return outfit.map(({ category, photo }) => ({
    garment_image: dataUri({ bytes: photo }),
    category: CATEGORIES[category],
    garment_photo_type: 'flat-lay',
  }));
}

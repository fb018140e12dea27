import { DEFAULT_MODELS, type SingleGarment, type VirtualTryOnInput } from '@atelier/contract';
import { aspectRatioFor, checkGarmentCount, speedFor } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { given, pictureOf, picturesOf } from './pictures.ts';
import { wordsIn } from './words.ts';

/** The work a try-on asks for. The input matches its schema; options are checked against the model here. */
export function orderVirtualTryOn(input: VirtualTryOnInput & SingleGarment): WorkRequest {
  const model = input.model ?? DEFAULT_MODELS.virtual_try_on;
  const garments = [
    ...pictureOf('garment', 'mediaId', input.outfit_image_id, '/outfit_image_id'),
    ...pictureOf('garment', 'url', input.outfit_image_url, '/outfit_image_url'),
    ...pictureOf('garment', 'assetId', input.outfit_asset_id, '/outfit_asset_id'),
    ...picturesOf('garment', 'mediaId', input.outfit_image_ids, '/outfit_image_ids'),
    ...picturesOf('garment', 'url', input.outfit_image_urls, '/outfit_image_urls'),
    ...picturesOf('garment', 'assetId', input.outfit_asset_ids, '/outfit_asset_ids'),
  ];
  checkGarmentCount(model, garments);
  return {
    operation: 'virtual_try_on',
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: wordsIn(input.prompt) ?? '',
    options: given({ style: wordsIn(input.style), speed: speedFor(model, input.speed) }),
    pictures: [
      ...pictureOf('person', 'mediaId', input.person_image_id, '/person_image_id'),
      ...pictureOf('person', 'url', input.person_image_url, '/person_image_url'),
      ...garments,
      ...picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'),
    ],
  };
}

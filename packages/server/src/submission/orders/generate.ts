import { DEFAULT_MODELS, type GenerateInput, type SingleProduct } from '@atelier/contract';
import { aspectRatioFor, checkGarmentCount } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { given, pictureOf, picturesOf } from './pictures.ts';
import { wordsIn } from './words.ts';

/** The work a generation asks for. */
export function orderGenerate(input: GenerateInput & SingleProduct): WorkRequest {
  const model = input.model ?? DEFAULT_MODELS.generate;
  const products = [
    ...pictureOf('garment', 'assetId', input.outfit_asset_id, '/outfit_asset_id'),
    ...pictureOf('garment', 'mediaId', input.outfit_image_id, '/outfit_image_id'),
    ...picturesOf('garment', 'assetId', input.outfit_asset_ids, '/outfit_asset_ids'),
    ...picturesOf('garment', 'mediaId', input.outfit_image_ids, '/outfit_image_ids'),
  ];
  checkGarmentCount(model, products);
  return {
    operation: 'generate',
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: wordsIn(input.prompt) ?? '',
    options: given({
      style: wordsIn(input.style),
      outfitText: wordsIn(input.outfit_text),
      generateMode: input.generate_mode ?? 'presets',
      presetClass: input.preset_class,
    }),
    pictures: [...picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'), ...products],
  };
}

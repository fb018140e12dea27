import { DEFAULT_MODELS, type GenerateInput } from '@atelier/contract';
import { aspectRatioFor, checkGarmentCount } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { given, picturesOf } from './pictures.ts';

/** The work a generation asks for. */
export function orderGenerate(input: GenerateInput): WorkRequest {
  const model = input.model ?? DEFAULT_MODELS.generate;
  const products = [
    ...picturesOf('garment', 'assetId', input.outfit_asset_ids, '/outfit_asset_ids'),
    ...picturesOf('garment', 'mediaId', input.outfit_image_ids, '/outfit_image_ids'),
  ];
  checkGarmentCount(model, products.length);
  return {
    operation: 'generate',
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: input.prompt ?? '',
    options: given({
      style: input.style,
      outfitText: input.outfit_text,
      generateMode: input.generate_mode ?? 'presets',
      presetClass: input.preset_class,
    }),
    pictures: [...picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'), ...products],
  };
}

import type { GenerateInput, SingleProduct } from '@atelier/contract';
import { checkGarmentCount } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { commonOrder } from './common.ts';
import { given, pictureOf, picturesOf } from './pictures.ts';
import { wordsIn } from './words.ts';

/** The work a generation asks for. */
export function orderGenerate(input: GenerateInput & SingleProduct): WorkRequest {
  const common = commonOrder('generate', input);
  const products = [
    ...pictureOf('garment', 'assetId', input.outfit_asset_id, '/outfit_asset_id'),
    ...pictureOf('garment', 'mediaId', input.outfit_image_id, '/outfit_image_id'),
    ...picturesOf('garment', 'assetId', input.outfit_asset_ids, '/outfit_asset_ids'),
    ...picturesOf('garment', 'mediaId', input.outfit_image_ids, '/outfit_image_ids'),
  ];
  checkGarmentCount(common.model, products);
  return {
    ...common,
    options: given({
      style: wordsIn(input.style),
      outfitText: wordsIn(input.outfit_text),
      generateMode: input.generate_mode ?? 'presets',
      presetClass: input.preset_class,
    }),
    pictures: [...picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'), ...products],
  };
}

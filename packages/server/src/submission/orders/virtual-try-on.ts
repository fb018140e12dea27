import type { SingleGarment, VirtualTryOnInput } from '@atelier/contract';
import { checkGarmentCount, speedFor } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { commonOrder } from './common.ts';
import { given, pictureOf, picturesOf } from './pictures.ts';
import { wordsIn } from './words.ts';

/** The work a try-on asks for. The input matches its schema; options are checked against the model here. */
export function orderVirtualTryOn(input: VirtualTryOnInput & SingleGarment): WorkRequest {
  const common = commonOrder('virtual_try_on', input);
  const garments = [
    ...pictureOf('garment', 'mediaId', input.outfit_image_id, '/outfit_image_id'),
    ...pictureOf('garment', 'url', input.outfit_image_url, '/outfit_image_url'),
    ...pictureOf('garment', 'assetId', input.outfit_asset_id, '/outfit_asset_id'),
    ...picturesOf('garment', 'mediaId', input.outfit_image_ids, '/outfit_image_ids'),
    ...picturesOf('garment', 'url', input.outfit_image_urls, '/outfit_image_urls'),
    ...picturesOf('garment', 'assetId', input.outfit_asset_ids, '/outfit_asset_ids'),
  ];
  checkGarmentCount(common.model, garments);
  return {
    ...common,
    options: given({ style: wordsIn(input.style), speed: speedFor(common.model, input.speed) }),
    pictures: [
      ...pictureOf('person', 'mediaId', input.person_image_id, '/person_image_id'),
      ...pictureOf('person', 'url', input.person_image_url, '/person_image_url'),
      ...garments,
      ...picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'),
    ],
  };
}

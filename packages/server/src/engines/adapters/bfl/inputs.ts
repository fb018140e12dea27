import type { Json } from '../../inputs.ts';

const PICTURE = { seed: '$seed', output_format: 'png' };
const TRY_ON = { ...PICTURE, person: '$person', garment: '$garment', prompt: '$prompt' };
const FOUR_PICTURES = {
  input_image: '$image_1',
  input_image_2: '$image_2',
  input_image_3: '$image_3',
  input_image_4: '$image_4',
};
const KONTEXT = { ...PICTURE, ...FOUR_PICTURES, prompt: '$prompt', aspect_ratio: '$aspect_ratio' };
const FLUX_2 = {
  ...PICTURE,
  ...FOUR_PICTURES,
  input_image_5: '$image_5',
  input_image_6: '$image_6',
  input_image_7: '$image_7',
  input_image_8: '$image_8',
  prompt: '$prompt',
  width: '$width',
  height: '$height',
};

/** Bodies of models that are known here, by their path (docs.bfl.ai); others are set up with one of their own. */
export const BFL_INPUTS: Readonly<Record<string, Json>> = {
  'flux-tools/vto-v1': TRY_ON,
  'flux-tools/vto-v2': TRY_ON,
  'flux-2-pro': FLUX_2,
  'flux-2-max': FLUX_2,
  'flux-2-flex': FLUX_2,
  'flux-kontext-pro': KONTEXT,
  'flux-kontext-max': KONTEXT,
  'flux-pro-1.0-fill': { ...PICTURE, image: '$source', mask: '$mask', prompt: '$wish' },
};

import { ASSET_REFERENCES_MAX, GARMENTS_MAX } from '../limits.ts';
import { PRESET_CLASSES } from '../resources/preset-class.ts';
import { closed, oneOf, optional, type Static, saysSomething, Type, uuid } from '../schema.ts';
import { outputFields } from './output.ts';
import { aspectRatio, numImages, sharedFields, text } from './shared.ts';
import type { Violation } from './violation.ts';

/** The starting points of a generation: avatar and scene, products alone, or words alone. */
export const GENERATE_MODES = ['presets', 'products', 'prompt'] as const;
export type GenerateMode = (typeof GENERATE_MODES)[number];

/** A v1 generation needs at least one of these fields. */
export const REFERENCES = ['asset_ids', 'outfit_asset_ids', 'outfit_image_ids', 'prompt'] as const;

/** Body of a v1 generation: at least one reference or a prompt. */
export const GenerateInput = closed(
  {
    ...sharedFields('generate'),
    ...outputFields(),
    num_images: numImages(),
    asset_ids: optional(Type.Array(uuid(), { maxItems: ASSET_REFERENCES_MAX, description: 'Avatars and presets.' })),
    outfit_asset_ids: optional(Type.Array(uuid(), { maxItems: GARMENTS_MAX, description: 'Saved products.' })),
    outfit_image_ids: optional(
      Type.Array(uuid(), {
        maxItems: GARMENTS_MAX,
        description: 'Product images; with the saved products at most four.',
      }),
    ),
    generate_mode: optional(
      oneOf(GENERATE_MODES, { $id: 'GenerateMode', default: 'presets', description: 'What the image starts from.' }),
    ),
    preset_class: optional(oneOf(PRESET_CLASSES, { description: 'Kind of preset, if the request names none.' })),
    prompt: optional(text('What the image should show.')),
    outfit_text: optional(text('How the products are worn.')),
    style: optional(text('Style directions.')),
    aspect_ratio: aspectRatio('3:4'),
  },
  {
    $id: 'GenerateInput',
    atLeastOneOf: REFERENCES,
    neededWith: [
      { field: 'generate_mode', value: 'prompt', atLeastOneOf: ['prompt'] },
      { field: 'generate_mode', value: 'products', atLeastOneOf: ['outfit_asset_ids', 'outfit_image_ids'] },
    ],
  },
);
export type GenerateInput = Static<typeof GenerateInput>;

/** A product named by itself instead of in an array: the unversioned interface takes it so too. */
export interface SingleProduct {
  readonly outfit_image_id?: string;
  readonly outfit_asset_id?: string;
}

/** The rules a schema cannot express: four products together, a meaningful input, and the required fields of a mode. */
export function generateViolation(input: GenerateInput & SingleProduct): Violation | null {
  const single = [input.outfit_asset_id, input.outfit_image_id].filter((id) => id !== undefined);
  const products = (input.outfit_asset_ids?.length ?? 0) + (input.outfit_image_ids?.length ?? 0) + single.length;
  if (products > GARMENTS_MAX) {
    return {
      pointer: '',
      message: `takes at most ${GARMENTS_MAX} products in outfit_asset_ids and outfit_image_ids together; ${products} were given`,
    };
  }
  if (products === 0 && !input.asset_ids?.length && !saysSomething(input.prompt)) {
    const found = input.prompt ? 'the prompt holds only spaces' : 'none was given';
    return {
      pointer: '',
      message: `needs at least one reference (asset_ids, outfit_asset_ids, outfit_image_ids) or a prompt; ${found}`,
    };
  }
  return modeViolation(input, products);
}

/** A mode requires its starting point. */
function modeViolation({ generate_mode: mode, prompt }: GenerateInput, products: number): Violation | null {
  if (mode === 'prompt' && !saysSomething(prompt))
    return { pointer: '/generate_mode', message: 'is "prompt", which needs a prompt; none was given' };
  if (mode === 'products' && products === 0)
    return {
      pointer: '/generate_mode',
      message: 'is "products", which needs outfit_asset_ids or outfit_image_ids; none was given',
    };
  return null;
}

/** A request that works once its IDs are real: an avatar, and a photo of a product. */
export const GENERATE_EXAMPLE = {
  asset_ids: ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'],
  outfit_image_ids: ['0198f3a2-8f00-7aa1-b2c3-d4e5f6a7b8c9'],
  prompt: 'at the beach, a little warmer',
  aspect_ratio: '3:4',
} satisfies GenerateInput;

import { ASSET_REFERENCES_MAX, GARMENTS_MAX, NUM_IMAGES_MAX, PROMPT_LENGTH_MAX, SEED_MAX } from '../limits.ts';
import { modelsFor, RESOLUTIONS } from '../models.ts';
import { closed, httpUrl, oneOf, optional, type Static, Type, uuid } from '../schema.ts';
import { exactlyOne, type Violation } from './violation.ts';

const garments = <T extends ReturnType<typeof uuid> | ReturnType<typeof httpUrl>>(item: T, description: string) =>
  Type.Array(item, { minItems: 1, maxItems: GARMENTS_MAX, description });

/** Body of a v1 virtual try-on: exactly one person source and exactly one garment array. */
export const VirtualTryOnInput = closed(
  {
    model: optional(oneOf(modelsFor('virtual_try_on'), { default: 'v6' })),
    resolution: optional(oneOf(RESOLUTIONS, { default: 'standard' })),
    num_images: optional(Type.Integer({ minimum: 1, maximum: NUM_IMAGES_MAX, default: 1 })),
    seed: optional(
      Type.Integer({ minimum: -SEED_MAX - 1, maximum: SEED_MAX, description: 'Does not guarantee identical results.' }),
    ),
    aspect_ratio: optional(
      Type.String({ maxLength: 16, description: 'Model-dependent; omitted, the ratio of the person photo is kept.' }),
    ),
    person_image_id: optional(uuid('Uploaded or generated image of the person.')),
    person_image_url: optional(httpUrl('Public address of a person photo.')),
    outfit_image_ids: optional(garments(uuid(), 'Uploaded or generated garment images.')),
    outfit_image_urls: optional(garments(httpUrl(), 'Public addresses of garment images.')),
    outfit_asset_ids: optional(garments(uuid(), 'Saved products; several photos of one product belong inside one asset.')),
    prompt: optional(Type.String({ maxLength: PROMPT_LENGTH_MAX, description: 'Styling instructions.' })),
    style: optional(Type.String({ maxLength: PROMPT_LENGTH_MAX, description: 'Style directions.' })),
    asset_ids: optional(Type.Array(uuid(), { maxItems: ASSET_REFERENCES_MAX, description: 'Further reusable references.' })),
    speed: optional(Type.String({ maxLength: 16, description: 'Model-dependent; v6 takes `fast`.' })),
  },
  { $id: 'VirtualTryOnInput' },
);
export type VirtualTryOnInput = Static<typeof VirtualTryOnInput>;

/** The rules a schema cannot say in words: one person, one garment array. */
export function virtualTryOnViolation(input: VirtualTryOnInput): Violation | null {
  return (
    exactlyOne(input, ['person_image_id', 'person_image_url'], 'person source') ??
    exactlyOne(input, ['outfit_image_ids', 'outfit_image_urls', 'outfit_asset_ids'], 'garment array')
  );
}

/** A request that works once its IDs are real. */
export const VIRTUAL_TRY_ON_EXAMPLE = {
  person_image_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  outfit_image_ids: ['0198f3a2-8f00-7aa1-b2c3-d4e5f6a7b8c9'],
  resolution: 'standard',
} satisfies VirtualTryOnInput;

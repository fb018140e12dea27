import { ASSET_REFERENCES_MAX, GARMENTS_MAX } from '../limits.ts';
import { closed, httpUrl, optional, type Static, Type, uuid } from '../schema.ts';
import { outputFields } from './output.ts';
import { aspectRatio, numImages, sharedFields, text } from './shared.ts';
import { type Alternatives, exactlyOne, type Violation } from './violation.ts';

const garments = <T extends ReturnType<typeof uuid> | ReturnType<typeof httpUrl>>(item: T, description: string) =>
  optional(Type.Array(item, { minItems: 1, maxItems: GARMENTS_MAX, description }));

/** Where the photo of the person may come from, in both interfaces. */
export const PERSON_SOURCES = {
  what: 'person source',
  fields: ['person_image_id', 'person_image_url'],
} as const satisfies Alternatives;

const GARMENT_ARRAYS = {
  what: 'garment array',
  fields: ['outfit_image_ids', 'outfit_image_urls', 'outfit_asset_ids'],
} as const satisfies Alternatives;

/** Body of a v1 virtual try-on: exactly one person source and exactly one garment array. */
export const VirtualTryOnInput = closed(
  {
    ...sharedFields('virtual_try_on'),
    ...outputFields(),
    num_images: numImages(),
    aspect_ratio: aspectRatio('the ratio of the person photo is kept'),
    person_image_id: optional(uuid('Uploaded or generated image of the person.')),
    person_image_url: optional(httpUrl('Public address of a person photo.')),
    outfit_image_ids: garments(uuid(), 'Uploaded or generated garment images.'),
    outfit_image_urls: garments(httpUrl(), 'Public addresses of garment images.'),
    outfit_asset_ids: garments(uuid(), 'Saved products; several photos of one product belong inside one asset.'),
    prompt: optional(text('Styling instructions.')),
    style: optional(text('Style directions.')),
    asset_ids: optional(
      Type.Array(uuid(), { maxItems: ASSET_REFERENCES_MAX, description: 'Further reusable references.' }),
    ),
    speed: optional(Type.String({ maxLength: 16, description: 'Model-dependent; v6 takes `fast`.' })),
  },
  { $id: 'VirtualTryOnInput', exactlyOneOf: [PERSON_SOURCES.fields, GARMENT_ARRAYS.fields] },
);
export type VirtualTryOnInput = Static<typeof VirtualTryOnInput>;

/** A garment named by itself instead of in an array: the unversioned interface takes it so too. */
export interface SingleGarment {
  readonly outfit_image_id?: string;
  readonly outfit_image_url?: string;
  readonly outfit_asset_id?: string;
}

/** One person, one garment array. */
export function virtualTryOnViolation(input: VirtualTryOnInput): Violation | null {
  return exactlyOne(input, PERSON_SOURCES) ?? exactlyOne(input, GARMENT_ARRAYS);
}

/** A request that works once its IDs are real. */
export const VIRTUAL_TRY_ON_EXAMPLE = {
  person_image_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  outfit_image_ids: ['0198f3a2-8f00-7aa1-b2c3-d4e5f6a7b8c9'],
  resolution: 'standard',
} satisfies VirtualTryOnInput;

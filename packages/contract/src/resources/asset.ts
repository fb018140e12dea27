import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../limits.ts';
import {
  anyObject,
  closed,
  dateTime,
  filledText,
  nullable,
  oneOf,
  open,
  optional,
  type Static,
  Type,
  uuid,
} from '../schema.ts';
import { PageInfo } from './account.ts';
import { PRESET_CLASSES } from './preset-class.ts';

/** The types of an asset: a product, an avatar, or a preset. */
export const ASSET_TYPES = ['outfit', 'model', 'preset'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** Largest `characteristics`, in bytes of JSON. */
export const CHARACTERISTICS_BYTES_MAX = 16 * 1024;

/** A reusable product (`outfit`), avatar (`model`) or `preset`, which is a scene. */
export const Asset = open(
  {
    id: uuid(),
    type: oneOf(ASSET_TYPES),
    alias: Type.String(),
    sku: nullable(Type.String()),
    characteristics: nullable(anyObject()),
    preset_class: nullable(oneOf(PRESET_CLASSES)),
    prompt: nullable(Type.String()),
    display_image: nullable(Type.String(), { description: 'Address of a thumbnail.' }),
    public: Type.Boolean({ description: 'True for assets of the shared library, which are read-only.' }),
    image_count: Type.Integer({ minimum: 0 }),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  { $id: 'Asset' },
);
export type Asset = Static<typeof Asset>;

/** Body of `POST /assets`; fields it does not know are ignored, as everywhere in the unversioned interface. */
export const AssetCreation = open({
  type: oneOf(ASSET_TYPES, { description: 'A product (`outfit`), an avatar (`model`) or a preset.' }),
  alias: filledText(200, 'Name that people read.'),
  sku: optional(nullable(Type.String({ maxLength: 200, description: 'Product code of your own system.' }))),
  characteristics: optional(
    nullable(
      anyObject(
        'For avatars and presets; at most 16 KiB. `consent.until` (YYYY-MM-DD) is the last day on which an avatar may be used.',
      ),
    ),
  ),
  preset_class: optional(nullable(oneOf(PRESET_CLASSES, { description: 'For presets.' }))),
  prompt: optional(nullable(Type.String({ maxLength: 4_000, description: 'For presets.' }))),
});
export type AssetCreation = Static<typeof AssetCreation>;

/** Body of `PATCH /assets/{id}`: named fields change, null clears a field. */
export const AssetChange = open({
  alias: optional(filledText(200, 'Name that people read.')),
  sku: optional(nullable(Type.String({ maxLength: 200, description: 'Product code of your own system.' }))),
  characteristics: optional(nullable(anyObject('At most 16 KiB.'))),
  preset_class: optional(nullable(oneOf(PRESET_CLASSES, { description: 'For presets.' }))),
  prompt: optional(nullable(Type.String({ maxLength: 4_000, description: 'For presets.' }))),
  display_image_id: optional(nullable(uuid('The thumbnail; null: the first image.'))),
});
export type AssetChange = Static<typeof AssetChange>;

/** Query of `GET /assets`. */
export const AssetQuery = open({
  type: optional(oneOf(ASSET_TYPES, { default: 'model', description: 'Products, avatars or presets.' })),
  paginated: optional(Type.Boolean({ default: false, description: 'Returns a page instead of an array.' })),
  include_public: optional(Type.Boolean({ default: false, description: 'Also lists the shared library.' })),
  public_only: optional(Type.Boolean({ default: false, description: 'Lists only the shared library.' })),
  search: optional(Type.String({ maxLength: 200, description: 'Part of the alias or SKU, in upper or lower case.' })),
  preset_class: optional(oneOf(PRESET_CLASSES, { description: 'Only presets of this class.' })),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_LIMIT_MAX,
      default: PAGE_LIMIT_DEFAULT,
      description: 'Most assets of a page.',
    }),
  ),
  cursor: optional(
    Type.String({ maxLength: 200, description: 'next_cursor of the page before; keep the same filters.' }),
  ),
});
export type AssetQuery = Static<typeof AssetQuery>;

/** How many assets there are of each value, under the same filters but the one for that value. */
const facet = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<Record<V[number], number>>({
    type: 'object',
    required: [...values],
    properties: Object.fromEntries(values.map((value) => [value, { type: 'integer', minimum: 0 }])),
  });

/** A page of assets, newest first. */
export const AssetPage = open(
  {
    assets: Type.Array(Asset),
    page_info: PageInfo,
    total_count: Type.Integer({ minimum: 0, description: 'Assets on all pages.' }),
    facets: open({ type: facet(ASSET_TYPES), preset_class: facet(PRESET_CLASSES) }),
  },
  { $id: 'AssetPage' },
);
export type AssetPage = Static<typeof AssetPage>;

/** Most assets of the bare array. */
export const ASSET_LIST_MAX = 1_000;

/** Most pictures a preset is suggested from. */
const ANALYSIS_IMAGES_MAX = 3;

/** Body of `POST /assets/analyze-preset`. */
export const PresetAnalysis = open({
  image_ids: Type.Array(uuid('Image or job ID.'), { minItems: 1, maxItems: ANALYSIS_IMAGES_MAX }),
});

/** A suggested name and class for a preset of the pictures. */
export const PresetSuggestion = open(
  { name: Type.String(), preset_class: oneOf(PRESET_CLASSES), prompt: Type.String() },
  { $id: 'PresetSuggestion' },
);
export type PresetSuggestion = Static<typeof PresetSuggestion>;

/** The uses of an upload to an asset: the reference of an avatar or preset, or a photo of a product. */
export const ASSET_UPLOAD_TYPES = ['training', 'virtual-try-on-outfit'] as const;

/** Path parameters of everything under an asset. */
export const AssetParams = closed({ id: uuid('Asset ID.') });

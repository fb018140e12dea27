import { closed, dateTime, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { PRESET_CLASSES } from './preset-class.ts';

/** What an asset is: a product, an avatar, or a scene. */
export const ASSET_TYPES = ['outfit', 'model', 'preset'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** Largest `characteristics`, in bytes of JSON. */
export const CHARACTERISTICS_BYTES_MAX = 16 * 1024;

/** A reusable product (`outfit`), avatar (`model`) or scene (`preset`). */
export const Asset = open(
  {
    id: uuid(),
    type: oneOf(ASSET_TYPES),
    alias: Type.String(),
    sku: nullable(Type.String()),
    characteristics: nullable(Type.Object({})),
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
  type: oneOf(ASSET_TYPES),
  alias: Type.String({ minLength: 1, maxLength: 200 }),
  sku: optional(nullable(Type.String({ maxLength: 200 }))),
  characteristics: optional(nullable(Type.Object({}, { description: 'For avatars and presets; at most 16 KiB.' }))),
  preset_class: optional(nullable(oneOf(PRESET_CLASSES, { description: 'For presets.' }))),
  prompt: optional(nullable(Type.String({ maxLength: 4_000, description: 'For presets.' }))),
});
export type AssetCreation = Static<typeof AssetCreation>;

/** What an upload to an asset is: the reference of an avatar or preset, or a photo of a product. */
export const ASSET_UPLOAD_TYPES = ['training', 'virtual-try-on-outfit'] as const;

/** Path parameters of everything under an asset. */
export const AssetParams = closed({ id: uuid('Asset ID.') });

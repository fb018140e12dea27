import type { AssetType, PresetClass } from '@atelier/contract';

/** The name of each type of asset on the page, one and many. */
export const ASSET_WORDS: Readonly<
  Record<AssetType, { readonly one: string; readonly many: string; readonly hint: string }>
> = {
  outfit: {
    one: 'product',
    many: 'Products',
    hint: 'Garments for try-ons. Save several photos of one product together.',
  },
  model: {
    one: 'avatar',
    many: 'Avatars',
    hint: 'People who wear your products, photographed whole and from the front.',
  },
  preset: { one: 'preset', many: 'Presets', hint: 'Backgrounds for avatars and products.' },
};

/** The name of each kind of scene. */
export const PRESET_WORDS: Readonly<Record<PresetClass, string>> = {
  human_studio: 'Person in a studio',
  human_location: 'Person on location',
  ghost_mannequin: 'Ghost mannequin',
  flat_lay: 'Flat lay',
  product_packshot: 'Packshot',
};

import {
  type Asset,
  type AssetType,
  DURATIONS_SECONDS,
  type DurationSeconds,
  type GenerateInput,
  type JobRequest,
  PRESET_CLASSES,
  type TextToVideoInput,
} from '@atelier/contract';
import { MODEL_OPTIONS, type ModelOptions } from '../../components/work/model-options.ts';
import { optionsIn, textIn, textsIn } from '../../components/work/use-again.ts';

/** The starting points of a generation. */
export const WAYS = ['avatar', 'products', 'words', 'film'] as const;
export type Way = (typeof WAYS)[number];

/** Everything on the page that must outlive a reload. */
export interface Draft extends ModelOptions {
  readonly way: Way;
  readonly avatar: readonly string[];
  readonly scene: readonly string[];
  /** Saved products. */
  readonly products: readonly string[];
  /** Uploaded product photos. */
  readonly photos: readonly string[];
  /** Empty: as the service chooses. */
  readonly presetClass: string;
  readonly prompt: string;
  readonly seconds: DurationSeconds;
}

/** A draft nobody has touched. */
export const EMPTY: Draft = {
  ...MODEL_OPTIONS,
  way: 'avatar',
  avatar: [],
  scene: [],
  products: [],
  photos: [],
  presetClass: '',
  prompt: '',
  seconds: 5,
};

/** The draft that leads to a request which was made before. `assets` are those that it names as references. */
export function draftOf({ operation, input }: JobRequest, assets: readonly Pick<Asset, 'id' | 'type'>[]): Draft {
  const mode = textIn(input, 'generate_mode');
  const idsOf = (type: AssetType) => assets.filter((asset) => asset.type === type).map(({ id }) => id);
  const image = mode === 'products' ? 'products' : mode === 'prompt' ? 'words' : 'avatar';
  const seconds = Number(textIn(input, 'duration_seconds'));
  return {
    way: operation === 'text_to_video' ? 'film' : image,
    avatar: idsOf('model'),
    scene: idsOf('preset'),
    products: textsIn(input, 'outfit_asset_id'),
    photos: textsIn(input, 'outfit_image_id'),
    presetClass: textIn(input, 'preset_class'),
    prompt: textIn(input, 'prompt'),
    seconds: DURATIONS_SECONDS.find((one) => one === seconds) ?? EMPTY.seconds,
    ...optionsIn(input),
  };
}

type Fields = Pick<GenerateInput, 'resolution' | 'num_images' | 'aspect_ratio'> & { readonly model: string };

/** The body of the generation that a draft comes to. */
export function generationOf(draft: Draft, fields: Fields) {
  const { way, avatar, scene, products, photos } = draft;
  const assets = way === 'avatar' ? [...avatar, ...scene] : way === 'products' ? scene : [];
  const presetClass = PRESET_CLASSES.find((one) => one === draft.presetClass);
  const prompt = draft.prompt.trim();
  return {
    ...fields,
    generate_mode: way === 'avatar' ? 'presets' : way === 'products' ? 'products' : 'prompt',
    ...(assets.length > 0 && { asset_ids: assets }),
    ...(way !== 'words' && products.length > 0 && { outfit_asset_ids: products }),
    ...(way !== 'words' && photos.length > 0 && { outfit_image_ids: photos }),
    ...(way === 'products' && presetClass && { preset_class: presetClass }),
    ...(prompt && { prompt }),
  } as const;
}

/** The body of the video that a draft comes to. */
export function filmOf({ prompt, seconds, avatar, scene }: Draft, { num_images: _, ...fields }: Fields) {
  const assets = [...avatar, ...scene];
  return {
    ...fields,
    prompt: prompt.trim(),
    duration_seconds: seconds satisfies TextToVideoInput['duration_seconds'],
    ...(assets.length > 0 && { asset_ids: assets }),
  } as const;
}

/** Why it cannot be sent yet, in words; null: it can. `isTextOnly`: the engine makes things of words alone. */
export function obstacleOf(
  { way, avatar, products, photos, prompt }: Draft,
  isUploading: boolean,
  isTextOnly: boolean,
): string | null {
  if (isUploading) return 'A photo is still uploading.';
  if ((way === 'avatar' || (way === 'film' && !isTextOnly)) && avatar.length === 0) return 'Choose an avatar.';
  if (way === 'words' && !isTextOnly)
    return 'The engine of this model needs an avatar or products. Choose another start or model.';
  if (way === 'products' && products.length + photos.length === 0) return 'Add a product.';
  if ((way === 'words' || way === 'film') && prompt.trim() === '') return 'Describe what it should show.';
  return null;
}

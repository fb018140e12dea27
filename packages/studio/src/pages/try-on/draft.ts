import { type Account, type Model, type Resolution, SEED_MAX, type VirtualTryOnInput } from '@atelier/contract';
import { useAccount } from '../../api/queries.ts';
import { textIn, textsIn } from '../../components/work/use-again.ts';
import { useKept } from '../../lib/use-kept.ts';

/** Settings of a try-on as the form has them; texts are as typed. */
export interface Options {
  /** Null: the one the service takes where none is named. */
  readonly model: string | null;
  readonly resolution: Resolution;
  /** Empty: that of the person photo. */
  readonly ratio: string;
  readonly count: number;
  readonly prompt: string;
  readonly style: string;
  readonly seed: string;
  /** Empty: the model's own. */
  readonly speed: string;
}

/** Everything on the page that must outlive a reload. */
export interface Draft {
  readonly person: readonly string[];
  readonly garments: readonly string[];
  readonly options: Options;
}

const EMPTY: Draft = {
  person: [],
  garments: [],
  options: { model: null, resolution: 'standard', ratio: '', count: 1, prompt: '', style: '', seed: '', speed: '' },
};

/** The draft that leads to a request which was made before. `photoOf` gives the photo of a saved product. */
export async function draftOf(input: object, photoOf: (assetId: string) => Promise<string | null>): Promise<Draft> {
  const products = await Promise.all(textsIn(input, 'outfit_asset_id').map(photoOf));
  return {
    person: textsIn(input, 'person_image_id'),
    garments: [...textsIn(input, 'outfit_image_id'), ...products.flatMap((photo) => photo ?? [])],
    options: {
      model: textIn(input, 'model') || null,
      resolution: textIn(input, 'resolution') === 'high' ? 'high' : 'standard',
      ratio: textIn(input, 'aspect_ratio'),
      count: Number(textIn(input, 'num_images')) || 1,
      prompt: textIn(input, 'prompt'),
      style: textIn(input, 'style'),
      seed: textIn(input, 'seed'),
      speed: textIn(input, 'speed'),
    },
  };
}

/** The draft of this workspace. */
export function useDraft() {
  const { workspace_id } = useAccount();
  return useKept(`try-on:${workspace_id}`, EMPTY);
}

/** The request of the draft with a model, without unchanged options. */
export function inputOf({ person, garments, options }: Draft, model: Model, account: Account): VirtualTryOnInput {
  const { resolution, ratio, count, prompt, style, seed, speed } = options;
  const names: readonly string[] = model.speeds;
  return {
    model: modelName(model),
    resolution: model.resolutions.includes(resolution) ? resolution : 'standard',
    num_images: Math.min(count, account.limits.num_images),
    ...(person[0] ? { person_image_id: person[0] } : {}),
    outfit_image_ids: [...garments],
    ...(model.aspect_ratios.includes(ratio) ? { aspect_ratio: ratio } : {}),
    ...(prompt.trim() ? { prompt: prompt.trim() } : {}),
    ...(style.trim() ? { style: style.trim() } : {}),
    ...(seed.trim() !== '' && isSeed(seed) ? { seed: Number(seed) } : {}),
    ...(names.includes(speed) ? { speed } : {}),
  };
}

/** True for a valid seed, and for an empty text. */
export function isSeed(text: string): boolean {
  return /^(-?\d{1,16})?$/.test(text.trim()) && Math.abs(Number(text)) <= SEED_MAX;
}

/** The name of a model of the try-on, as its requests take it. */
function modelName({ name }: Model): NonNullable<VirtualTryOnInput['model']> {
  return name;
}

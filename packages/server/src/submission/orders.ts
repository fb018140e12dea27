import {
  type AnimateInput,
  DEFAULT_MODELS,
  type EditInput,
  type GenerateInput,
  type InpaintInput,
  MASK_EXPANSION_PERCENT_DEFAULT,
  type ModelName,
  type Operation,
  type Resolution,
  type SingleGarment,
  type SingleProduct,
  saysSomething,
  type TextToVideoInput,
  type UpscaleInput,
  type VirtualTryOnInput,
} from '@atelier/contract';
import type { NewMedia } from '../media/rows.ts';
import type { PictureRole, WorkOptions } from '../work-order.ts';
import { aspectRatioFor, checkGarmentCount, speedFor } from './options.ts';
import type { PictureName, RequestedPicture, WorkRequest } from './request.ts';

/** The fields that bodies of operations share. An absent field has its default meaning. */
interface CommonInput {
  readonly model?: ModelName | undefined;
  readonly resolution?: Resolution | undefined;
  readonly num_images?: number | undefined;
  readonly aspect_ratio?: string | undefined;
  readonly seed?: number | undefined;
  readonly prompt?: string | undefined;
}

/** The common part of every operation's request, from the shared fields of its body. Throws `unsupported_option`. */
function commonOrder(operation: Operation, input: CommonInput): Omit<WorkRequest, 'options' | 'pictures'> {
  const model = input.model ?? DEFAULT_MODELS[operation];
  return {
    operation,
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: wordsIn(input.prompt) ?? '',
  };
}

/** Where an envelope names the image it works on; at an operation's own path it is the ID in the path. */
export const SOURCE_POINTER = '/image_id';

/** Pictures a list names, in its order; none where the request has no such list. */
function picturesOf(
  role: PictureRole,
  by: PictureName,
  names: readonly string[] | undefined,
  pointer: string,
): RequestedPicture[] {
  return (names ?? []).map((name, index) => ({ role, by, name, pointer: `${pointer}/${index}` }));
}

/** The picture a single field names, as a list of one or none. */
function pictureOf(role: PictureRole, by: PictureName, name: string | undefined, pointer: string): RequestedPicture[] {
  return name === undefined ? [] : [{ role, by, name, pointer }];
}

/** The options that are set: an absent one stays absent in the work order. */
function given(options: { [K in keyof WorkOptions]: WorkOptions[K] | undefined }): WorkOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The text of a field for words; undefined if it is absent or only spaces. */
function wordsIn(text: string | undefined): string | undefined {
  return saysSomething(text) ? text : undefined;
}

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

/** The work a generation asks for. */
export function orderGenerate(input: GenerateInput & SingleProduct): WorkRequest {
  const common = commonOrder('generate', input);
  const products = [
    ...pictureOf('garment', 'assetId', input.outfit_asset_id, '/outfit_asset_id'),
    ...pictureOf('garment', 'mediaId', input.outfit_image_id, '/outfit_image_id'),
    ...picturesOf('garment', 'assetId', input.outfit_asset_ids, '/outfit_asset_ids'),
    ...picturesOf('garment', 'mediaId', input.outfit_image_ids, '/outfit_image_ids'),
  ];
  checkGarmentCount(common.model, products);
  return {
    ...common,
    options: given({
      style: wordsIn(input.style),
      outfitText: wordsIn(input.outfit_text),
      generateMode: input.generate_mode ?? 'presets',
      presetClass: input.preset_class,
    }),
    pictures: [...picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'), ...products],
  };
}

/** The work an edit of an image asks for; `imageId` is the media ID of the image. */
export function orderEdit(input: EditInput, imageId: string): WorkRequest {
  return {
    ...commonOrder('edit', input),
    options: {},
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...picturesOf('reference', 'mediaId', input.reference_image_ids, '/reference_image_ids'),
    ],
  };
}

/** The work an inpaint of an image asks for. `mask` is one that came inside the request. */
export function orderInpaint(input: InpaintInput, imageId: string, mask?: NewMedia): WorkRequest {
  return {
    ...commonOrder('inpaint', input),
    options: given({
      denoise: input.denoise,
      isScaled: input.resolution === undefined ? undefined : true,
      maskExpansionPercent: input.mask_expansion_percent ?? MASK_EXPANSION_PERCENT_DEFAULT,
    }),
    ...(mask ? { newMedia: [mask] } : {}),
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...pictureOf('mask', 'mediaId', input.mask_image_id, '/mask_image_id'),
      ...pictureOf('mask', 'mediaId', mask?.id, '/mask'),
      ...pictureOf('mask', 'url', input.mask_url, '/mask_url'),
      ...pictureOf('reference', 'mediaId', input.reference_image_id, '/reference_image_id'),
    ],
  };
}

/** The work an upscale of an image asks for. */
export function orderUpscale(input: UpscaleInput, imageId: string): WorkRequest {
  return {
    ...commonOrder('upscale', input),
    options: given({ upscaleFactor: input.upscale_factor ?? 2, denoise: input.denoise }),
    pictures: pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
  };
}

/** Length of a video when none is asked for. */
const DURATION_SECONDS_DEFAULT = 5;

/** The work an image-to-video asks for. */
export function orderAnimate(input: AnimateInput, imageId: string): WorkRequest {
  return {
    ...commonOrder('animate', input),
    options: lengthOf(input),
    pictures: [
      ...pictureOf('source', 'mediaId', imageId, SOURCE_POINTER),
      ...pictureOf('last_frame', 'mediaId', input.last_frame_image_id, '/last_frame_image_id'),
    ],
  };
}

/** The work a text-to-video asks for. */
export function orderTextToVideo(input: TextToVideoInput): WorkRequest {
  return {
    ...commonOrder('text_to_video', input),
    options: lengthOf(input),
    pictures: picturesOf('reference', 'assetId', input.asset_ids, '/asset_ids'),
  };
}

function lengthOf(input: AnimateInput | TextToVideoInput): WorkRequest['options'] {
  return { durationSeconds: input.duration_seconds ?? DURATION_SECONDS_DEFAULT };
}

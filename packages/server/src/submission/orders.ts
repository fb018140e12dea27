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

/** The JSON pointer of the source image in an envelope. At an operation's own path, the ID is in the path. */
export const SOURCE_POINTER = '/image_id';

/** The pictures that a field names, in their order. The field may hold one or a list, or be absent. */
function picturesIn<Field extends string>(
  input: { readonly [F in Field]?: string | readonly string[] | undefined },
  field: Field,
  role: PictureRole,
  by: PictureName = 'mediaId',
): RequestedPicture[] {
  const given = input[field] ?? [];
  if (typeof given === 'string') return [{ role, by, name: given, pointer: `/${field}` }];
  return given.map((name, index) => ({ role, by, name, pointer: `/${field}/${index}` }));
}

/** The options that the request sets. The work order leaves out all others. */
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
    ...picturesIn(input, 'outfit_image_id', 'garment'),
    ...picturesIn(input, 'outfit_image_url', 'garment', 'url'),
    ...picturesIn(input, 'outfit_asset_id', 'garment', 'assetId'),
    ...picturesIn(input, 'outfit_image_ids', 'garment'),
    ...picturesIn(input, 'outfit_image_urls', 'garment', 'url'),
    ...picturesIn(input, 'outfit_asset_ids', 'garment', 'assetId'),
  ];
  checkGarmentCount(common.model, garments);
  return {
    ...common,
    options: given({ style: wordsIn(input.style), speed: speedFor(common.model, input.speed) }),
    pictures: [
      ...picturesIn(input, 'person_image_id', 'person'),
      ...picturesIn(input, 'person_image_url', 'person', 'url'),
      ...garments,
      ...picturesIn(input, 'asset_ids', 'reference', 'assetId'),
    ],
  };
}

/** The work a generation asks for. */
export function orderGenerate(input: GenerateInput & SingleProduct): WorkRequest {
  const common = commonOrder('generate', input);
  const products = [
    ...picturesIn(input, 'outfit_asset_id', 'garment', 'assetId'),
    ...picturesIn(input, 'outfit_image_id', 'garment'),
    ...picturesIn(input, 'outfit_asset_ids', 'garment', 'assetId'),
    ...picturesIn(input, 'outfit_image_ids', 'garment'),
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
    pictures: [...picturesIn(input, 'asset_ids', 'reference', 'assetId'), ...products],
  };
}

/** The work an edit of an image asks for; `imageId` is the media ID of the image. */
export function orderEdit(input: EditInput, imageId: string): WorkRequest {
  return {
    ...commonOrder('edit', input),
    options: {},
    pictures: [
      ...picturesIn({ image_id: imageId }, 'image_id', 'source'),
      ...picturesIn(input, 'reference_image_ids', 'reference'),
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
      ...picturesIn({ image_id: imageId }, 'image_id', 'source'),
      ...picturesIn(input, 'mask_image_id', 'mask'),
      ...picturesIn({ mask: mask?.id }, 'mask', 'mask'),
      ...picturesIn(input, 'mask_url', 'mask', 'url'),
      ...picturesIn(input, 'reference_image_id', 'reference'),
    ],
  };
}

/** The work an upscale of an image asks for. */
export function orderUpscale(input: UpscaleInput, imageId: string): WorkRequest {
  return {
    ...commonOrder('upscale', input),
    options: given({ upscaleFactor: input.upscale_factor ?? 2, denoise: input.denoise }),
    pictures: picturesIn({ image_id: imageId }, 'image_id', 'source'),
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
      ...picturesIn({ image_id: imageId }, 'image_id', 'source'),
      ...picturesIn(input, 'last_frame_image_id', 'last_frame'),
    ],
  };
}

/** The work a text-to-video asks for. */
export function orderTextToVideo(input: TextToVideoInput): WorkRequest {
  return {
    ...commonOrder('text_to_video', input),
    options: lengthOf(input),
    pictures: picturesIn(input, 'asset_ids', 'reference', 'assetId'),
  };
}

function lengthOf(input: AnimateInput | TextToVideoInput): WorkRequest['options'] {
  return { durationSeconds: input.duration_seconds ?? DURATION_SECONDS_DEFAULT };
}

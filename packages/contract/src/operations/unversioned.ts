import { UNVERSIONED_GARMENTS_MAX } from '../limits.ts';
import { type AspectRatio, modelsFor } from '../models.ts';
import { httpUrl, oneOf, open, optional, type Static, saysSomething, Type, uuid } from '../schema.ts';
import { EditInput } from './edit.ts';
import { GenerateInput, generateViolation, REFERENCES } from './generate.ts';
import { InpaintInput, MASKS } from './inpaint.ts';
import { withoutOutput } from './output.ts';
import { text } from './shared.ts';
import { UpscaleInput } from './upscale.ts';
import { AnimateInput, TextToVideoInput } from './video.ts';
import { type Alternatives, exactlyOne, type Violation } from './violation.ts';
import { PERSON_SOURCES, VirtualTryOnInput } from './virtual-try-on.ts';

/** Model of an unversioned try-on that names none; v1 has another. */
export const UNVERSIONED_TRY_ON_MODEL = 'v1';

/** Words that older clients send as the aspect ratio of a generation, and their meaning. */
const ASPECT_RATIO_WORDS: Readonly<Record<string, AspectRatio>> = { portrait: '3:4', landscape: '4:3', square: '1:1' };

/** The ratio that an unversioned request means. Other text stays as it is. */
export function aspectRatioOfWord(given: string | undefined): string | undefined {
  return given === undefined ? undefined : (ASPECT_RATIO_WORDS[given] ?? given);
}

const versionId = (of: string) =>
  optional(uuid(`A version of ${of}: it is worked on in its place. Absent: the original is, not the latest version.`));

const garments = <T extends ReturnType<typeof uuid> | ReturnType<typeof httpUrl>>(item: T, description: string) =>
  optional(Type.Array(item, { minItems: 1, maxItems: UNVERSIONED_GARMENTS_MAX, description }));

const GARMENT_SOURCES = {
  what: 'garment source',
  fields: [
    'outfit_image_id',
    'outfit_image_url',
    'outfit_asset_id',
    'outfit_image_ids',
    'outfit_image_urls',
    'outfit_asset_ids',
  ],
} as const satisfies Alternatives;

/**
 * Body of an unversioned try-on: that of v1 with single garments, versions, another default model and shorter arrays.
 */
export const UnversionedTryOnInput = open(
  {
    ...withoutOutput(VirtualTryOnInput.properties),
    model: optional(
      oneOf(modelsFor('virtual_try_on'), { $id: 'UnversionedTryOnModel', default: UNVERSIONED_TRY_ON_MODEL }),
    ),
    outfit_image_id: optional(uuid('A garment image.')),
    outfit_image_url: optional(httpUrl('Public address of a garment image.')),
    outfit_asset_id: optional(uuid('A saved product.')),
    outfit_image_ids: garments(uuid(), 'Garment images, for models that take several.'),
    outfit_image_urls: garments(httpUrl(), 'Public addresses of garment images, for models that take several.'),
    outfit_asset_ids: garments(uuid(), 'Saved products, for models that take several.'),
    version_id: versionId('the image of person_image_id'),
    create_version: optional(
      Type.Boolean({ description: 'True adds the outputs to the person image as versions, and answers with it.' }),
    ),
  },
  { $id: 'UnversionedTryOnInput', exactlyOneOf: [PERSON_SOURCES.fields, GARMENT_SOURCES.fields] },
);
export type UnversionedTryOnInput = Static<typeof UnversionedTryOnInput>;

/** One person, one garment source, versions only of an image. */
export function unversionedTryOnViolation(input: UnversionedTryOnInput): Violation | null {
  const versioned = (['version_id', 'create_version'] as const).find((field) => input[field]);
  if (versioned && input.person_image_id === undefined)
    return { pointer: `/${versioned}`, message: 'needs person_image_id; none was given' };
  return exactlyOne(input, PERSON_SOURCES) ?? exactlyOne(input, GARMENT_SOURCES);
}

/** A product, and words, that a generation takes beside the fields of v1. */
const SINGLE_PRODUCTS = ['outfit_image_id', 'outfit_asset_id'] as const;
const WORDS = ['outfit_text', 'model_text', 'set_text'] as const;

/** Body of an unversioned generation: that of v1, with the model as `model_version`. */
export const UnversionedGenerateInput = open(
  {
    ...withoutOutput(GenerateInput.properties),
    model_version: optional(
      oneOf(modelsFor('generate'), { description: 'The same as model; it takes precedence if both are sent.' }),
    ),
    outfit_image_id: optional(uuid('A product image.')),
    outfit_asset_id: optional(uuid('A saved product.')),
    model_text: optional(text('Describes the person who wears it.')),
    set_text: optional(text('Describes the place.')),
  },
  {
    $id: 'UnversionedGenerateInput',
    atLeastOneOf: [...REFERENCES, ...SINGLE_PRODUCTS, ...WORDS],
    neededWith: [
      { field: 'generate_mode', value: 'prompt', atLeastOneOf: ['prompt', ...WORDS] },
      {
        field: 'generate_mode',
        value: 'products',
        atLeastOneOf: ['outfit_asset_ids', 'outfit_image_ids', ...SINGLE_PRODUCTS],
      },
    ],
  },
);
export type UnversionedGenerateInput = Static<typeof UnversionedGenerateInput>;

/** All that is said in words of a generation, as one prompt; undefined where nothing is. */
export function wordsOf({ prompt, model_text, set_text }: UnversionedGenerateInput): string | undefined {
  const words = [prompt, model_text, set_text].filter(saysSomething);
  return words.length > 0 ? words.join('. ') : undefined;
}

/** The rules of v1, where words for the outfit, the model or the set stand for a prompt as well. */
export function unversionedGenerateViolation(input: UnversionedGenerateInput): Violation | null {
  const prompt = wordsOf(input) ?? input.outfit_text;
  return generateViolation({ ...input, ...(prompt && { prompt }) });
}

/** Body of an unversioned edit. */
export const UnversionedEditInput = open(
  { ...withoutOutput(EditInput.properties), version_id: versionId('the image') },
  { $id: 'UnversionedEditInput' },
);

/** Body of an unversioned inpaint. */
export const UnversionedInpaintInput = open(
  { ...withoutOutput(InpaintInput.properties), version_id: versionId('the image') },
  { $id: 'UnversionedInpaintInput', exactlyOneOf: [MASKS.fields] },
);

/** Body of an unversioned upscale. */
export const UnversionedUpscaleInput = open(
  { ...withoutOutput(UpscaleInput.properties), version_id: versionId('the image') },
  { $id: 'UnversionedUpscaleInput' },
);

/** Body of an unversioned image-to-video. */
export const UnversionedAnimateInput = open(
  { ...AnimateInput.properties, version_id: versionId('the image') },
  { $id: 'UnversionedAnimateInput' },
);

/** Body of an unversioned text-to-video. */
export const UnversionedTextToVideoInput = open(TextToVideoInput.properties, { $id: 'UnversionedTextToVideoInput' });

/** A request that works once its IDs are real. */
export const UNVERSIONED_TRY_ON_EXAMPLE = {
  person_image_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  outfit_image_id: '0198f3a2-8f00-7aa1-b2c3-d4e5f6a7b8c9',
  resolution: 'standard',
} satisfies UnversionedTryOnInput;

/** A request that works once its IDs are real: an avatar, and a photo of a product. */
export const UNVERSIONED_GENERATE_EXAMPLE = {
  asset_ids: ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'],
  outfit_image_id: '0198f3a2-8f00-7aa1-b2c3-d4e5f6a7b8c9',
  prompt: 'at the beach, a little warmer',
  model_version: 'nano-banana-2',
} satisfies UnversionedGenerateInput;

import { isVideo, OPERATIONS } from '@atelier/contract';
import sharp from 'sharp';
import Type, { type Static } from 'typebox';
import { defineAdapter } from '../catalogue.ts';
import { checkTemplate, dataUri, type FormField, fillInputs, formOf, type Json } from '../inputs.ts';
import { ANSWERS_AT_ONCE, blocked, delivered, failed, judgeStart, madeAt, rejected, unavailable } from '../outcomes.ts';
import type { EngineTask, GatheredPicture, StartOutcome } from '../port.ts';
import { closed, maybe, perOperation } from '../schemas.ts';
import { answerReader, callThrough, excerptOf, firstFault, type WholeAnswer } from '../wire.ts';

/** Public address of OpenAI's own API. */
const BASE_URL = 'https://api.openai.com/v1';

/** Pictures one call may bring, the mask not counted (platform.openai.com/docs/api-reference/images/createEdit). */
const PICTURES_MAX = 16;

/** Sides of a picture are multiples of this, in pixels: the size of a latent, and the step of OpenAI's models. */
const SIDE_STEP = 16;

const Size = Type.String({ pattern: '^[1-9]\\d{1,4}x[1-9]\\d{1,4}$', title: 'a size such as 1024x1536' });
const ModelSetting = closed({
  model: Type.String({ minLength: 1 }),
  sizes: Type.Optional(Type.Array(Size, { minItems: 1 })),
  input: Type.Optional(Type.Record(Type.String(), Type.Unsafe<Json>({}))),
});
type ModelSetting = Static<typeof ModelSetting>;

const Options = closed({
  operations: perOperation(ModelSetting),
  pictures_max: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  mask_field: Type.Optional(Type.String({ minLength: 1 })),
});

/**
 * Servers that speak OpenAI's images API: OpenAI's own, vLLM-Omni, SGLang, LocalAI. OpenAI's client would repeat calls
 * twice; the adapter turns that off and gives it a fetch that sends one request.
 */
export const openaiImages = defineAdapter({
  keys: { api_key: 'OPENAI_API_KEY' },
  optionalKeys: ['api_key'],
  options: Options,
  create({ name, baseUrl, options, key, timeoutMs }) {
    const { operations, pictures_max: picturesMax = PICTURES_MAX, mask_field: maskField = 'mask' } = options;
    for (const operation of OPERATIONS) {
      const setting = operations[operation];
      if (setting && isVideo(operation))
        throw new Error(`/options/operations/${operation}: this adapter makes no videos`);
      checkTemplate(setting?.input ?? {});
    }
    const post = async (fetch: typeof globalThis.fetch, path: string, body: unknown) => {
      // Loaded here: the client takes 34 MB, and most services run without it.
      const { default: OpenAI } = await import('openai');
      const apiKey = key('api_key');
      const client = new OpenAI({
        baseURL: baseUrl ?? BASE_URL,
        apiKey: apiKey ?? 'none',
        // A server of one's own asks for no key.
        defaultHeaders: apiKey === null ? { authorization: null } : {},
        organization: null,
        project: null,
        maxRetries: 0,
        timeout: timeoutMs,
        logLevel: 'off',
        fetch,
      });
      // Untyped: other servers take fields that the client does not know.
      return client.post(path, { body });
    };

    return {
      serves: ({ operation, pictures }) =>
        operations[operation] !== undefined && pictures.filter(({ role }) => role !== 'mask').length <= picturesMax,
      async start(task, signal) {
        const setting = operations[task.order.operation];
        if (!setting) throw new Error(`${name} was given a task of ${task.order.operation}`);
        const shown = task.pictures.filter(({ role }) => role !== 'mask');
        const input = inputOf(setting, { ...task, pictures: shown });
        const [path, body] =
          shown.length === 0
            ? (['/images/generations', input] as const)
            : (['/images/edits', formOf(fieldsOf(input, shown, await maskFile(task.pictures), maskField))] as const);
        const answer = await callThrough((fetch) => post(fetch, path, body), { timeoutMs, signal });
        return judgeStart(answer, { first: codeOutcome, refused: refusalOf, taken: pictureIn });
      },
      ...ANSWERS_AT_ONCE,
    };
  },
});

/** The fields of a call for one picture. Those of the configuration win. */
function inputOf({ model, sizes, input = {} }: ModelSetting, task: EngineTask): Readonly<Record<string, Json>> {
  const filled = fillInputs({ prompt: '$prompt', ...input }, task, dataUri);
  return { model, n: 1, size: sizeOf(task.size, sizes), ...Object(filled) };
}

type Sides = EngineTask['size'];

/**
 * The size to ask for: of a list the size nearest in ratio, then in area. Without a list the asked size, in whole
 * steps.
 */
function sizeOf(wanted: Sides, sizes: readonly string[] | undefined): string {
  const step = (side: number) => Math.max(SIDE_STEP, Math.round(side / SIDE_STEP) * SIDE_STEP);
  if (!sizes) return `${step(wanted.width)}x${step(wanted.height)}`;
  const distance = (size: string) => {
    const [width = 1, height = 1] = size.split('x').map(Number);
    const ratio = Math.abs(Math.log((width * wanted.height) / (height * wanted.width)));
    const area = Math.abs(Math.log((width * height) / (wanted.width * wanted.height)));
    // Rounded, so that ratios that differ by rounding count as the same.
    return Math.round(ratio * 100) * 1000 + area;
  };
  return [...sizes].sort((one, other) => distance(one) - distance(other))[0] ?? '';
}

function fieldsOf(
  input: Readonly<Record<string, Json>>,
  pictures: readonly GatheredPicture[],
  mask: Uint8Array | null,
  maskField: string,
): readonly FormField[] {
  // As OpenAI's client writes lists.
  const field = pictures.length > 1 ? 'image[]' : 'image';
  return [
    ...Object.entries(input).map(([name, value]): FormField => [name, textOf(value)]),
    ...pictures.map(({ bytes }, index): FormField => [field, bytes, `picture-${index + 1}`]),
    [maskField, mask ?? undefined, 'mask.png'],
  ];
}

function textOf(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The plain mask of a task as a PNG in both conventions. The part to repaint is transparent, as OpenAI takes it, and
 * white beneath, as other servers do. Null if the task has no mask.
 */
async function maskFile(pictures: readonly GatheredPicture[]): Promise<Uint8Array | null> {
  const mask = pictures.find(({ role }) => role === 'mask');
  if (!mask) return null;
  const { width, height } = mask;
  const raw = { width, height, channels: 1 } as const;
  const marked = await sharp(mask.bytes).extractChannel(0).raw().toBuffer();
  const opaque = Buffer.from(marked.map((value) => 255 - value));
  return sharp(marked, { raw }).joinChannel([marked, marked, opaque], { raw }).toColourspace('srgb').png().toBuffer();
}

/** Codes of refusals by policy, and of an account that cannot pay (platform.openai.com/docs/guides/error-codes). */
const POLICY_CODES: readonly string[] = ['moderation_blocked', 'content_policy_violation'];
const ACCOUNT_CODES: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];

/** Fields that hold the user's input; a fault of any other field is the configuration's. */
const USER_FIELDS = /^(prompt|image|mask)/;

const readImages = answerReader({
  data: Type.Array(Type.Object({ b64_json: maybe(Type.String()), url: maybe(Type.String()) })),
});

const readError = answerReader({
  error: Type.Object({
    message: maybe(Type.String()),
    code: maybe(Type.Union([Type.String(), Type.Number()])),
    param: maybe(Type.String()),
    moderation_details: Type.Optional(Type.Object({ moderation_stage: Type.Optional(Type.String()) })),
  }),
});
function codeOutcome({ status, bytes }: WholeAnswer): StartOutcome | null {
  const said = status >= 400 ? readError(bytes)?.error : undefined;
  const code = String(said?.code ?? '');
  if (POLICY_CODES.includes(code))
    return blocked(said?.moderation_details?.moderation_stage === 'output' ? 'output' : 'input');
  return ACCOUNT_CODES.includes(code) ? unavailable(`${code}: ${said?.message ?? ''}`) : null;
}

function refusalOf({ bytes }: WholeAnswer): StartOutcome {
  const said = readError(bytes)?.error;
  const { loc = [], msg } = firstFault(bytes);
  const field = said?.param ?? String(loc.at(-1) ?? '');
  const words = said?.message ?? msg ?? excerptOf(bytes);
  if (field !== '' && !USER_FIELDS.test(field))
    return unavailable(`the server does not take ${field} as it is set up: ${words}`);
  return rejected(words);
}

function pictureIn({ bytes }: WholeAnswer): StartOutcome | null {
  const images = readImages(bytes);
  if (!images) return null;
  const [image] = images.data;
  if (image?.b64_json) return delivered(image.b64_json);
  return image?.url ? madeAt(image.url) : failed('generation_failed', 'The engine ended without an image.');
}

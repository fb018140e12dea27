import Fashn from 'fashn';
import Type from 'typebox';
import { defineAdapter } from '../catalogue.ts';
import { dataUri, fillInputs, type Json, seeded } from '../inputs.ts';
import { operationModels, operationsOption } from '../operation-models.ts';
import { blocked, judgeRead, judgeStart, madeAt, rejected, started, unavailable, working } from '../outcomes.ts';
import { jpegWithin } from '../pictures/formats.ts';
import type { EngineOutcome, EngineTask, OutfitPiece, ReadOutcome } from '../port.ts';
import { closed, maybe } from '../schemas.ts';
import {
  answerReader,
  callThrough,
  excerptOfAnswer,
  SUBMIT_TIMEOUT_MS,
  type WireAnswer,
  type WireLimits,
} from '../wire.ts';

/** Public address of the API (docs.fashn.ai/api-overview). */
const BASE_URL = 'https://api.fashn.ai';

/** Longest wait for the answer to a cancel or a look at the server's health, in milliseconds. */
const LOOK_TIMEOUT_MS = 10_000;

/** The default model of each operation. */
const USUAL_MODELS = {
  virtual_try_on: { model: 'tryon-v1.6' },
  generate: { model: 'product-to-model' },
  edit: { model: 'edit' },
  inpaint: { model: 'edit' },
  animate: { model: 'image-to-video' },
};

/** The open model as the server of `deploy/gpu` calls it: one garment a run, and up to four runs for one job. */
const OPEN_MODEL = 'fashn-vton-1.5';

/** The open model scales larger pictures to this longest side before it looks at them (`pre_resize`), in pixels. */
const SEEN = { sideMax: 864, bytesMax: 5_000_000 };

const PICTURE = { seed: '$seed', output_format: 'png' };
const MODE = { $speed: { fast: 'performance', balanced: 'balanced', quality: 'quality' } };
const UP_TO_4K = { $resolution: { standard: '1k', high: '4k' } };

/** Inputs of FASHN's models that are known here, by model name (docs.fashn.ai, types of its client 0.11). */
const FASHN_INPUTS: Readonly<Record<string, Json>> = {
  'tryon-v1.6': {
    ...PICTURE,
    model_image: '$person',
    garment_image: '$garment',
    mode: MODE,
  },
  [OPEN_MODEL]: {
    seed: '$seed',
    model_image: '$person',
    garments: '$garments',
    mode: MODE,
  },
  'tryon-max': {
    ...PICTURE,
    model_image: '$person',
    product_image: '$garment',
    prompt: '$user_prompt',
    resolution: { $resolution: { standard: '1k', high: '2k' } },
    generation_mode: '$speed',
    num_images: 1,
  },
  'product-to-model': {
    ...PICTURE,
    product_image: '$garment',
    model_image: '$avatar',
    prompt: '$user_prompt',
    aspect_ratio: '$aspect_ratio',
    resolution: UP_TO_4K,
  },
  edit: {
    ...PICTURE,
    image: '$source',
    mask: '$mask',
    image_context: '$reference',
    prompt: '$wish',
    resolution: UP_TO_4K,
    num_images: 1,
  },
  'image-to-video': {
    image: '$source',
    prompt: '$user_prompt',
    duration: '$duration',
    resolution: { $resolution: { standard: '720p', high: '1080p' } },
  },
};

/** The model's names of the categories. */
const CATEGORIES: Readonly<Record<OutfitPiece['category'], string>> = {
  top: 'tops',
  trousers: 'bottoms',
  skirt: 'bottoms',
  dress: 'one-pieces',
  jumpsuit: 'one-pieces',
};

/**
 * FASHN: try-on, products on models, edits with and without a mask, videos of a picture. Also the server of the open
 * model (`deploy/gpu`), which takes cancellations, as FASHN does not. Webhooks carry no signature: work is looked at
 * until it ends.
 */
export const fashn = defineAdapter({
  keys: { api_key: 'FASHN_API_KEY' },
  options: closed({
    operations: Type.Optional(operationsOption('^[\\w.-]+$', 'the name of a model such as tryon-v1.6')),
  }),
  create({ baseUrl, options, key }) {
    const models = operationModels(options.operations ?? USUAL_MODELS, FASHN_INPUTS);
    const isOpenModel = Object.values(options.operations ?? {}).some((setting) => setting?.model === OPEN_MODEL);
    if (isOpenModel && baseUrl === null)
      throw new Error(`base_url is missing: ${OPEN_MODEL} runs on a server of your own (docs/gpu.md)`);
    // By default the client repeats calls for work three times.
    const settings = {
      baseURL: baseUrl ?? BASE_URL,
      apiKey: key('api_key') ?? '',
      maxRetries: 0,
      logLevel: 'off',
    } as const;
    const call = (send: (client: Fashn) => Promise<unknown>, limits: WireLimits) =>
      callThrough((fetch) => send(new Fashn({ ...settings, fetch, timeout: SUBMIT_TIMEOUT_MS })), limits);

    return {
      serves: models.serves,
      async start(task) {
        const { model, input } = models.of(task.order.operation);
        // The types of the client know fewer models than the API.
        const asked = model === OPEN_MODEL ? await asOpenModelSees(task) : task;
        const filled = fillInputs(input, seeded(asked), dataUri);
        const inputs = model === OPEN_MODEL ? Object.assign({}, filled, { garments: garmentsOf(asked) }) : filled;
        const body = { model_name: model, inputs };
        return judgeStart(await call((client) => client.post('/v1/run', { body }), { timeoutMs: SUBMIT_TIMEOUT_MS }), {
          // An empty account answers 429 too, and asking again does not fill it
          // (docs.fashn.ai/api-overview/error-handling).
          first: (answer) =>
            readRefusal(answer.bytes)?.error === 'OutOfCredits' ? unavailable(excerptOfAnswer(answer)) : null,
          refused: (answer) => {
            const refusal = readRefusal(answer.bytes);
            return refusal ? failureOf(refusal.error, refusal.message) : unavailable(excerptOfAnswer(answer));
          },
          taken({ bytes }) {
            const receipt = readReceipt(bytes);
            return receipt && started(receipt.id);
          },
        });
      },
      async read({ remoteId }, _task, signal) {
        return judgeRead(
          await call((client) => client.predictions.status(remoteId), { signal }),
          ({ status, bytes }) => (status === 200 ? seenIn(bytes) : lostIn(bytes)),
        );
      },
      ...(isOpenModel && {
        needsOutfit: (operation) => models.of(operation).model === OPEN_MODEL,
        async trouble() {
          return troubleOf(await call((client) => client.get('/health'), { timeoutMs: LOOK_TIMEOUT_MS }));
        },
        async cancel({ remoteId }) {
          await call((client) => client.post(`/v1/cancel/${remoteId}`), { timeoutMs: LOOK_TIMEOUT_MS });
        },
      }),
    };
  },
});

/** A task with pictures no larger than the open model sees: they wait in the memory of its server. */
async function asOpenModelSees(task: EngineTask): Promise<EngineTask> {
  const { pictures, outfit = [] } = task;
  return {
    ...task,
    pictures: await Promise.all(pictures.map(async (one) => ({ ...one, bytes: await jpegWithin(one.bytes, SEEN) }))),
    outfit: await Promise.all(outfit.map(async (one) => ({ ...one, photo: await jpegWithin(one.photo, SEEN) }))),
  };
}

/** The garments of a task as the server takes them, in the order in which it puts them on. */
function garmentsOf({ outfit = [] }: EngineTask): Json {
  return outfit.map(({ category, photo }) => ({
    garment_image: dataUri({ bytes: photo }),
    category: CATEGORIES[category],
    garment_photo_type: 'flat-lay',
  }));
}

const readHealth = answerReader({ ready: Type.Boolean(), message: Type.String() });

function troubleOf(answer: WireAnswer): string | null {
  const health = answer.kind === 'answer' ? readHealth(answer.bytes) : null;
  if (!health) return excerptOfAnswer(answer);
  return health.ready ? null : health.message;
}

/** Work that the server of the open model no longer knows; null for any other answer. */
function lostIn(bytes: Uint8Array): ReadOutcome | null {
  const refusal = readRefusal(bytes);
  return refusal?.error === 'UnknownRun' ? unavailable(refusal.message ?? refusal.error) : null;
}

const readRefusal = answerReader({ error: Type.String(), message: Type.Optional(Type.String()) });
const readReceipt = answerReader({ id: Type.String({ minLength: 1 }) });
const readPrediction = answerReader({
  status: Type.String(),
  output: maybe(Type.Array(Type.String())),
  error: maybe(Type.Object({ name: Type.String(), message: Type.Optional(Type.String()) })),
  /** The server of the open model alone tells it. */
  waited_seconds: Type.Optional(Type.Number({ minimum: 0 })),
});

function seenIn(bytes: Uint8Array): ReadOutcome | null {
  const prediction = readPrediction(bytes);
  switch (prediction?.status) {
    case 'starting':
    case 'in_queue':
    case 'processing':
      return working(null, (prediction.waited_seconds ?? 0) * 1000);
    case 'completed':
      return madeAt(prediction.output?.[0]);
    case 'failed':
    case 'canceled':
    case 'time_out':
      return failureOf(prediction.error?.name ?? prediction.status, prediction.error?.message);
    default:
      return null;
  }
}

/** Failures that lie in the pictures or the words. `BadRequest` is not one: the operator names models and fields. */
const INPUT_FAILURES: readonly string[] = ['ImageLoadError', 'PoseError', 'InputValidationError'];

/** The outcome for the name of a failure (docs.fashn.ai/api-overview/error-handling). Failed work is free. */
function failureOf(failure: string, message: string | undefined): EngineOutcome {
  if (failure === 'ContentModerationError') return blocked('input');
  if (INPUT_FAILURES.includes(failure)) return rejected(message);
  return unavailable(message === undefined ? failure : `${failure}: ${message}`);
}

import { createHash, createPublicKey, verify } from 'node:crypto';
import Type from 'typebox';
import { defineAdapter } from '../catalogue.ts';
import { dataUri, fillInputs, type Json } from '../inputs.ts';
import { operationModels, operationsOption } from '../operation-models.ts';
import {
  blocked,
  judgeRead,
  judgeStart,
  madeAt,
  NOTHING_MADE,
  outputGone,
  rejected,
  started,
  unavailable,
  working,
} from '../outcomes.ts';
import type { EngineOutcome, RawRequest, ReadOutcome, StartOutcome } from '../port.ts';
import { remembered } from '../remembered.ts';
import { closed, maybe } from '../schemas.ts';
import {
  answerReader,
  callEngine,
  excerptOfAnswer,
  firstFault,
  isPassing,
  isWithinEngine,
  jsonApi,
  readSuccess,
  type WholeAnswer,
} from '../wire.ts';

/** Public address of the queue (fal.ai/docs/inference-api/queue). */
const BASE_URL = 'https://queue.fal.run';
/** Domain of all hosts that serve the states of runs. */
const DOMAIN = 'fal.run';

/** Keys that sign messages (fal.ai/docs/model-apis/webhooks), and how long they are remembered at most. */
const SIGNING_KEYS_URL = 'https://rest.fal.ai/.well-known/jwks.json';
const SIGNING_KEYS_AGE_MS = 24 * 3_600_000;

/** Farthest a message's time may be from ours, in seconds. */
const MESSAGE_AGE_SECONDS_MAX = 300;

const NANO_BANANA = {
  image_urls: '$images',
  prompt: '$prompt',
  aspect_ratio: '$aspect_ratio',
  seed: '$seed',
  num_images: 1,
};
const KLING_2_5 = { prompt: '$prompt', duration: '$duration_text' };
const KLING_3 = { ...KLING_2_5, generate_audio: false };

/**
 * Inputs of models that are known here, by endpoint (types of @fal-ai/client 1.10); others are set up with one of their
 * own.
 */
const FAL_INPUTS: Readonly<Record<string, Json>> = {
  'fal-ai/fashn/tryon/v1.6': { model_image: '$person', garment_image: '$garment', seed: '$seed', output_format: 'png' },
  'fal-ai/kling/v1-5/kolors-virtual-try-on': { human_image_url: '$person', garment_image_url: '$garment' },
  'fal-ai/flux-pro/v1/vto': {
    human_image_url: '$person',
    garment_image_url: '$garment',
    prompt: '$prompt',
    seed: '$seed',
  },
  'fal-ai/nano-banana/edit': NANO_BANANA,
  'fal-ai/nano-banana-pro/edit': { ...NANO_BANANA, resolution: '$size_name' },
  'fal-ai/nano-banana-2/edit': { ...NANO_BANANA, resolution: '$size_name' },
  'fal-ai/flux-pro/v1/fill': { image_url: '$source', mask_url: '$mask', prompt: '$prompt', seed: '$seed' },
  'fal-ai/qwen-image-edit/inpaint': {
    image_url: '$source',
    mask_url: '$mask',
    prompt: '$prompt',
    strength: '$denoise',
    seed: '$seed',
  },
  'fal-ai/seedvr/upscale/image': { image_url: '$source', upscale_mode: 'factor', upscale_factor: '$upscale_factor' },
  'fal-ai/clarity-upscaler': { image_url: '$source', upscale_factor: '$upscale_factor' },
  'fal-ai/esrgan': { image_url: '$source', scale: '$upscale_factor' },
  'fal-ai/kling-video/v2.5-turbo/pro/image-to-video': {
    ...KLING_2_5,
    image_url: '$source',
    tail_image_url: '$last_frame',
  },
  'fal-ai/kling-video/v2.5-turbo/pro/text-to-video': { ...KLING_2_5, aspect_ratio: '$aspect_ratio' },
  'fal-ai/kling-video/v3/standard/image-to-video': {
    ...KLING_3,
    start_image_url: '$source',
    end_image_url: '$last_frame',
  },
  'fal-ai/kling-video/v3/standard/text-to-video': { ...KLING_3, aspect_ratio: '$aspect_ratio' },
  'fal-ai/kling-video/v3/pro/image-to-video': { ...KLING_3, start_image_url: '$source', end_image_url: '$last_frame' },
  'fal-ai/kling-video/v3/pro/text-to-video': { ...KLING_3, aspect_ratio: '$aspect_ratio' },
};

/** fal's queue: any model of theirs, by a template of its input. */
export const fal = defineAdapter({
  keys: { api_key: 'FAL_KEY' },
  options: closed({
    operations: operationsOption('^[\\w.-]+/[\\w./-]+$', 'the endpoint of a model such as fal-ai/nano-banana/edit'),
    signing_keys_url: Type.Optional(Type.String()),
  }),
  create({ baseUrl, options, key, webhookUrl }) {
    const base = baseUrl ?? BASE_URL;
    const api = jsonApi(base, () => ({ authorization: `Key ${key('api_key') ?? ''}` }));
    const models = operationModels(options.operations, FAL_INPUTS);
    const { signing_keys_url: keysUrl = SIGNING_KEYS_URL } = options;
    const signingKeys = remembered(async () => {
      const known = readSuccess(await callEngine({ method: 'GET', url: keysUrl }), readSigningKeys);
      return known?.keys.map(({ x }) => x) ?? null;
    }, SIGNING_KEYS_AGE_MS);

    return {
      serves: models.serves,
      async start(task) {
        const { model, input } = models.of(task.order.operation);
        const query = webhookUrl === null ? '' : `?fal_webhook=${encodeURIComponent(webhookUrl)}`;
        // Pictures of customers are not kept, and the platform does not run the work twice by itself.
        const more = { 'x-fal-store-io': '0', 'x-fal-no-retry': '1' };
        const answer = await api.submit(`/${model}${query}`, fillInputs(input, task, dataUri), more);
        return judgeStart(answer, {
          refused: ({ bytes }) => refusalOf(bytes),
          taken: ({ bytes }) => startedIn(bytes, base),
        });
      },
      async read({ details }, _task, signal) {
        const status = await api.get(details.status ?? '', { signal });
        const seen = status.kind === 'answer' && status.status < 400 ? readStatus(status.bytes) : null;
        if (seen && seen.status !== 'COMPLETED') return working();
        if (!seen) return judgeRead(status, () => null);
        const hasFailed = Boolean(seen.error ?? seen.error_type);
        return judgeRead(await api.get(details.response ?? '', { signal }), (result) =>
          result.status < 400 ? resultIn(result.bytes) : failureOf(result, hasFailed),
        );
      },
      async cancel({ details }) {
        await api.call({ method: 'PUT', url: details.cancel ?? '' });
      },
      readEvent: (request) => readEvent(request, signingKeys),
    };
  },
});

const readSubmission = answerReader({
  request_id: Type.String(),
  status_url: Type.String(),
  response_url: Type.String(),
  cancel_url: Type.String(),
});

/** The receipt of a submission; its addresses are used as they came, where they are the engine's. */
function startedIn(bytes: Uint8Array, base: string): StartOutcome | null {
  const submission = readSubmission(bytes);
  if (!submission) return null;
  const { request_id, status_url: status, response_url: response, cancel_url: cancel } = submission;
  if (![status, response, cancel].every((address) => isWithinEngine(address, base, DOMAIN))) return null;
  return started(request_id, { status, response, cancel });
}

/** A state, with a field of its own for a failure. */
const readStatus = answerReader({
  status: Type.String(),
  error: Type.Optional(Type.Unknown()),
  error_type: maybe(Type.String()),
});

/** Why the result of a run that ended cannot be had. Only a run that certainly failed may go to another engine. */
function failureOf(result: WholeAnswer, hasFailed: boolean): ReadOutcome | null {
  const { status, bytes } = result;
  const isOfRun = hasFailed || firstFault(bytes).type !== undefined;
  if (!isOfRun && isPassing(status)) return null;
  if (!isOfRun && (status === 404 || status === 410)) return outputGone(`status ${status}`);
  const refusal = refusalOf(bytes);
  if (status < 500 || refusal.kind === 'policy_blocked') return refusal;
  return unavailable(`the run failed: ${excerptOfAnswer(result)}`);
}

const FileAddress = Type.Object({ url: Type.String() });
const readResult = answerReader({
  images: Type.Optional(Type.Array(FileAddress)),
  image: Type.Optional(FileAddress),
  video: Type.Optional(FileAddress),
  has_nsfw_concepts: Type.Optional(Type.Union([Type.Boolean(), Type.Array(Type.Boolean())])),
});

function resultIn(bytes: Uint8Array): EngineOutcome {
  const result = readResult(bytes);
  if ([result?.has_nsfw_concepts].flat().includes(true)) return blocked('output');
  return madeAt((result?.video ?? result?.image ?? result?.images?.[0])?.url);
}

/** Kinds of errors that say that the platform, not the input, was at fault. */
const PLATFORM_ERRORS: readonly string[] = [
  'internal_server_error',
  'generation_timeout',
  'downstream_service_error',
  'downstream_service_unavailable',
];

/** The outcome for an error of a model (fal.ai/docs/documentation/model-apis/errors). */
function refusalOf(bytes: Uint8Array): EngineOutcome {
  const { type, msg = '' } = firstFault(bytes);
  if (type === 'content_policy_violation') return blocked('input');
  if (type !== undefined && PLATFORM_ERRORS.includes(type)) return unavailable(`${type}: ${msg}`);
  return type === 'no_media_generated' ? NOTHING_MADE : rejected(msg);
}

const readSigningKeys = answerReader({ keys: Type.Array(Type.Object({ x: Type.String() })) });

const readMessage = answerReader({ request_id: Type.String(), status: Type.String() });

/** Checks a message's Ed25519 signature, over its IDs, its time and the digest of its body. */
async function readEvent({ headers, body }: RawRequest, signingKeys: () => Promise<readonly string[] | null>) {
  const [requestId, userId, time, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (part) => headers[`x-fal-webhook-${part}`],
  );
  if (!requestId || !userId || !time || !signature) return null;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= MESSAGE_AGE_SECONDS_MAX)) return null;
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = Buffer.from([requestId, userId, time, digest].join('\n'));
  const keys = ((await signingKeys()) ?? []).map((x) =>
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  );
  if (!keys.some((key) => verify(null, signed, key, Buffer.from(signature, 'hex')))) return null;
  const message = readMessage(body);
  return message && { eventId: `${message.request_id} ${message.status}`, remoteId: message.request_id };
}

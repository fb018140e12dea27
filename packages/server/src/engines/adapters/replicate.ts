import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import { defineAdapter } from '../catalogue.ts';
import { dataUri, fillInputs, formOf, type Json } from '../inputs.ts';
import { operationModels, operationsOption } from '../operation-models.ts';
import {
  blocked,
  judgeRead,
  judgeStart,
  judgeUpload,
  madeAt,
  outputGone,
  rejected,
  started,
  unavailable,
  working,
} from '../outcomes.ts';
import type {
  EngineOutcome,
  GatheredPicture,
  RawRequest,
  ReadOutcome,
  RemoteEvent,
  RemoteReceipt,
  StartOutcome,
} from '../port.ts';
import { remembered } from '../remembered.ts';
import { closed, maybe } from '../schemas.ts';
import {
  answerReader,
  excerptOf,
  excerptOfAnswer,
  type JsonApi,
  jsonApi,
  readSuccess,
  retryAfterMs,
  SUBMIT_TIMEOUT_MS,
  type WholeAnswer,
} from '../wire.ts';

/** Public address of the API (replicate.com/docs/reference/http). */
const BASE_URL = 'https://api.replicate.com';

/** How long the secret of messages is remembered. */
const SECRET_AGE_MS = 3_600_000;

const KLING_2_1 = { prompt: '$wish', duration: '$duration', start_image: '$source', end_image: '$last_frame' };

/**
 * Inputs of models that are known here, by name (their schemas at replicate.com); others are set up with one of their
 * own.
 */
const REPLICATE_INPUTS: Readonly<Record<string, Json>> = {
  'google/nano-banana': { prompt: '$prompt', image_input: '$images', output_format: 'png' },
  'google/nano-banana-2': {
    prompt: '$prompt',
    image_input: '$images',
    aspect_ratio: '$aspect_ratio',
    resolution: '$size_name',
    output_format: 'png',
  },
  'kwaivgi/kling-v2.1': { ...KLING_2_1, mode: { $resolution: { standard: 'standard', high: 'pro' } } },
};

/**
 * Replicate's predictions: any model of theirs, by a template of its input. The official client is not used. It sends a
 * call that broke again, up to six times, and has no option against it (docs/decisions/0006-engine-clients.md).
 */
export const replicate = defineAdapter({
  keys: { api_token: 'REPLICATE_API_TOKEN' },
  options: closed({
    operations: operationsOption(
      '^(deployments/)?[\\w.-]+/[\\w.-]+(:[0-9a-f]{64})?$',
      'owner/name, owner/name:version or deployments/owner/name',
    ),
  }),
  create({ baseUrl, options, key, webhookUrl }) {
    const models = operationModels(options.operations, REPLICATE_INPUTS);
    const api = jsonApi(`${baseUrl ?? BASE_URL}/v1`, () => ({ authorization: `Bearer ${key('api_token') ?? ''}` }));
    const addressOf = ({ remoteId }: RemoteReceipt) => `/predictions/${encodeURIComponent(remoteId)}`;
    const tidyUp = ({ details }: RemoteReceipt) => removeFiles(api, details.files?.split(' ') ?? []);
    const secret = remembered(
      async () => readSuccess(await api.get('/webhooks/default/secret'), readSecret)?.key ?? null,
      SECRET_AGE_MS,
    );
    const webhook = webhookUrl === null ? {} : { webhook: webhookUrl, webhook_events_filter: ['completed'] };

    return {
      serves: models.serves,
      async start(task) {
        const { model, input } = models.of(task.order.operation);
        const placed = await placePictures(api, task.pictures);
        if ('kind' in placed) return placed;
        const { path, version } = targetOf(model);
        const body = { ...version, input: fillInputs(input, task, placed.addressOf), ...webhook };
        const details = placed.fileIds.length === 0 ? {} : { files: placed.fileIds.join(' ') };
        const outcome = judgeStart(await api.submit(path, body), {
          first: throttled,
          refused: refusalOf,
          taken({ bytes }) {
            const prediction = readPrediction(bytes);
            return prediction && started(prediction.id, details);
          },
        });
        if (outcome.kind !== 'started' && outcome.kind !== 'uncertain') await removeFiles(api, placed.fileIds);
        return outcome;
      },
      async read(receipt, _task, signal) {
        const outcome = judgeRead(await api.get(addressOf(receipt), { signal }), ({ status, bytes }) =>
          status < 300 ? seenIn(bytes) : null,
        );
        if (outcome.kind !== 'working' && outcome.kind !== 'unreadable') await tidyUp(receipt);
        return outcome;
      },
      async cancel(receipt) {
        await api.call({ method: 'POST', url: `${addressOf(receipt)}/cancel` });
        await tidyUp(receipt);
      },
      readEvent: async (request) => readEvent(request, await secret()),
    };
  },
});

/** Where a model is asked for work: by its name, by a version of it, or on machines of one's own. */
function targetOf(model: string): { readonly path: string; readonly version?: { readonly version: string } } {
  const [name, version] = model.split(':');
  if (version) return { path: '/predictions', version: { version } };
  return { path: name?.startsWith('deployments/') ? `/${name}/predictions` : `/models/${name}/predictions` };
}

const readProblem = answerReader({
  title: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  invalid_fields: Type.Optional(Type.Unknown()),
});

/**
 * A refusal for too many calls says in words when the next may come
 * (replicate.com/docs/topics/predictions/rate-limits).
 */
function throttled({ status, headers, bytes }: WholeAnswer): StartOutcome | null {
  if (status !== 429) return null;
  const detail = readProblem(bytes)?.detail ?? excerptOf(bytes);
  const seconds = /resets in ~?(\d+)\s*s/.exec(detail)?.[1];
  const waitMs = retryAfterMs(headers) ?? (seconds === undefined ? null : Number(seconds) * 1000);
  return { kind: 'refused', reason: 'busy', message: `status 429: ${detail}`, retryAfterMs: waitMs };
}

const readPrediction = answerReader({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  output: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Unknown()),
  logs: maybe(Type.String()),
  data_removed: Type.Optional(Type.Boolean()),
});

/** 422 is said of inputs and of models that are not there; only the first is the user's. */
function refusalOf(answer: WholeAnswer): StartOutcome {
  const problem = readProblem(answer.bytes);
  const said = problem?.detail ?? problem?.title ?? '';
  if (problem?.invalid_fields !== undefined || /\binput/i.test(`${problem?.title} ${said}`)) return rejected(said);
  return unavailable(excerptOfAnswer(answer));
}

function seenIn(bytes: Uint8Array): ReadOutcome | null {
  const prediction = readPrediction(bytes);
  switch (prediction?.status) {
    case 'starting':
    case 'processing':
      return working(progressIn(prediction.logs ?? ''));
    case 'succeeded':
      // Outputs are removed an hour after they were made (replicate.com/docs/topics/predictions/data-retention).
      return prediction.data_removed ? outputGone('it has removed it') : resultIn(prediction.output);
    case 'failed':
      return failureOf(String(prediction.error ?? ''));
    case 'canceled':
    case 'aborted':
      return unavailable(`the prediction ended as ${prediction.status}`);
    default:
      return null;
  }
}

/** The last share in the log of a model that draws bars of progress. */
function progressIn(logs: string): number | null {
  const percent = [...logs.matchAll(/(\d{1,3})%\s*\|/g)].at(-1)?.[1];
  return percent === undefined ? null : Math.min(1, Number(percent) / 100);
}

function resultIn(output: unknown): EngineOutcome {
  const [first]: unknown[] = [output].flat();
  return madeAt(typeof first === 'string' && /^(https?|data):/.test(first) ? first : undefined);
}

/** Words of models that refuse by policy. The platform has no field for it, and does not name the refused part. */
const POLICY_WORDS = /nsfw|\bE005\b|flagged|sensitive|safety|moderat|prohibited|content polic/i;
/** Words of models that cannot use their input. */
const INPUT_WORDS = /\bE006\b|invalid (input|image)|no face|cannot identify image|unsupported image|too (small|large)/i;

function failureOf(error: string): EngineOutcome {
  if (POLICY_WORDS.test(error)) return blocked('output');
  return INPUT_WORDS.test(error) ? rejected(error) : unavailable(`the prediction failed: ${error}`);
}

const readSecret = answerReader({ key: Type.String({ pattern: '^whsec_' }) });

function readEvent(request: RawRequest, secret: string | null): RemoteEvent | null {
  const eventId = secret === null ? null : signedMessageId(request, secret);
  const prediction = eventId === null ? null : readPrediction(request.body);
  return eventId !== null && prediction ? { eventId, remoteId: prediction.id } : null;
}

/** Farthest a message's time may be from ours, in seconds (standardwebhooks.com). */
const AGE_SECONDS_MAX = 300;

/**
 * The ID of a message that is signed by the Standard Webhooks convention. The signature is an HMAC over its ID, its
 * time and its body, under a secret `whsec_…`. Null where the signature does not hold or the time is too far from ours.
 */
function signedMessageId({ headers, body }: RawRequest, secret: string): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!id || !time || !signatures) return null;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= AGE_SECONDS_MAX)) return null;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const due = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  const isDue = (signature: string) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === due.length && timingSafeEqual(given, due);
  };
  return signatures.split(' ').some(isDue) ? id : null;
}

/** Largest picture that travels in the call itself, in bytes (replicate.com/docs/topics/predictions/input-files). */
const INLINE_BYTES_MAX = 1_000_000;

const readFile = answerReader({ id: Type.String(), urls: Type.Object({ get: Type.String() }) });

/**
 * Uploads the pictures that are too large for a call. `addressOf` names each picture in a prediction; `fileIds` are the
 * files to remove when it has ended. Errors here happen before any work, so the task may be sent again.
 */
async function placePictures(api: JsonApi, pictures: readonly GatheredPicture[]) {
  const addresses = new Map<GatheredPicture, string>();
  const fileIds: string[] = [];
  for (const picture of pictures.filter(({ bytes }) => bytes.byteLength > INLINE_BYTES_MAX)) {
    const body = formOf([['content', picture.bytes, picture.role]]);
    const answer = await api.call({ method: 'POST', url: '/files', body, timeoutMs: SUBMIT_TIMEOUT_MS });
    const file = readSuccess(answer, readFile);
    if (!file) {
      await removeFiles(api, fileIds);
      return judgeUpload(answer);
    }
    addresses.set(picture, file.urls.get);
    fileIds.push(file.id);
  }
  return { fileIds, addressOf: (picture: GatheredPicture) => addresses.get(picture) ?? dataUri(picture) };
}

/** Removes uploaded pictures; those that stay behind are removed by the platform after a day. */
async function removeFiles(api: JsonApi, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds) await api.call({ method: 'DELETE', url: `/files/${encodeURIComponent(id)}` });
}

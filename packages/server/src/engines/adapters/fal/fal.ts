import { createHash, createPublicKey, verify } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { dataUri, fillInputs } from '../../inputs.ts';
import { operationModels, operationsOption } from '../../operation-models.ts';
import type {
  EngineOutcome,
  EngineTask,
  HostedEngine,
  RawRequest,
  ReadOutcome,
  RemoteReceipt,
  StartOutcome,
} from '../../port.ts';
import { remembered } from '../../remembered.ts';
import {
  answerReader,
  callEngine,
  excerptOf,
  isPassing,
  isWithinEngine,
  retryAfterMs,
  startTrouble,
  type WireAnswer,
} from '../../wire.ts';
import { FAL_INPUTS } from './inputs.ts';

/** Public address of the queue (fal.ai/docs/inference-api/queue). */
const BASE_URL = 'https://queue.fal.run';
/** Domain of all hosts of theirs that work may be looked at on. */
const DOMAIN = 'fal.run';

/** Keys that sign messages (fal.ai/docs/model-apis/webhooks), and how long they are remembered at most. */
const SIGNING_KEYS_URL = 'https://rest.fal.ai/.well-known/jwks.json';
const SIGNING_KEYS_AGE_MS = 24 * 3_600_000;

/** Farthest a message's time may be from ours, in seconds. */
const MESSAGE_AGE_SECONDS_MAX = 300;

/** Longest wait for the answer to a submission, in milliseconds: pictures travel in it. */
const SUBMIT_TIMEOUT_MS = 120_000;

const Options = Type.Object(
  {
    operations: operationsOption('^[\\w.-]+/[\\w./-]+$', 'the endpoint of a model such as fal-ai/nano-banana/edit'),
    signing_keys_url: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** fal's queue: any model of theirs, by a template of its input. */
export const fal = defineAdapter({ keys: { api_key: 'FAL_KEY' }, options: Options, create });

type Setup = AdapterSetup<Static<typeof Options>>;

function create({ name, baseUrl, options, key, webhookUrl }: Setup): HostedEngine {
  const base = baseUrl ?? BASE_URL;
  const headers = () => ({ authorization: `Key ${key('api_key') ?? ''}` });
  const models = operationModels(options.operations, FAL_INPUTS);
  const signingKeys = remembered(
    () => fetchSigningKeys(options.signing_keys_url ?? SIGNING_KEYS_URL),
    SIGNING_KEYS_AGE_MS,
  );

  return {
    kind: 'hosted',
    name,
    serves: models.serves,
    async start(task) {
      const { model, input } = models.of(task.order.operation);
      const query = webhookUrl === null ? '' : `?fal_webhook=${encodeURIComponent(webhookUrl)}`;
      const answer = await callEngine({
        method: 'POST',
        url: `${base}/${model}${query}`,
        // Pictures of customers are not kept, and the platform does not run the work twice by itself.
        headers: { ...headers(), 'content-type': 'application/json', 'x-fal-store-io': '0', 'x-fal-no-retry': '1' },
        body: JSON.stringify(fillInputs(input, task, dataUri)),
        timeoutMs: SUBMIT_TIMEOUT_MS,
      });
      return startTrouble(answer) ?? started(answer, base);
    },
    read: (receipt, task, signal) => read(receipt, task, headers(), signal),
    async cancel(receipt) {
      await callEngine({ method: 'PUT', url: receipt.details.cancel ?? '', headers: headers() });
    },
    readEvent: (request) => readEvent(request, signingKeys),
  };
}

const readSubmission = answerReader(
  Type.Object({
    request_id: Type.String(),
    status_url: Type.String(),
    response_url: Type.String(),
    cancel_url: Type.String(),
  }),
);

/** The receipt of a submission; its addresses are used as they came, where they are the engine's. */
function started(answer: WireAnswer, base: string): StartOutcome {
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  if (answer.status >= 400) return refusalOf(answer.bytes);
  const submission = readSubmission(answer.bytes);
  const addresses = submission ? [submission.status_url, submission.response_url, submission.cancel_url] : [];
  if (!submission || !addresses.every((address) => isWithinEngine(address, base, DOMAIN)))
    return { kind: 'uncertain', message: `an answer that is no receipt: ${excerptOf(answer.bytes)}` };
  const { request_id, status_url, response_url, cancel_url } = submission;
  return {
    kind: 'started',
    receipt: { remoteId: request_id, details: { status: status_url, response: response_url, cancel: cancel_url } },
  };
}

/** A state; of a run that failed it says so beside. */
const readStatus = answerReader(
  Type.Object({
    status: Type.String(),
    error: Type.Optional(Type.Unknown()),
    error_type: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  }),
);

async function read(
  { details }: RemoteReceipt,
  task: EngineTask,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const status = await callEngine({ method: 'GET', url: details.status ?? '', headers, signal });
  if (status.kind !== 'answer') return { kind: 'unreadable', message: status.message, retryAfterMs: null };
  const seen = readStatus(status.bytes);
  if (status.status >= 400 || !seen) return unreadable(status);
  if (seen.status !== 'COMPLETED') return { kind: 'working', progress: null };
  const result = await callEngine({ method: 'GET', url: details.response ?? '', headers, signal });
  if (result.kind !== 'answer') return { kind: 'unreadable', message: result.message, retryAfterMs: null };
  return result.status < 400 ? madeOf(result.bytes, task) : failureOf(result, Boolean(seen.error ?? seen.error_type));
}

/** Why the result of a run that ended cannot be had. Only a run that certainly failed may go to another engine. */
function failureOf(result: Extract<WireAnswer, { kind: 'answer' }>, hasFailed: boolean): ReadOutcome {
  const { status, bytes } = result;
  const isOfRun = hasFailed || firstError(bytes)?.type !== undefined;
  if (!isOfRun && isPassing(status)) return unreadable(result);
  if (!isOfRun && (status === 404 || status === 410))
    return {
      kind: 'failed',
      code: 'provider_unavailable',
      message: `The engine made the output, but no longer has it (status ${status}).`,
    };
  const refusal = refusalOf(bytes);
  if (status < 500 || refusal.kind === 'policy_blocked') return refusal;
  return { kind: 'unavailable', message: `the run failed: status ${status}: ${excerptOf(bytes)}` };
}

function unreadable({ status, headers, bytes }: Extract<WireAnswer, { kind: 'answer' }>): ReadOutcome {
  return { kind: 'unreadable', message: `status ${status}: ${excerptOf(bytes)}`, retryAfterMs: retryAfterMs(headers) };
}

const FileAddress = Type.Object({ url: Type.String() });
const readResult = answerReader(
  Type.Object({
    images: Type.Optional(Type.Array(FileAddress)),
    image: Type.Optional(FileAddress),
    video: Type.Optional(FileAddress),
    has_nsfw_concepts: Type.Optional(Type.Union([Type.Boolean(), Type.Array(Type.Boolean())])),
  }),
);

function madeOf(bytes: Uint8Array, { order }: EngineTask): EngineOutcome {
  const result = readResult(bytes);
  if ([result?.has_nsfw_concepts].flat().includes(true))
    return { kind: 'policy_blocked', stage: 'output', message: 'The engine filtered what it had made.' };
  const url = (result?.video ?? result?.image ?? result?.images?.[0])?.url;
  if (url === undefined)
    return {
      kind: 'failed',
      code: 'generation_failed',
      message: `The engine ended the ${order.operation} without an output.`,
    };
  return { kind: 'made', output: { kind: 'remote', url }, warnings: [] };
}

const readError = answerReader(
  Type.Object({
    detail: Type.Union([
      Type.String(),
      Type.Array(Type.Object({ type: Type.Optional(Type.String()), msg: Type.Optional(Type.String()) })),
    ]),
  }),
);

/** Kinds of errors that say that the platform, not the input, was at fault. */
const PLATFORM_ERRORS: readonly string[] = [
  'internal_server_error',
  'generation_timeout',
  'downstream_service_error',
  'downstream_service_unavailable',
];

function firstError(bytes: Uint8Array) {
  const detail = readError(bytes)?.detail;
  return typeof detail === 'string' ? { type: undefined, msg: detail } : detail?.[0];
}

/** What an error of a model means (fal.ai/docs/documentation/model-apis/errors). */
function refusalOf(bytes: Uint8Array): EngineOutcome {
  const first = firstError(bytes);
  if (first?.type === 'content_policy_violation')
    return {
      kind: 'policy_blocked',
      stage: 'input',
      message: 'The engine refused the pictures or the prompt by its content policy.',
    };
  if (first?.type !== undefined && PLATFORM_ERRORS.includes(first.type))
    return { kind: 'unavailable', message: `${first.type}: ${first.msg ?? ''}` };
  if (first?.type === 'no_media_generated')
    return {
      kind: 'input_rejected',
      message: 'The engine made nothing of these pictures and this prompt; other ones may work.',
    };
  const said = first?.msg ? ` It said: ${first.msg.slice(0, 200)}` : '';
  return { kind: 'input_rejected', message: `The engine could not use the input.${said}` };
}

const readSigningKeys = answerReader(Type.Object({ keys: Type.Array(Type.Object({ x: Type.String() })) }));

/** The public keys of the platform. */
async function fetchSigningKeys(url: string): Promise<readonly string[] | null> {
  const answer = await callEngine({ method: 'GET', url });
  const keys = answer.kind === 'answer' && answer.status === 200 ? readSigningKeys(answer.bytes)?.keys : undefined;
  return keys?.map(({ x }) => x) ?? null;
}

const readMessage = answerReader(Type.Object({ request_id: Type.String(), status: Type.String() }));

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

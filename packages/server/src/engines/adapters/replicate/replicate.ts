import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { fillInputs } from '../../inputs.ts';
import { operationModels, operationsOption } from '../../operation-models.ts';
import { outputAt } from '../../outputs.ts';
import type {
  EngineOutcome,
  HostedEngine,
  RawRequest,
  ReadOutcome,
  RemoteEvent,
  RemoteReceipt,
  StartOutcome,
} from '../../port.ts';
import { remembered } from '../../remembered.ts';
import { answerReader, callEngine, excerptOf, retryAfterMs, startTrouble, type WireAnswer } from '../../wire.ts';
import { placePictures, type ReplicateAccess, removeFiles } from './files.ts';
import { REPLICATE_INPUTS } from './inputs.ts';
import { signedMessageId } from './signed-messages.ts';

/** Public address of the API (replicate.com/docs/reference/http). */
const BASE_URL = 'https://api.replicate.com';

/** Longest wait for the answer to a creation, in milliseconds: small pictures travel in it. */
const CREATE_TIMEOUT_MS = 120_000;

/** How long the secret of messages is remembered. */
const SECRET_AGE_MS = 3_600_000;

const Options = Type.Object(
  {
    operations: operationsOption(
      '^(deployments/)?[\\w.-]+/[\\w.-]+(:[0-9a-f]{64})?$',
      'owner/name, owner/name:version or deployments/owner/name',
    ),
  },
  { additionalProperties: false },
);

/**
 * Replicate's predictions: any model of theirs, by a template of its input. The official client is not used: it sends a
 * call that broke again, up to six times, and cannot be told not to (docs/decisions/0006-engine-clients.md).
 */
export const replicate = defineAdapter({ keys: { api_token: 'REPLICATE_API_TOKEN' }, options: Options, create });

function create({ name, baseUrl, options, key, webhookUrl }: AdapterSetup<Static<typeof Options>>): HostedEngine {
  const models = operationModels(options.operations, REPLICATE_INPUTS);
  const access: ReplicateAccess = {
    api: `${baseUrl ?? BASE_URL}/v1`,
    headers: () => ({ authorization: `Bearer ${key('api_token') ?? ''}` }),
  };
  const addressOf = ({ remoteId }: RemoteReceipt) => `${access.api}/predictions/${encodeURIComponent(remoteId)}`;
  const tidyUp = ({ details }: RemoteReceipt) => removeFiles(access, details.files?.split(' ') ?? []);
  const secret = remembered(() => fetchSecret(access), SECRET_AGE_MS);

  return {
    kind: 'hosted',
    name,
    serves: models.serves,
    async start(task) {
      const { model, input } = models.of(task.order.operation);
      const placed = await placePictures(access, task.pictures);
      if (placed.kind !== 'placed') return placed;
      const { path, version } = targetOf(model);
      const answer = await callEngine({
        method: 'POST',
        url: `${access.api}${path}`,
        headers: { ...access.headers(), 'content-type': 'application/json' },
        body: JSON.stringify({
          ...version,
          input: fillInputs(input, task, placed.addressOf),
          ...(webhookUrl === null ? {} : { webhook: webhookUrl, webhook_events_filter: ['completed'] }),
        }),
        timeoutMs: CREATE_TIMEOUT_MS,
      });
      const outcome = throttled(answer) ?? startTrouble(answer) ?? started(answer, placed.fileIds);
      if (outcome.kind !== 'started' && outcome.kind !== 'uncertain') await removeFiles(access, placed.fileIds);
      return outcome;
    },
    async read(receipt, _task, signal) {
      const answer = await callEngine({ method: 'GET', url: addressOf(receipt), headers: access.headers(), signal });
      const outcome = readingOf(answer);
      if (outcome.kind !== 'working' && outcome.kind !== 'unreadable') await tidyUp(receipt);
      return outcome;
    },
    async cancel(receipt) {
      await callEngine({ method: 'POST', url: `${addressOf(receipt)}/cancel`, headers: access.headers() });
      await tidyUp(receipt);
    },
    readEvent: async (request) => readEvent(request, await secret()),
  };
}

/** Where a model is asked for work: by its name, by a version of it, or on machines of one's own. */
function targetOf(model: string): { readonly path: string; readonly version?: { readonly version: string } } {
  const [name, version] = model.split(':');
  if (version) return { path: '/predictions', version: { version } };
  return { path: name?.startsWith('deployments/') ? `/${name}/predictions` : `/models/${name}/predictions` };
}

const readProblem = answerReader(
  Type.Object({
    title: Type.Optional(Type.String()),
    detail: Type.Optional(Type.String()),
    invalid_fields: Type.Optional(Type.Unknown()),
  }),
);

/**
 * A refusal for too many calls says in words when the next may come
 * (replicate.com/docs/topics/predictions/rate-limits).
 */
function throttled(answer: WireAnswer): StartOutcome | null {
  if (answer.kind !== 'answer' || answer.status !== 429) return null;
  const detail = readProblem(answer.bytes)?.detail ?? excerptOf(answer.bytes);
  const seconds = /resets in ~?(\d+)\s*s/.exec(detail)?.[1];
  const waitMs = retryAfterMs(answer.headers) ?? (seconds === undefined ? null : Number(seconds) * 1000);
  return { kind: 'refused', reason: 'busy', message: `status 429: ${detail}`, retryAfterMs: waitMs };
}

const readPrediction = answerReader(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    status: Type.String(),
    output: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Unknown()),
    logs: Type.Optional(Type.Union([Type.Null(), Type.String()])),
    data_removed: Type.Optional(Type.Boolean()),
  }),
);

function started(answer: WireAnswer, fileIds: readonly string[]): StartOutcome {
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  if (answer.status >= 400) return refusalOf(answer.status, answer.bytes);
  const prediction = readPrediction(answer.bytes);
  if (!prediction) return { kind: 'uncertain', message: `an answer that is no prediction: ${excerptOf(answer.bytes)}` };
  const details = fileIds.length === 0 ? {} : { files: fileIds.join(' ') };
  return { kind: 'started', receipt: { remoteId: prediction.id, details } };
}

/** 422 is said of inputs and of models that are not there; only the first is the user's. */
function refusalOf(status: number, bytes: Uint8Array): StartOutcome {
  const problem = readProblem(bytes);
  const said = problem?.detail ?? problem?.title ?? '';
  if (problem?.invalid_fields !== undefined || /\binput/i.test(`${problem?.title} ${said}`)) return rejected(said);
  return { kind: 'unavailable', message: `status ${status}: ${excerptOf(bytes)}` };
}

function readingOf(answer: WireAnswer): ReadOutcome {
  if (answer.kind !== 'answer') return { kind: 'unreadable', message: answer.message, retryAfterMs: null };
  const { status, headers, bytes } = answer;
  const prediction = status < 300 ? readPrediction(bytes) : null;
  if (!prediction)
    return {
      kind: 'unreadable',
      message: `status ${status}: ${excerptOf(bytes)}`,
      retryAfterMs: retryAfterMs(headers),
    };
  switch (prediction.status) {
    case 'starting':
    case 'processing':
      return { kind: 'working', progress: progressIn(prediction.logs ?? '') };
    case 'succeeded':
      return prediction.data_removed ? removed() : madeOf(prediction.output);
    case 'failed':
      return failureOf(String(prediction.error ?? ''));
    case 'canceled':
    case 'aborted':
      return { kind: 'unavailable', message: `the prediction ended as ${prediction.status}` };
    default:
      return { kind: 'unreadable', message: `an unknown state: ${prediction.status}`, retryAfterMs: null };
  }
}

/** The last share in the log of a model that draws bars of progress. */
function progressIn(logs: string): number | null {
  const percent = [...logs.matchAll(/(\d{1,3})%\s*\|/g)].at(-1)?.[1];
  return percent === undefined ? null : Math.min(1, Number(percent) / 100);
}

/** Outputs are removed an hour after they were made (replicate.com/docs/topics/predictions/data-retention). */
function removed(): EngineOutcome {
  return {
    kind: 'failed',
    code: 'provider_unavailable',
    message: 'The engine made the output and has already removed it.',
  };
}

function madeOf(output: unknown): EngineOutcome {
  const [first]: unknown[] = [output].flat();
  if (typeof first === 'string' && /^(https?|data):/.test(first))
    return { kind: 'made', output: outputAt(first), warnings: [] };
  return { kind: 'failed', code: 'generation_failed', message: 'The engine ended its work without an output.' };
}

/** Words of models that refuse by policy: the platform has no field for it. */
const POLICY_WORDS = /nsfw|\bE005\b|flagged|sensitive|safety|moderat|prohibited|content polic/i;
/** Words of models that cannot use what they were given. */
const INPUT_WORDS = /\bE006\b|invalid (input|image)|no face|cannot identify image|unsupported image|too (small|large)/i;

function failureOf(error: string): EngineOutcome {
  if (POLICY_WORDS.test(error))
    return {
      kind: 'policy_blocked',
      stage: 'output',
      message: 'The engine refused the pictures, the prompt or what it had made by its content policy.',
    };
  return INPUT_WORDS.test(error)
    ? rejected(error)
    : { kind: 'unavailable', message: `the prediction failed: ${error}` };
}

function rejected(said: string): Extract<EngineOutcome, { kind: 'input_rejected' }> {
  return { kind: 'input_rejected', message: `The engine could not use the input. It said: ${said.slice(0, 200)}` };
}

const readSecret = answerReader(Type.Object({ key: Type.String({ pattern: '^whsec_' }) }));

/** The secret that signs messages; the token opens it. */
async function fetchSecret({ api, headers }: ReplicateAccess): Promise<string | null> {
  const answer = await callEngine({ method: 'GET', url: `${api}/webhooks/default/secret`, headers: headers() });
  return answer.kind === 'answer' && answer.status === 200 ? (readSecret(answer.bytes)?.key ?? null) : null;
}

function readEvent(request: RawRequest, secret: string | null): RemoteEvent | null {
  const eventId = secret === null ? null : signedMessageId(request, secret);
  const prediction = eventId === null ? null : readPrediction(request.body);
  return eventId !== null && prediction ? { eventId, remoteId: prediction.id } : null;
}

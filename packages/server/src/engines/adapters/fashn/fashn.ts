import Fashn from 'fashn';
import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { dataUri, fillInputs } from '../../inputs.ts';
import { operationModels, operationsOption } from '../../operation-models.ts';
import { outputAt } from '../../outputs.ts';
import type { EngineOutcome, HostedEngine, ReadOutcome, StartOutcome } from '../../port.ts';
import {
  answerReader,
  callThrough,
  excerptOf,
  retryAfterMs,
  startTrouble,
  type WireAnswer,
  type WireLimits,
} from '../../wire.ts';
import { FASHN_INPUTS } from './inputs.ts';

/** Public address of the API (docs.fashn.ai/api-overview). */
const BASE_URL = 'https://api.fashn.ai';

/** Longest wait for the answer to a submission, in milliseconds: pictures travel in it. */
const SUBMIT_TIMEOUT_MS = 120_000;

/** What serves an operation where the operator names nothing else. */
const USUAL_MODELS = {
  virtual_try_on: { model: 'tryon-v1.6' },
  generate: { model: 'product-to-model' },
  edit: { model: 'edit' },
  inpaint: { model: 'edit' },
  animate: { model: 'image-to-video' },
};

const Options = Type.Object(
  { operations: Type.Optional(operationsOption('^[\\w.-]+$', 'the name of a model such as tryon-v1.6')) },
  { additionalProperties: false },
);

/**
 * FASHN: try-on, products on models, edits with and without a mask, videos of a picture. It takes no cancellation, and
 * its webhooks carry no signature, so its work is looked at until it ends.
 */
export const fashn = defineAdapter({ keys: { api_key: 'FASHN_API_KEY' }, options: Options, create });

function create({ name, baseUrl, options, key }: AdapterSetup<Static<typeof Options>>): HostedEngine {
  const models = operationModels(options.operations ?? USUAL_MODELS, FASHN_INPUTS);
  // The client repeats calls for work three times by itself unless it is told not to.
  const settings = {
    baseURL: baseUrl ?? BASE_URL,
    apiKey: key('api_key') ?? '',
    maxRetries: 0,
    logLevel: 'off',
  } as const;
  const call = (send: (client: Fashn) => Promise<unknown>, limits: WireLimits) =>
    callThrough((fetch) => send(new Fashn({ ...settings, fetch, timeout: SUBMIT_TIMEOUT_MS })), limits);

  return {
    kind: 'hosted',
    name,
    serves: models.serves,
    async start(task) {
      const { model, input } = models.of(task.order.operation);
      // The types of the client know fewer models than the API.
      const body = { model_name: model, inputs: fillInputs(input, task, dataUri) };
      const answer = await call((client) => client.post('/v1/run', { body }), { timeoutMs: SUBMIT_TIMEOUT_MS });
      return outOfCredits(answer) ?? startTrouble(answer) ?? started(answer);
    },
    async read({ remoteId }, _task, signal) {
      return readingOf(await call((client) => client.predictions.status(remoteId), { signal }));
    },
    async cancel() {},
  };
}

const readRefusal = answerReader(Type.Object({ error: Type.String(), message: Type.Optional(Type.String()) }));

/** An empty account answers 429 too, and asking again does not fill it (docs.fashn.ai/api-overview/error-handling). */
function outOfCredits(answer: WireAnswer): StartOutcome | null {
  if (answer.kind !== 'answer' || readRefusal(answer.bytes)?.error !== 'OutOfCredits') return null;
  return { kind: 'unavailable', message: `status ${answer.status}: ${excerptOf(answer.bytes)}` };
}

const readReceipt = answerReader(Type.Object({ id: Type.String({ minLength: 1 }) }));

function started(answer: WireAnswer): StartOutcome {
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  if (answer.status >= 400) return rejected(readRefusal(answer.bytes)?.message);
  const receipt = readReceipt(answer.bytes);
  if (!receipt) return { kind: 'uncertain', message: `an answer that is no receipt: ${excerptOf(answer.bytes)}` };
  return { kind: 'started', receipt: { remoteId: receipt.id, details: {} } };
}

const readPrediction = answerReader(
  Type.Object({
    status: Type.String(),
    output: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.String())])),
    error: Type.Optional(
      Type.Union([Type.Null(), Type.Object({ name: Type.String(), message: Type.Optional(Type.String()) })]),
    ),
  }),
);

function readingOf(answer: WireAnswer): ReadOutcome {
  if (answer.kind !== 'answer') return { kind: 'unreadable', message: answer.message, retryAfterMs: null };
  const { status, headers, bytes } = answer;
  const prediction = status === 200 ? readPrediction(bytes) : null;
  if (!prediction)
    return {
      kind: 'unreadable',
      message: `status ${status}: ${excerptOf(bytes)}`,
      retryAfterMs: retryAfterMs(headers),
    };
  switch (prediction.status) {
    case 'starting':
    case 'in_queue':
    case 'processing':
      return { kind: 'working', progress: null };
    case 'completed':
      return madeOf(prediction.output?.[0]);
    case 'failed':
    case 'canceled':
    case 'time_out':
      return failureOf(prediction.error?.name ?? prediction.status, prediction.error?.message);
    default:
      return { kind: 'unreadable', message: `an unknown state: ${prediction.status}`, retryAfterMs: null };
  }
}

function madeOf(address: string | undefined): EngineOutcome {
  if (address === undefined)
    return { kind: 'failed', code: 'generation_failed', message: 'The engine ended its work without an output.' };
  return { kind: 'made', output: outputAt(address), warnings: [] };
}

/** Failures that lie in the pictures or the words. */
const INPUT_FAILURES: readonly string[] = ['ImageLoadError', 'PoseError', 'InputValidationError'];

/** What the name of a failure means (docs.fashn.ai/api-overview/error-handling). Failed work costs nothing there. */
function failureOf(failure: string, message: string | undefined): EngineOutcome {
  if (failure === 'ContentModerationError')
    return {
      kind: 'policy_blocked',
      stage: 'input',
      message: 'The engine refused the pictures or the prompt by its content policy.',
    };
  if (INPUT_FAILURES.includes(failure)) return rejected(message);
  return { kind: 'unavailable', message: `the run failed: ${failure}: ${message ?? ''}` };
}

function rejected(message: string | undefined): Extract<EngineOutcome, { kind: 'input_rejected' }> {
  const said = message ? ` It said: ${message.slice(0, 200)}` : '';
  return { kind: 'input_rejected', message: `The engine could not use the input.${said}` };
}

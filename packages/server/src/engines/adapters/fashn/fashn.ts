import Fashn from 'fashn';
import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { dataUri, fillInputs } from '../../inputs.ts';
import { operationModels, operationsOption } from '../../operation-models.ts';
import { blocked, judgeRead, judgeStart, madeAt, rejected, started, unavailable, working } from '../../outcomes.ts';
import type { EngineOutcome, HostedEngine, ReadOutcome } from '../../port.ts';
import { closed, maybe } from '../../schemas.ts';
import { answerReader, callThrough, excerptOfAnswer, SUBMIT_TIMEOUT_MS, type WireLimits } from '../../wire.ts';
import { FASHN_INPUTS } from './inputs.ts';

/** Public address of the API (docs.fashn.ai/api-overview). */
const BASE_URL = 'https://api.fashn.ai';

/** What serves an operation where the operator names nothing else. */
const USUAL_MODELS = {
  virtual_try_on: { model: 'tryon-v1.6' },
  generate: { model: 'product-to-model' },
  edit: { model: 'edit' },
  inpaint: { model: 'edit' },
  animate: { model: 'image-to-video' },
};

const Options = closed({
  operations: Type.Optional(operationsOption('^[\\w.-]+$', 'the name of a model such as tryon-v1.6')),
});

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
      return judgeStart(await call((client) => client.post('/v1/run', { body }), { timeoutMs: SUBMIT_TIMEOUT_MS }), {
        // An empty account answers 429 too, and asking again does not fill it
        // (docs.fashn.ai/api-overview/error-handling).
        first: (answer) =>
          readRefusal(answer.bytes)?.error === 'OutOfCredits' ? unavailable(excerptOfAnswer(answer)) : null,
        refused: ({ bytes }) => rejected(readRefusal(bytes)?.message),
        taken({ bytes }) {
          const receipt = readReceipt(bytes);
          return receipt && started(receipt.id);
        },
      });
    },
    async read({ remoteId }, _task, signal) {
      return judgeRead(await call((client) => client.predictions.status(remoteId), { signal }), ({ status, bytes }) =>
        status === 200 ? seenIn(bytes) : null,
      );
    },
  };
}

const readRefusal = answerReader(Type.Object({ error: Type.String(), message: Type.Optional(Type.String()) }));
const readReceipt = answerReader(Type.Object({ id: Type.String({ minLength: 1 }) }));
const readPrediction = answerReader(
  Type.Object({
    status: Type.String(),
    output: maybe(Type.Array(Type.String())),
    error: maybe(Type.Object({ name: Type.String(), message: Type.Optional(Type.String()) })),
  }),
);

function seenIn(bytes: Uint8Array): ReadOutcome | null {
  const prediction = readPrediction(bytes);
  switch (prediction?.status) {
    case 'starting':
    case 'in_queue':
    case 'processing':
      return working();
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

/** Failures that lie in the pictures or the words. */
const INPUT_FAILURES: readonly string[] = ['ImageLoadError', 'PoseError', 'InputValidationError'];

/** What the name of a failure means (docs.fashn.ai/api-overview/error-handling). Failed work costs nothing there. */
function failureOf(failure: string, message: string | undefined): EngineOutcome {
  if (failure === 'ContentModerationError') return blocked('input');
  if (INPUT_FAILURES.includes(failure)) return rejected(message);
  return unavailable(`the run failed: ${failure}: ${message ?? ''}`);
}

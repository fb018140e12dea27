import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { base64Of, fillInputs } from '../../inputs.ts';
import { operationModels, operationsOption } from '../../operation-models.ts';
import type { EngineOutcome, EngineTask, HostedEngine, ReadOutcome, StartOutcome } from '../../port.ts';
import {
  answerReader,
  callEngine,
  excerptOf,
  isWithinEngine,
  retryAfterMs,
  startTrouble,
  type WireAnswer,
} from '../../wire.ts';
import { BFL_INPUTS } from './inputs.ts';

/** Public address of the API; regions have others (docs.bfl.ai). */
const BASE_URL = 'https://api.bfl.ai';
/** Domain of all hosts of theirs that work may be looked at on. */
const DOMAIN = 'bfl.ai';

/** Longest wait for the answer to a submission, in milliseconds: pictures travel in it. */
const SUBMIT_TIMEOUT_MS = 120_000;

/** Sides of an output, in pixels: the longest and shortest, and what they are multiples of (docs.bfl.ai, FLUX.2). */
const SIDE_MAX = 2048;
const SIDE_MIN = 256;
const SIDE_STEP = 16;

/** What serves an operation where the operator names nothing else. */
const USUAL_MODELS = {
  virtual_try_on: { model: 'flux-tools/vto-v2' },
  generate: { model: 'flux-2-pro' },
  edit: { model: 'flux-2-pro' },
  inpaint: { model: 'flux-pro-1.0-fill' },
};

const Options = Type.Object(
  {
    operations: Type.Optional(
      operationsOption('^[\\w.-]+(/[\\w.-]+)*$', 'the path of a model such as flux-tools/vto-v2'),
    ),
  },
  { additionalProperties: false },
);

/**
 * FLUX of Black Forest Labs. Work is looked at where the answer says, for it lies in one region only. Nothing can be
 * canceled, and there is no official client.
 */
export const bfl = defineAdapter({ keys: { api_key: 'BFL_API_KEY' }, options: Options, create });

function create({ name, baseUrl, options, key }: AdapterSetup<Static<typeof Options>>): HostedEngine {
  const models = operationModels(options.operations ?? USUAL_MODELS, BFL_INPUTS);
  const headers = () => ({ 'x-key': key('api_key') ?? '' });
  return {
    kind: 'hosted',
    name,
    serves: models.serves,
    async start(task) {
      const { model, input } = models.of(task.order.operation);
      const answer = await callEngine({
        method: 'POST',
        url: `${baseUrl ?? BASE_URL}/v1/${model}`,
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify(fillInputs(input, { ...task, size: fittedSize(task) }, base64Of)),
        timeoutMs: SUBMIT_TIMEOUT_MS,
      });
      return startTrouble(answer) ?? started(answer, baseUrl ?? BASE_URL);
    },
    async read({ details }, _task, signal) {
      return readingOf(await callEngine({ method: 'GET', url: details.polling ?? '', headers: headers(), signal }));
    },
    async cancel() {},
  };
}

/** The size of an output as the models take it, the ratio kept. */
function fittedSize({ size: { width, height } }: EngineTask): EngineTask['size'] {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const side = (length: number) => Math.max(SIDE_MIN, Math.round((length * scale) / SIDE_STEP) * SIDE_STEP);
  return { width: side(width), height: side(height) };
}

const readSubmission = answerReader(Type.Object({ id: Type.String({ minLength: 1 }), polling_url: Type.String() }));

function started(answer: WireAnswer, base: string): StartOutcome {
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  const { status, bytes } = answer;
  if (status >= 400) return moderated(readTask(bytes)?.status) ?? rejected(bytes);
  const submission = readSubmission(bytes);
  if (!submission || !isWithinEngine(submission.polling_url, base, DOMAIN))
    return { kind: 'uncertain', message: `an answer that is no receipt: ${excerptOf(bytes)}` };
  return { kind: 'started', receipt: { remoteId: submission.id, details: { polling: submission.polling_url } } };
}

const readTask = answerReader(
  Type.Object({
    status: Type.String(),
    progress: Type.Optional(Type.Union([Type.Null(), Type.Number()])),
    result: Type.Optional(Type.Union([Type.Null(), Type.Object({ sample: Type.Optional(Type.String()) })])),
    details: Type.Optional(Type.Unknown()),
  }),
);

/** A look at a task; some of its states come with status 422. */
function readingOf(answer: WireAnswer): ReadOutcome {
  if (answer.kind !== 'answer') return { kind: 'unreadable', message: answer.message, retryAfterMs: null };
  const { status, headers, bytes } = answer;
  const task = readTask(bytes);
  const unreadable: ReadOutcome = {
    kind: 'unreadable',
    message: `status ${status}: ${excerptOf(bytes)}`,
    retryAfterMs: retryAfterMs(headers),
  };
  if (!task) return unreadable;
  switch (task.status) {
    case 'Pending':
    case 'Reasoning':
    case 'Generating':
      return { kind: 'working', progress: task.progress ?? null };
    case 'Ready':
      return madeOf(task.result?.sample);
    case 'Error':
      return { kind: 'unavailable', message: `the task failed: ${JSON.stringify(task.details ?? null)}` };
    default:
      return moderated(task.status) ?? unreadable;
  }
}

function madeOf(url: string | undefined): EngineOutcome {
  if (url === undefined)
    return { kind: 'failed', code: 'generation_failed', message: 'The engine ended its work without an output.' };
  return { kind: 'made', output: { kind: 'remote', url }, warnings: [] };
}

/** States of a task that was refused by policy, before or after something was made. */
function moderated(status: string | undefined): EngineOutcome | null {
  if (status === 'Request Moderated')
    return {
      kind: 'policy_blocked',
      stage: 'input',
      message: 'The engine refused the pictures or the prompt by its content policy.',
    };
  if (status === 'Content Moderated')
    return { kind: 'policy_blocked', stage: 'output', message: 'The engine filtered what it had made.' };
  return null;
}

const readProblem = answerReader(
  Type.Object({
    detail: Type.Union([Type.String(), Type.Array(Type.Object({ msg: Type.Optional(Type.String()) }))]),
  }),
);

function rejected(bytes: Uint8Array): Extract<EngineOutcome, { kind: 'input_rejected' }> {
  const detail = readProblem(bytes)?.detail;
  const words = typeof detail === 'string' ? detail : detail?.[0]?.msg;
  const said = words ? ` It said: ${words.slice(0, 200)}` : '';
  return { kind: 'input_rejected', message: `The engine could not use the input.${said}` };
}

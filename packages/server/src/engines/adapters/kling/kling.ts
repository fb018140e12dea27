import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { takesPictures } from '../../inputs.ts';
import type { EngineOutcome, EngineTask, HostedEngine, ReadOutcome, RemoteReceipt, StartOutcome } from '../../port.ts';
import { answerReader, callEngine, excerptOf, retryAfterMs, startTrouble, type WireAnswer } from '../../wire.ts';
import { KLING_PATHS, type KlingOperation, klingBody, klingWarnings } from './orders.ts';
import { klingToken } from './token.ts';

/** Public address of the API outside China (kling.ai/document-api). */
const BASE_URL = 'https://api-singapore.klingai.com';

/** Longest wait for the answer to a call for work, in milliseconds: pictures travel in it. */
const SUBMIT_TIMEOUT_MS = 120_000;

/** Pauses before work that is not found is looked for again: it may have been on its way. */
const LOOK_UP_PAUSES_MS = [500, 2_000];

/** Pictures each operation takes. */
const PLACES: Readonly<Record<KlingOperation, readonly string[]>> = {
  animate: ['$source', '$last_frame'],
  text_to_video: [],
  virtual_try_on: ['$person', '$garment'],
};

const ModelName = Type.String({ pattern: '^[\\w.-]+$', title: 'the name of a model such as kling-v2-5-turbo' });
const Options = Type.Object(
  {
    video_model: Type.Optional(ModelName),
    try_on_model: Type.Optional(ModelName),
    mode: Type.Optional(Type.Unsafe<'std' | 'pro'>({ type: 'string', enum: ['std', 'pro'] })),
    sound: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * Kling's own API: films of a picture and of words, and try-on. Work is begun under an ID of ours, which no second work
 * may have, so that it is found again after a broken call. Its messages carry no signature and it takes no
 * cancellation; there is no official client.
 */
export const kling = defineAdapter({
  keys: { access_key: 'KLING_ACCESS_KEY', secret_key: 'KLING_SECRET_KEY' },
  options: Options,
  create,
});

function create({ name, baseUrl, options, key }: AdapterSetup<Static<typeof Options>>): HostedEngine {
  const base = baseUrl ?? BASE_URL;
  const choice = {
    videoModel: options.video_model ?? 'kling-v2-5-turbo',
    tryOnModel: options.try_on_model ?? 'kolors-virtual-try-on-v1-5',
    mode: options.mode ?? null,
    sound: options.sound ?? null,
  };
  const headers = () => ({
    authorization: `Bearer ${klingToken(key('access_key') ?? '', key('secret_key') ?? '', new Date())}`,
    'content-type': 'application/json',
  });
  // Two engines of the same account may be asked for the same job, one after the other, and one that stands twice in a
  // list.
  const ourId = ({ jobId, attempt }: EngineTask) => `${name}-${jobId}${attempt === 1 ? '' : `-${attempt}`}`;
  const look = (path: string, id: string, signal: AbortSignal) =>
    callEngine({ method: 'GET', url: `${base}${path}/${encodeURIComponent(id)}`, headers: headers(), signal });

  return {
    kind: 'hosted',
    name,
    serves: (order) => isServed(order.operation) && takesPictures(PLACES[order.operation], order),
    async start(task) {
      const operation = servedOperation(task);
      const body = await klingBody(task, operation, choice);
      if (typeof body === 'string') return { kind: 'input_rejected', message: body };
      const answer = await callEngine({
        method: 'POST',
        url: `${base}${KLING_PATHS[operation]}`,
        headers: headers(),
        body: JSON.stringify({ ...body, external_task_id: ourId(task) }),
        timeoutMs: SUBMIT_TIMEOUT_MS,
      });
      return startOf(answer, KLING_PATHS[operation]);
    },
    async read({ remoteId, details }, task, signal) {
      return readingOf(await look(details.path ?? '', remoteId, signal), task);
    },
    async cancel() {},
    async lookUp(task, signal) {
      const path = KLING_PATHS[servedOperation(task)];
      for (const pauseMs of [...LOOK_UP_PAUSES_MS, null]) {
        const found = findingOf(await look(path, ourId(task), signal), path);
        if (typeof found !== 'string' || pauseMs === null) return found;
        await sleep(pauseMs, undefined, { signal });
      }
      return 'unknown';
    },
  };
}

function isServed(operation: Operation): operation is KlingOperation {
  return operation in KLING_PATHS;
}

function servedOperation({ order: { operation } }: EngineTask): KlingOperation {
  if (isServed(operation)) return operation;
  throw new Error(`Kling was given a task of ${operation}; it performs ${Object.keys(KLING_PATHS).join(', ')}`);
}

const readEnvelope = answerReader(Type.Object({ code: Type.Integer(), message: Type.Optional(Type.String()) }));
const readTaskId = answerReader(Type.Object({ data: Type.Object({ task_id: Type.String({ minLength: 1 }) }) }));

/** Codes of an account that cannot pay or may not use the model: some come as 429, and asking again does not help. */
const ACCOUNT_CODES = [1100, 1101, 1102, 1103];
const POLICY_CODES = [1300, 1301];
/** Too many calls, or too much work at once. */
const BUSY_CODES = [1302, 1303, 1304];
const INPUT_CODES = [1200, 1201];
/** There is nothing under this ID. */
const ABSENT_CODE = 1203;

/** What the answer to a call for work says, by the code in its body (kling.ai/document-api, error codes). */
function startOf(answer: WireAnswer, path: string): StartOutcome {
  if (answer.kind !== 'answer') return startTrouble(answer) ?? { kind: 'uncertain', message: answer.message };
  const { status, headers, bytes } = answer;
  const { code = null, message = '' } = readEnvelope(bytes) ?? {};
  const said = `status ${status}: ${excerptOf(bytes)}`;
  if (code !== null && ACCOUNT_CODES.includes(code)) return { kind: 'unavailable', message: said };
  if (code !== null && POLICY_CODES.includes(code)) return blocked('input');
  if (code !== null && BUSY_CODES.includes(code))
    return { kind: 'refused', reason: 'busy', message: said, retryAfterMs: retryAfterMs(headers) };
  // Our ID is taken: this very work has begun, and is found under it.
  if (code !== null && INPUT_CODES.includes(code) && /external_task_id/i.test(message))
    return { kind: 'uncertain', message: said };
  if (code !== null && INPUT_CODES.includes(code) && !/model/i.test(message)) return rejected(message);
  const trouble = startTrouble(answer);
  if (trouble) return trouble;
  if (status >= 400 || (code !== null && code !== 0)) return { kind: 'unavailable', message: said };
  const receipt = receiptIn(bytes, path);
  return receipt
    ? { kind: 'started', receipt }
    : { kind: 'uncertain', message: `an answer that is no receipt: ${said}` };
}

function receiptIn(bytes: Uint8Array, path: string): RemoteReceipt | null {
  const remoteId = readTaskId(bytes)?.data.task_id;
  return remoteId === undefined ? null : { remoteId, details: { path } };
}

/** Whether work lies under our ID. It is absent only where the engine says so in so many words. */
function findingOf(answer: WireAnswer, path: string): RemoteReceipt | 'absent' | 'unknown' {
  if (answer.kind !== 'answer') return 'unknown';
  if (readEnvelope(answer.bytes)?.code === ABSENT_CODE) return 'absent';
  return (answer.status < 300 ? receiptIn(answer.bytes, path) : null) ?? 'unknown';
}

const Addresses = Type.Optional(Type.Array(Type.Object({ url: Type.String() })));
const readTask = answerReader(
  Type.Object({
    data: Type.Object({
      task_status: Type.String(),
      task_status_msg: Type.Optional(Type.Union([Type.Null(), Type.String()])),
      task_result: Type.Optional(Type.Union([Type.Null(), Type.Object({ videos: Addresses, images: Addresses })])),
    }),
  }),
);

/** States of a task that made nothing; the second is what some of its models say. */
const FAILED_STATES: readonly string[] = ['failed', 'fail'];

function readingOf(answer: WireAnswer, task: EngineTask): ReadOutcome {
  if (answer.kind !== 'answer') return { kind: 'unreadable', message: answer.message, retryAfterMs: null };
  const { status, headers, bytes } = answer;
  const seen = status < 300 ? readTask(bytes)?.data : undefined;
  if (!seen)
    return {
      kind: 'unreadable',
      message: `status ${status}: ${excerptOf(bytes)}`,
      retryAfterMs: retryAfterMs(headers),
    };
  if (seen.task_status === 'submitted' || seen.task_status === 'processing') return { kind: 'working', progress: null };
  if (FAILED_STATES.includes(seen.task_status)) return failureOf(seen.task_status_msg ?? '');
  if (seen.task_status !== 'succeed')
    return { kind: 'unreadable', message: `an unknown state: ${seen.task_status}`, retryAfterMs: null };
  const url = (seen.task_result?.videos?.[0] ?? seen.task_result?.images?.[0])?.url;
  if (url === undefined)
    return { kind: 'failed', code: 'generation_failed', message: 'The engine ended its work without an output.' };
  return { kind: 'made', output: { kind: 'remote', url }, warnings: klingWarnings(task) };
}

/** Words in which a task that has begun is refused by policy: there is no code for it then. */
const POLICY_WORDS = /risk control|sensitive|content polic|safety|moderat|violat/i;

function failureOf(message: string): EngineOutcome {
  return POLICY_WORDS.test(message)
    ? blocked('output')
    : { kind: 'unavailable', message: `the task failed: ${message}` };
}

function blocked(stage: 'input' | 'output'): Extract<EngineOutcome, { kind: 'policy_blocked' }> {
  return {
    kind: 'policy_blocked',
    stage,
    message: 'The engine refused the pictures or the prompt by its content policy.',
  };
}

function rejected(message: string): Extract<EngineOutcome, { kind: 'input_rejected' }> {
  return { kind: 'input_rejected', message: `The engine could not use the input. It said: ${message.slice(0, 200)}` };
}

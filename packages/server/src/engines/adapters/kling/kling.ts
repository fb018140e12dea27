import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '@atelier/contract';
import Type from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { takesPictures } from '../../inputs.ts';
import { blocked, judgeRead, judgeStart, madeAt, rejected, unavailable, uncertain, working } from '../../outcomes.ts';
import type { AdapterEngine, EngineTask, ReadOutcome, RemoteReceipt, StartOutcome } from '../../port.ts';
import { maybe } from '../../schemas.ts';
import { answerReader, excerptOfAnswer, jsonApi, retryAfterMs, type WholeAnswer, type WireAnswer } from '../../wire.ts';
import { KLING_PATHS, type KlingOperation, KlingOptions, klingBody, klingWarnings } from './orders.ts';

/** Public address of the API outside China (kling.ai/document-api). */
const BASE_URL = 'https://api-singapore.klingai.com';

/** Pauses before another search for work that was not found, because it may still arrive. */
const LOOK_UP_PAUSES_MS = [500, 2_000];

/** Pictures each operation takes. */
const PLACES: Readonly<Record<KlingOperation, readonly string[]>> = {
  animate: ['$source', '$last_frame'],
  text_to_video: [],
  virtual_try_on: ['$person', '$garment'],
};

/**
 * Kling's own API: films of a picture and of words, and try-on. Work starts under the service's ID, which Kling accepts
 * once, so a broken call finds it again. Its messages have no signature; there is no cancellation and no official
 * client.
 */
export const kling = defineAdapter({
  keys: { access_key: 'KLING_ACCESS_KEY', secret_key: 'KLING_SECRET_KEY' },
  options: KlingOptions,
  create,
});

function create({ name, baseUrl, options, key }: AdapterSetup<KlingOptions>): AdapterEngine {
  const api = jsonApi(baseUrl ?? BASE_URL, () => ({
    authorization: `Bearer ${klingToken(key('access_key') ?? '', key('secret_key') ?? '', new Date())}`,
  }));
  // The same job may go to two engines of one account, or twice to an engine that a list names twice.
  const ourId = ({ jobId, attempt }: EngineTask) => `${name}-${jobId}${attempt === 1 ? '' : `-${attempt}`}`;
  const look = (path: string, id: string, signal: AbortSignal) =>
    api.get(`${path}/${encodeURIComponent(id)}`, { signal });

  return {
    serves: (order) => isServed(order.operation) && takesPictures(PLACES[order.operation], order),
    async start(task) {
      const operation = servedOperation(task);
      const body = await klingBody(task, operation, options);
      if (typeof body === 'string') return { kind: 'input_rejected', message: body };
      const path = KLING_PATHS[operation];
      return judgeStart(await api.submit(path, { ...body, external_task_id: ourId(task) }), {
        first: codeOutcome,
        refused: (answer) => unavailable(excerptOfAnswer(answer)),
        taken(answer) {
          if ((readEnvelope(answer.bytes)?.code ?? 0) !== 0) return unavailable(excerptOfAnswer(answer));
          const receipt = receiptIn(answer.bytes, path);
          return receipt && { kind: 'started', receipt };
        },
      });
    },
    async read({ remoteId, details }, task, signal) {
      return judgeRead(await look(details.path ?? '', remoteId, signal), ({ status, bytes }) =>
        status < 300 ? seenIn(bytes, task) : null,
      );
    },
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

/** The outcome for the code in the answer to a call for work (kling.ai/document-api, error codes). */
function codeOutcome(answer: WholeAnswer): StartOutcome | null {
  const { code, message = '' } = readEnvelope(answer.bytes) ?? {};
  if (code === undefined) return null;
  const said = excerptOfAnswer(answer);
  if (ACCOUNT_CODES.includes(code)) return unavailable(said);
  if (POLICY_CODES.includes(code)) return blocked('input');
  if (BUSY_CODES.includes(code))
    return { kind: 'refused', reason: 'busy', message: said, retryAfterMs: retryAfterMs(answer.headers) };
  if (!INPUT_CODES.includes(code)) return null;
  // Our ID is taken: this very work has begun, and is found under it.
  if (/external_task_id/i.test(message)) return uncertain(said);
  return /model/i.test(message) ? null : rejected(message);
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
      task_status_msg: maybe(Type.String()),
      task_result: maybe(Type.Object({ videos: Addresses, images: Addresses })),
    }),
  }),
);

/** Words of a failed task that was refused by policy: such a task has no code. */
const POLICY_WORDS = /risk control|sensitive|content polic|safety|moderat|violat/i;

function seenIn(bytes: Uint8Array, task: EngineTask): ReadOutcome | null {
  const seen = readTask(bytes)?.data;
  const message = seen?.task_status_msg ?? '';
  switch (seen?.task_status) {
    case 'submitted':
    case 'processing':
      return working();
    case 'failed':
    // Some of its models say so.
    case 'fail':
      return POLICY_WORDS.test(message) ? blocked('output') : unavailable(`the task failed: ${message}`);
    case 'succeed':
      return madeAt((seen.task_result?.videos?.[0] ?? seen.task_result?.images?.[0])?.url, klingWarnings(task));
    default:
      return null;
  }
}

/**
 * How long a token holds, and how far it reaches back for clocks that are behind, in seconds (kling.ai/document-api).
 */
const HOLDS_SECONDS = 1800;
const REACHES_BACK_SECONDS = 5;

/** A JSON Web Token for Kling: the access key is its issuer, and the secret key signs it (HS256, RFC 7518 §3.2). */
function klingToken(accessKey: string, secretKey: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const header = encoded({ alg: 'HS256', typ: 'JWT' });
  const claims = encoded({ iss: accessKey, exp: seconds + HOLDS_SECONDS, nbf: seconds - REACHES_BACK_SECONDS });
  const signature = createHmac('sha256', secretKey).update(`${header}.${claims}`).digest('base64url');
  return `${header}.${claims}.${signature}`;
}

function encoded(part: Readonly<Record<string, string | number>>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

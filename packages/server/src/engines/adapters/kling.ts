import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWarning, Operation } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import type { PictureRole } from '../../work-order.ts';
import { defineAdapter } from '../catalogue.ts';
import { base64Of, filmRatioWarnings, mimeTypeOf, nearestRatio, takesPictures } from '../inputs.ts';
import { blocked, judgeRead, judgeStart, madeAt, rejected, unavailable, uncertain, working } from '../outcomes.ts';
import { jpegWithin } from '../pictures/formats.ts';
import type { EngineTask, ReadOutcome, RemoteReceipt, StartOutcome } from '../port.ts';
import { composeWish } from '../prompts.ts';
import { closed, maybe, oneOf } from '../schemas.ts';
import { answerReader, excerptOfAnswer, jsonApi, retryAfterMs, type WholeAnswer, type WireAnswer } from '../wire.ts';

/** Public address of the API outside China (kling.ai/document-api). */
const BASE_URL = 'https://api-singapore.klingai.com';

/** Pauses before another search for work that was not found, because it may still arrive. */
const LOOK_UP_PAUSES_MS = [500, 2_000];

/** Operations with the path of their calls (kling.ai/document-api) and the pictures they take. */
const SERVED: Readonly<Partial<Record<Operation, { readonly path: string; readonly pictures: readonly string[] }>>> = {
  animate: { path: '/v1/videos/image2video', pictures: ['$source', '$last_frame'] },
  text_to_video: { path: '/v1/videos/text2video', pictures: [] },
  virtual_try_on: { path: '/v1/images/kolors-virtual-try-on', pictures: ['$person', '$garment'] },
};

/** Characters of a prompt it takes at most. */
const PROMPT_LENGTH_MAX = 2500;

/** Largest picture it takes, in bytes. */
const PICTURE_BYTES_MAX = 10_000_000;

/** Ratios of its videos of words. */
const FILM_RATIOS = ['9:16', '16:9', '1:1'] as const;

/** Length of a video where the order names none, in seconds. */
const DURATION_SECONDS = 5;

/** Farthest the ratio of a picture may be from that of the video before it counts as another. */
const RATIO_TOLERANCE = 0.02;

const ModelName = Type.String({ pattern: '^[\\w.-]+$', title: 'the name of a model such as kling-v2-5-turbo' });
/** The operator's choices. Without a mode the resolution decides, without sound the model itself. */
const KlingOptions = closed({
  video_model: Type.Optional(ModelName),
  try_on_model: Type.Optional(ModelName),
  mode: Type.Optional(oneOf('std', 'pro')),
  sound: Type.Optional(Type.Boolean()),
});
type KlingOptions = Static<typeof KlingOptions>;

/**
 * Kling's own API: films of a picture and of words, and try-on. Work starts under the service's ID, which Kling accepts
 * once, so a broken call finds it again. Its messages have no signature; there is no cancellation and no official
 * client.
 */
export const kling = defineAdapter({
  keys: { access_key: 'KLING_ACCESS_KEY', secret_key: 'KLING_SECRET_KEY' },
  options: KlingOptions,
  create({ name, baseUrl, options, key }) {
    const api = jsonApi(baseUrl ?? BASE_URL, () => ({
      authorization: `Bearer ${klingToken(key('access_key') ?? '', key('secret_key') ?? '', new Date())}`,
    }));
    // The same job may go to two engines of one account, or twice to an engine that a list names twice.
    const ourId = ({ jobId, attempt }: EngineTask) => `${name}-${jobId}${attempt === 1 ? '' : `-${attempt}`}`;
    const look = (path: string, id: string, signal: AbortSignal) =>
      api.get(`${path}/${encodeURIComponent(id)}`, { signal });

    return {
      serves(order) {
        const served = SERVED[order.operation];
        return served !== undefined && takesPictures(served.pictures, order);
      },
      async start(task) {
        const path = pathOf(task);
        const body = await klingBody(task, options);
        if (typeof body === 'string') return { kind: 'input_rejected', message: body };
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
        const path = pathOf(task);
        for (const pauseMs of [...LOOK_UP_PAUSES_MS, null]) {
          const found = findingOf(await look(path, ourId(task), signal), path);
          if (typeof found !== 'string' || pauseMs === null) return found;
          await sleep(pauseMs, undefined, { signal });
        }
        return 'unknown';
      },
    };
  },
});

function pathOf({ order: { operation } }: EngineTask): string {
  const path = SERVED[operation]?.path;
  if (path !== undefined) return path;
  throw new Error(`Kling was given a task of ${operation}; it performs ${Object.keys(SERVED).join(', ')}`);
}

/** The body of a call for work, whose undefined fields are not sent; a text: why the order cannot be asked for. */
async function klingBody(
  task: EngineTask,
  { video_model, try_on_model, mode, sound }: KlingOptions,
): Promise<Readonly<Record<string, string | undefined>> | string> {
  const { order } = task;
  if (order.operation === 'virtual_try_on') {
    const pictures = { human_image: await encoded(task, 'person'), cloth_image: await encoded(task, 'garment') };
    return { model_name: try_on_model ?? 'kolors-virtual-try-on-v1-5', ...pictures };
  }
  const prompt = composeWish(order);
  if (prompt !== undefined && prompt.length > PROMPT_LENGTH_MAX)
    return `The prompt has ${prompt.length} characters; this engine takes ${PROMPT_LENGTH_MAX} at most.`;
  const lastFrame = await encoded(task, 'last_frame');
  // A last frame is served in the better mode only.
  const isBetter = order.resolution === 'high' || lastFrame !== undefined;
  const film = {
    model_name: video_model ?? 'kling-v2-5-turbo',
    prompt,
    duration: String(order.options.durationSeconds ?? DURATION_SECONDS),
    mode: mode ?? (isBetter ? 'pro' : 'std'),
    sound: sound === undefined ? undefined : sound ? 'on' : 'off',
  };
  if (order.operation === 'text_to_video') return { ...film, aspect_ratio: nearestRatio(task.size, FILM_RATIOS) };
  return { ...film, image: await encoded(task, 'source'), image_tail: lastFrame };
}

/** The differences between a video and its order. */
function klingWarnings({ order, size, pictures }: EngineTask): readonly JobWarning[] {
  const source = pictures.find(({ role }) => role === 'source');
  if (order.operation === 'animate' && source) {
    const distance = (size.width / size.height) * (source.height / source.width) - 1;
    const message = 'The engine makes videos in the ratio of the image only.';
    return Math.abs(distance) > RATIO_TOLERANCE ? [{ code: 'aspect_ratio_changed', message }] : [];
  }
  return order.operation === 'text_to_video' ? filmRatioWarnings({ order, size }, FILM_RATIOS) : [];
}

/** The picture of a role in base64, as JPEG or PNG; other formats are re-encoded. */
async function encoded({ pictures }: EngineTask, role: PictureRole): Promise<string | undefined> {
  const bytes = pictures.find((one) => one.role === role)?.bytes;
  if (!bytes) return undefined;
  const isTaken = mimeTypeOf(bytes) !== 'image/webp' && bytes.byteLength <= PICTURE_BYTES_MAX;
  return base64Of({ bytes: isTaken ? bytes : await jpegWithin(bytes, { bytesMax: PICTURE_BYTES_MAX }) });
}

const readEnvelope = answerReader({ code: Type.Integer(), message: Type.Optional(Type.String()) });
const readTaskId = answerReader({ data: Type.Object({ task_id: Type.String({ minLength: 1 }) }) });

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
const readTask = answerReader({
  data: Type.Object({
    task_status: Type.String(),
    task_status_msg: maybe(Type.String()),
    task_result: maybe(Type.Object({ videos: Addresses, images: Addresses })),
  }),
});

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
  const header = { alg: 'HS256', typ: 'JWT' };
  const claims = { iss: accessKey, exp: seconds + HOLDS_SECONDS, nbf: seconds - REACHES_BACK_SECONDS };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`;
}

import type { GoogleGenAI } from '@google/genai';
import Type, { type Static } from 'typebox';
import { defineAdapter } from '../../catalogue.ts';
import { base64Of, mimeTypeOf } from '../../inputs.ts';
import {
  blocked,
  delivered,
  failed,
  judgeRead,
  made,
  outputGone,
  started,
  unavailable,
  working,
} from '../../outcomes.ts';
import type { EngineTask, ReadOutcome, StartOutcome } from '../../port.ts';
import { composeTaggedWish } from '../../prompts.ts';
import { closed, oneOf } from '../../schemas.ts';
import { answerReader, callEngine, type WholeAnswer, type WireLimits } from '../../wire.ts';
import { GEMINI_URL, GEMINI_VERSION, geminiAccess, ModelName } from './access.ts';
import { errorOutcome, GoogleError, judgeAnswer } from './answers.ts';
import { FILM_OPERATIONS, FILM_RESOLUTIONS, FilmResolutions, filmRatio, filmSeconds, filmWarnings } from './films.ts';

/** Longest download of a video, in milliseconds, and its largest size. */
const DOWNLOAD_TIMEOUT_MS = 300_000;
const FILM_BYTES_MAX = 512 * 1024 * 1024;

/** Lengths of a video, in seconds (ai.google.dev/gemini-api/docs/omni). */
const DURATIONS_SECONDS = [3, 4, 5, 6, 7, 8, 9, 10];

/** Default of the most pictures in one call: as many as Google's examples send. */
const PICTURES_MAX = 6;

const Options = closed({
  model: ModelName('gemini-omni-1.1-flash'),
  operations: Type.Optional(Type.Array(Type.Enum([...FILM_OPERATIONS]), { minItems: 1 })),
  pictures_max: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  resolutions: Type.Optional(FilmResolutions),
  delivery: Type.Optional(oneOf('uri', 'inline')),
});
type Options = Static<typeof Options>;

/**
 * Google's Omni models by the Interactions API. Google's client would retry the call four times and continue it by
 * further calls; the adapter turns both off.
 *
 * Nothing is stored (`store: false`), so an interaction cannot be polled: the call lasts as long as the work. A video
 * above 4 MB arrives as a file of the account, which is the receipt. The adapter downloads it itself, because the
 * client writes files only to disk.
 */
export const geminiOmni = defineAdapter({
  keys: { api_key: 'GEMINI_API_KEY' },
  options: Options,
  create(setup) {
    const { options, key } = setup;
    const operations: readonly string[] = options.operations ?? FILM_OPERATIONS;
    const call = (method: 'GET' | 'DELETE', address: string, limits: WireLimits = {}) =>
      callEngine({
        method,
        url: `${setup.baseUrl ?? GEMINI_URL}/${GEMINI_VERSION}/files/${address}`,
        headers: { 'x-goog-api-key': key('api_key') ?? '' },
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        ...limits,
      });
    const ask = geminiAccess(setup);
    return {
      serves: ({ operation, pictures }) =>
        operations.includes(operation) && pictures.length <= (options.pictures_max ?? PICTURES_MAX),
      async start(task, signal) {
        // The signal ends only calls that bring no receipt: a receipt is needed to cancel the work.
        const end = options.delivery === 'inline' ? { signal } : {};
        const limits = { timeoutMs: setup.timeoutMs, bytesMax: FILM_BYTES_MAX, ...end };
        const answer = await ask((client) => film(client, task, options), limits);
        return judgeAnswer(answer, (bytes) => startOf(bytes, task));
      },
      async read({ remoteId }, task, signal) {
        const state = judgeRead(await call('GET', remoteId, { signal }), readinessOf);
        if (state.kind !== 'working' || state.progress !== READY) return state;
        const limits = { signal, bytesMax: FILM_BYTES_MAX };
        const download = await call('GET', `${remoteId}:download?alt=media`, limits);
        return judgeRead(download, (answer) => downloadOf(answer, task));
      },
      /** The video exists by now, so a cancellation deletes it. */
      async cancel({ remoteId }) {
        await call('DELETE', remoteId);
      },
    };
  },
});

/** Requests one video. */
function film(
  client: GoogleGenAI,
  task: EngineTask,
  { model, resolutions = FILM_RESOLUTIONS, delivery = 'uri' }: Options,
) {
  const { order, pictures } = task;
  const isTold = pictures.some(({ role }) => role === 'last_frame');
  return client.interactions.create(
    {
      model,
      input: [
        ...pictures.map((picture) => ({
          type: 'image' as const,
          mime_type: mimeTypeOf(picture.bytes),
          data: base64Of(picture),
        })),
        { type: 'text', text: composeTaggedWish(order, pictures) },
      ],
      response_format: {
        type: 'video',
        aspect_ratio: filmRatio(task),
        resolution: resolutions[order.resolution],
        duration: `${filmSeconds(task, DURATIONS_SECONDS)}s`,
        delivery,
      },
      // No task name fits a video between two frames; its tags describe it.
      ...(isTold ? {} : { generation_config: { video_config: { task: taskName(order) } } }),
      store: false,
      background: false,
      automatic_continuation: false,
    },
    { retries: { strategy: 'none' } },
  );
}

function taskName({ operation, pictures }: EngineTask['order']): string {
  if (operation === 'animate') return 'image_to_video';
  return pictures.length > 0 ? 'reference_to_video' : 'text_to_video';
}

const Content = Type.Object({
  type: Type.String(),
  data: Type.Optional(Type.String()),
  uri: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
});
const Step = Type.Object({
  type: Type.String(),
  content: Type.Optional(Type.Array(Content)),
  error: Type.Optional(GoogleError),
});
const readInteraction = answerReader({
  status: Type.String(),
  steps: Type.Optional(Type.Array(Step)),
  errors: Type.Optional(Type.Array(GoogleError)),
});

/** The video of an interaction, the file that holds it, or the reason why there is none. */
function startOf(bytes: Uint8Array, task: EngineTask): StartOutcome | null {
  const interaction = readInteraction(bytes);
  if (!interaction) return null;
  const { status, steps = [], errors = [] } = interaction;
  const outputs = steps.filter(({ type }) => type === 'model_output');
  const contents = outputs.flatMap(({ content = [] }) => content);
  const video = contents.find(({ type, data, uri }) => type === 'video' && (data !== undefined || uri !== undefined));
  if (video?.data !== undefined) return delivered(video.data, warningsOf(task));
  const file = /\/files\/([\w-]+)/.exec(video?.uri ?? '')?.[1];
  if (file !== undefined) return started(file);

  const error = errors[0] ?? outputs.find((step) => step.error !== undefined)?.error;
  if (error) return errorOutcome(error);
  const words = contents.map(({ text }) => text ?? '').join('');
  if (words !== '') return blocked('input', words, 'It answered in words');
  const why = 'so it does where its region or its policy forbids one';
  return failed('generation_failed', `The engine ended without a video (${status}); ${why}.`);
}

const readFile = answerReader({ state: Type.String() });

/** Progress of a file that can be fetched. */
const READY = 1;

/** Whether a file can be downloaded. Google answers 403 for a file that is gone. */
function readinessOf({ status, bytes }: WholeAnswer): ReadOutcome | null {
  if (status === 403 || status === 404) return outputGone(`status ${status}`);
  const state = status === 200 ? readFile(bytes)?.state : undefined;
  if (state === undefined) return null;
  if (state === 'FAILED') return unavailable('the engine could not finish the file of the video');
  return working(state === 'ACTIVE' ? READY : null);
}

/** The bytes of a file, or its download address. That address gets no key: the key is for Google's API only. */
function downloadOf({ status, headers, bytes }: WholeAnswer, task: EngineTask): ReadOutcome | null {
  const url = headers.get('location');
  if (status < 300) return delivered(bytes, warningsOf(task));
  return status >= 400 || url === null ? null : made({ kind: 'remote', url }, warningsOf(task));
}

function warningsOf(task: EngineTask) {
  return filmWarnings(task, filmSeconds(task, DURATIONS_SECONDS));
}

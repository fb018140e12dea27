import type { GenerateVideosParameters, VideoGenerationReferenceType } from '@google/genai';
import Type, { type Static } from 'typebox';
import { defineAdapter } from '../../catalogue.ts';
import { seedOf } from '../../inputs.ts';
import { blocked, delivered, failed, judgeRead, started, working } from '../../outcomes.ts';
import type { EngineTask, ReadOutcome } from '../../port.ts';
import { composeWish, thingsShown } from '../../prompts.ts';
import { closed, oneOf } from '../../schemas.ts';
import { SUBMIT_TIMEOUT_MS } from '../../wire.ts';
import { googleImage, ModelName, VERTEX_OPTIONS, vertexAccess } from './access.ts';
import { errorOutcome, GoogleError, googleReader, judgeAnswer } from './answers.ts';
import { FILM_OPERATIONS, FILM_RESOLUTIONS, FilmResolutions, filmRatio, filmSeconds, filmWarnings } from './films.ts';

/** Longest wait for the answer to a look, in milliseconds: the video travels in it. */
const LOOK_TIMEOUT_MS = 300_000;

/** Largest answer of a look: eight seconds of 4K in base64 are a third of it. */
const LOOK_BYTES_MAX = 512 * 1024 * 1024;

/** Lengths of a video, in seconds, of the models of the third generation. */
const DURATIONS_SECONDS = [4, 6, 8];

const Options = closed({
  ...VERTEX_OPTIONS,
  model: ModelName('veo-3.1-generate-001'),
  operations: Type.Optional(Type.Array(Type.Enum([...FILM_OPERATIONS]), { minItems: 1 })),
  references_max: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  resolutions: Type.Optional(FilmResolutions),
  durations_seconds: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), { minItems: 1 })),
  audio: Type.Optional(Type.Boolean()),
  negative_prompt: Type.Optional(Type.String()),
  person_generation: Type.Optional(oneOf('dont_allow', 'allow_adult', 'allow_all')),
});
type Options = Static<typeof Options>;

/**
 * Veo on Vertex: `predictLongRunning` starts an operation, `fetchPredictOperation` reads it and brings the video. Both
 * are calls of Google's client, which makes no retries without an option for them. Operations of Google's own models
 * take no cancellation (google/cloud/aiplatform/v1/aiplatform_v1.yaml binds it to others alone), so the work of a
 * canceled job continues there.
 */
export const veo = defineAdapter({
  keys: { credentials: 'GOOGLE_VERTEX_CREDENTIALS' },
  options: Options,
  create(setup) {
    const { options } = setup;
    const operations: readonly string[] = options.operations ?? FILM_OPERATIONS;
    const ask = vertexAccess(setup);
    return {
      serves: ({ operation, pictures }) =>
        operations.includes(operation) && thingsShown(pictures).length <= (options.references_max ?? 0),
      async start(task) {
        const request = requestOf(task, options);
        const limits = { timeoutMs: SUBMIT_TIMEOUT_MS };
        const answer = await ask(({ models }) => models.generateVideos(request), limits);
        return judgeAnswer(answer, (bytes) => {
          const operation = readOperation(bytes);
          return operation && started(operation.name);
        });
      },
      async read({ remoteId }, task, signal) {
        const { GenerateVideosOperation } = await import('@google/genai');
        const operation = Object.assign(new GenerateVideosOperation(), { name: remoteId });
        const limits = { timeoutMs: LOOK_TIMEOUT_MS, bytesMax: LOOK_BYTES_MAX, signal };
        const answer = await ask(({ operations }) => operations.getVideosOperation({ operation }), limits);
        if (answer.kind === 'unavailable') return { kind: 'unreadable', message: answer.message, retryAfterMs: null };
        return judgeRead(answer, ({ status, bytes }) => (status === 200 ? seenIn(bytes, task, options) : null));
      },
    };
  },
});

/** The length of the video to ask for, in seconds. */
function secondsOf(task: EngineTask, { durations_seconds: durations = DURATIONS_SECONDS }: Options): number {
  return filmSeconds(task, durations);
}

function requestOf(task: EngineTask, options: Options): GenerateVideosParameters {
  const { order, pictures } = task;
  const {
    resolutions = FILM_RESOLUTIONS,
    audio = false,
    negative_prompt: negative,
    person_generation: persons,
  } = options;
  const seed = seedOf(task);
  const wish = composeWish(order);
  const [first, last] = (['source', 'last_frame'] as const).map((role) =>
    pictures.find((picture) => picture.role === role),
  );
  const references = thingsShown(pictures);
  return {
    model: options.model,
    source: { ...(wish === undefined ? {} : { prompt: wish }), ...(first ? { image: googleImage(first) } : {}) },
    config: {
      numberOfVideos: 1,
      aspectRatio: filmRatio(task),
      durationSeconds: secondsOf(task, options),
      // Models of the second generation know neither.
      ...(options.model.startsWith('veo-2') ? {} : { generateAudio: audio, resolution: resolutions[order.resolution] }),
      ...(last ? { lastFrame: googleImage(last) } : {}),
      ...(references.length > 0 ? { referenceImages: references.map((picture) => assetOf(googleImage(picture))) } : {}),
      // 32 bits without a sign.
      ...(seed === null ? {} : { seed: seed >>> 0 }),
      ...(negative === undefined ? {} : { negativePrompt: negative }),
      ...(persons === undefined ? {} : { personGeneration: persons }),
    },
  };
}

/** A thing the video shows. */
function assetOf<T>(image: T) {
  // The client has an enum for this text, which would have to be loaded for its value.
  return { image, referenceType: 'ASSET' as VideoGenerationReferenceType };
}

const readOperation = googleReader({
  name: Type.String({ minLength: 1 }),
  done: Type.Optional(Type.Boolean()),
  error: Type.Optional(GoogleError),
  response: Type.Optional(
    Type.Object({
      videos: Type.Optional(Type.Array(Type.Object({ bytesBase64Encoded: Type.Optional(Type.String()) }))),
      raiMediaFilteredCount: Type.Optional(Type.Number()),
      raiMediaFilteredReasons: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});

function seenIn(bytes: Uint8Array, task: EngineTask, options: Options): ReadOutcome | null {
  const operation = readOperation(bytes);
  if (!operation) return null;
  if (operation.done !== true) return working();
  if (operation.error) return errorOutcome(operation.error);
  const { videos = [], raiMediaFilteredReasons: [reason] = [], raiMediaFilteredCount = 0 } = operation.response ?? {};
  const data = videos[0]?.bytesBase64Encoded;
  if (data !== undefined) return delivered(data, filmWarnings(task, secondsOf(task, options)));
  if (reason !== undefined || raiMediaFilteredCount > 0) return blocked('output', reason);
  return failed('generation_failed', 'The engine ended its work without a video.');
}

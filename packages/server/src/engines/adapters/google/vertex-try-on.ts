import type { PersonGeneration, RecontextImageParameters, SafetyFilterLevel } from '@google/genai';
import Type, { type Static } from 'typebox';
import { defineAdapter } from '../../catalogue.ts';
import { seedOf } from '../../inputs.ts';
import { ANSWERS_AT_ONCE, blocked, delivered } from '../../outcomes.ts';
import type { EngineTask, GatheredPicture, StartOutcome } from '../../port.ts';
import { closed, oneOf } from '../../schemas.ts';
import { googleImage, ModelName, VERTEX_OPTIONS, vertexAccess } from './access.ts';
import { googleReader, judgeAnswer } from './answers.ts';

/** The model where the operator names no other; Google retires it on 15 March 2027. */
const MODEL = 'virtual-try-on-001';

const Options = closed({
  ...VERTEX_OPTIONS,
  model: Type.Optional(ModelName(MODEL)),
  base_steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  watermark: Type.Optional(Type.Boolean()),
  safety_filter: Type.Optional(
    oneOf<SafetyFilterLevel>('BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE'),
  ),
  person_generation: Type.Optional(oneOf<PersonGeneration>('DONT_ALLOW', 'ALLOW_ADULT', 'ALLOW_ALL')),
});
type Options = Static<typeof Options>;

/**
 * Vertex's try-on model by `predict` of Google's client. It takes one product and no words. Without retry settings the
 * client makes no retries.
 */
export const vertexTryOn = defineAdapter({
  keys: { credentials: 'GOOGLE_VERTEX_CREDENTIALS' },
  options: Options,
  create(setup) {
    const ask = vertexAccess(setup);
    return {
      serves: ({ operation, pictures }) =>
        operation === 'virtual_try_on' && pictures.filter(({ role }) => role === 'garment').length === 1,
      async start(task, signal) {
        const request = requestOf(task, setup.options);
        const limits = { timeoutMs: setup.timeoutMs, signal };
        return judgeAnswer(await ask(({ models }) => models.recontextImage(request), limits), pictureIn);
      },
      ...ANSWERS_AT_ONCE,
    };
  },
});

function requestOf(task: EngineTask, options: Options): RecontextImageParameters {
  const { base_steps: steps, watermark = true, safety_filter: filter, person_generation: persons } = options;
  const seed = seedOf(task);
  const image = (role: GatheredPicture['role']) =>
    task.pictures.filter((picture) => picture.role === role).map(googleImage);
  const [personImage] = image('person');
  return {
    model: options.model ?? MODEL,
    source: {
      ...(personImage ? { personImage } : {}),
      productImages: image('garment').map((productImage) => ({ productImage })),
    },
    config: {
      numberOfImages: 1,
      addWatermark: watermark,
      outputMimeType: 'image/png',
      ...(steps === undefined ? {} : { baseSteps: steps }),
      // The model takes a seed, 32 bits without a sign, only where it adds no watermark.
      ...(seed === null || watermark ? {} : { seed: seed >>> 0 }),
      ...(filter === undefined ? {} : { safetyFilterLevel: filter }),
      ...(persons === undefined ? {} : { personGeneration: persons }),
    },
  };
}

const readPredictions = googleReader({
  predictions: Type.Optional(
    Type.Array(
      Type.Object({
        bytesBase64Encoded: Type.Optional(Type.String()),
        raiFilteredReason: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** The picture of an answer. A filtered one is missing, or comes without its bytes. */
function pictureIn(bytes: Uint8Array): StartOutcome | null {
  const answer = readPredictions(bytes);
  if (!answer) return null;
  const [prediction] = answer.predictions ?? [];
  const data = prediction?.bytesBase64Encoded;
  return data === undefined ? blocked('output', prediction?.raiFilteredReason) : delivered(data);
}

import { ASPECT_RATIOS } from '@atelier/contract';
import type { GenerateContentParameters, HarmBlockThreshold, HarmCategory } from '@google/genai';
import Type, { type Static } from 'typebox';
import { defineAdapter } from '../../catalogue.ts';
import { base64Of, mimeTypeOf, nearestRatio, seedOf } from '../../inputs.ts';
import { ANSWERS_AT_ONCE, blocked, delivered, failed, NOTHING_MADE } from '../../outcomes.ts';
import type { EngineTask, StartOutcome } from '../../port.ts';
import { composePrompt } from '../../prompts.ts';
import { closed, oneOf } from '../../schemas.ts';
import { geminiAccess, ModelName } from './access.ts';
import { googleReader, isPolicyCode, judgeAnswer } from './answers.ts';

/** Operations an image model of Gemini performs. */
const OPERATIONS = ['virtual_try_on', 'generate', 'edit', 'inpaint'] as const;

/** Most pictures in one call: the limit of models of the third generation. */
const PICTURES_MAX = 14;

/** Names of picture sizes by resolution; null asks for no size, for models without sizes. */
const IMAGE_SIZES = { standard: '1K', high: '2K' };
const ImageSize = Type.Union([Type.String({ pattern: '^[0-9]+K?$' }), Type.Null()]);

/** Two ratios that differ by less than this share are equal. */
const RATIO_TOLERANCE = 0.01;

/** Harms whose threshold the operator can set (ai.google.dev/gemini-api/docs/safety-settings). */
const HARMS = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT'] as const;

const Options = closed({
  model: ModelName('gemini-nano-banana-2.1'),
  operations: Type.Optional(Type.Array(Type.Enum([...OPERATIONS]), { minItems: 1 })),
  pictures_max: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  image_sizes: Type.Optional(closed({ standard: ImageSize, high: ImageSize })),
  safety_threshold: Type.Optional(
    oneOf<HarmBlockThreshold>('OFF', 'BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE'),
  ),
});

/**
 * Image models of the Gemini API by `generateContent` of Google's client. The client makes no retries by default, and
 * an option stops it from continuing a long answer by further calls. Its fetch refuses a second call
 * (docs/decisions/0006-engine-clients.md).
 */
export const gemini = defineAdapter({
  keys: { api_key: 'GEMINI_API_KEY' },
  options: Options,
  create(setup) {
    const { options } = setup;
    const operations: readonly string[] = options.operations ?? OPERATIONS;
    const ask = geminiAccess(setup);
    return {
      serves: ({ operation, pictures }) =>
        operations.includes(operation) && pictures.length <= (options.pictures_max ?? PICTURES_MAX),
      async start(task, signal) {
        const request = requestOf(task, options);
        const limits = { timeoutMs: setup.timeoutMs, signal };
        return judgeAnswer(await ask(({ models }) => models.generateContent(request), limits), pictureIn);
      },
      ...ANSWERS_AT_ONCE,
    };
  },
});

/** One call for one picture: models may return another number than requested, so a call never requests more. */
function requestOf(task: EngineTask, options: Static<typeof Options>): GenerateContentParameters {
  const { order, pictures } = task;
  const ratio = ratioOf(task);
  const size = (options.image_sizes ?? IMAGE_SIZES)[order.resolution];
  const seed = seedOf(task);
  return {
    model: options.model,
    contents: [
      {
        role: 'user',
        parts: [
          ...pictures.map((picture) => ({
            inlineData: { mimeType: mimeTypeOf(picture.bytes), data: base64Of(picture) },
          })),
          { text: composePrompt(order, pictures) },
        ],
      },
    ],
    config: {
      responseModalities: ['IMAGE'],
      candidateCount: 1,
      automaticContinuation: false,
      // A signed 32-bit integer.
      ...(seed === null ? {} : { seed: seed | 0 }),
      imageConfig: { ...(ratio === null ? {} : { aspectRatio: ratio }), ...(size === null ? {} : { imageSize: size }) },
      ...(options.safety_threshold === undefined ? {} : { safetySettings: safetySettings(options.safety_threshold) }),
    },
  };
}

/**
 * The ratio to request; null for an inpaint, which must keep its source's ratio. Null also if all pictures have the
 * output's ratio: the model then keeps it exactly, while the nearest named ratio would crop or stretch.
 */
function ratioOf({ order, pictures, size }: EngineTask): string | null {
  if (order.aspectRatio !== null) return order.aspectRatio;
  if (order.operation === 'inpaint') return null;
  const wanted = size.width / size.height;
  const keeps = pictures.every(({ width, height }) => Math.abs(width / height / wanted - 1) < RATIO_TOLERANCE);
  return pictures.length > 0 && keeps ? null : nearestRatio(size, ASPECT_RATIOS);
}

function safetySettings(threshold: HarmBlockThreshold) {
  // Google's enum has these texts as values; the cast avoids loading the client for them.
  return HARMS.map((harm) => ({ category: `HARM_CATEGORY_${harm}` as HarmCategory, threshold }));
}

const Part = Type.Object({
  text: Type.Optional(Type.String()),
  thought: Type.Optional(Type.Boolean()),
  inlineData: Type.Optional(Type.Object({ data: Type.String() })),
});
const Candidate = Type.Object({
  content: Type.Optional(Type.Object({ parts: Type.Optional(Type.Array(Part)) })),
  finishReason: Type.Optional(Type.String()),
});
const readGeneration = googleReader({
  candidates: Type.Optional(Type.Array(Candidate)),
  promptFeedback: Type.Optional(Type.Object({ blockReason: Type.Optional(Type.String()) })),
});

/** The picture of an answer, or the outcome of a refusal that came with status 200. */
function pictureIn(bytes: Uint8Array): StartOutcome | null {
  const generation = readGeneration(bytes);
  if (!generation) return null;
  const { candidates: [candidate] = [], promptFeedback } = generation;
  const reason = candidate?.finishReason ?? 'none';
  // Models that think send drafts first, and the final picture last. Some mark the only picture of a finished answer as
  // a thought.
  const all = candidate?.content?.parts ?? [];
  const parts = all.filter(({ thought }) => thought !== true);
  const lastPicture = (among: typeof all) =>
    among.findLast(({ inlineData }) => inlineData !== undefined)?.inlineData?.data;
  const data = lastPicture(parts) ?? (reason === 'STOP' ? lastPicture(all) : undefined);
  if (data !== undefined) return delivered(data);
  if (promptFeedback?.blockReason !== undefined) return blocked('input');
  if (isPolicyCode(reason)) return blocked('output');
  const words = parts.map(({ text }) => text ?? '').join('');
  if (words !== '' && reason === 'STOP') return blocked('input', words, 'It answered in words');
  if (['NO_IMAGE', 'IMAGE_OTHER', 'OTHER'].includes(reason)) return NOTHING_MADE;
  return failed('generation_failed', `The engine ended without an image (${reason}).`);
}

import Type from 'typebox';
import { defineAdapter } from '../catalogue.ts';
import { base64Of, fillInputs, type Json } from '../inputs.ts';
import { operationModels, operationsOption } from '../operation-models.ts';
import { blocked, judgeRead, judgeStart, madeAt, rejected, started, unavailable, working } from '../outcomes.ts';
import type { EngineTask, ReadOutcome, StartOutcome } from '../port.ts';
import { closed, maybe } from '../schemas.ts';
import { answerReader, firstFault, isWithinEngine, jsonApi } from '../wire.ts';

/** Public address of the API; regions have others (docs.bfl.ai). */
const BASE_URL = 'https://api.bfl.ai';
/** Domain of all hosts that serve the states of runs. */
const DOMAIN = 'bfl.ai';

/** Longest and shortest side of an output, and the step of both, in pixels (docs.bfl.ai, FLUX.2). */
const SIDE_MAX = 2048;
const SIDE_MIN = 256;
const SIDE_STEP = 16;

/** The default model of each operation. */
const USUAL_MODELS = {
  virtual_try_on: { model: 'flux-tools/vto-v2' },
  generate: { model: 'flux-2-pro' },
  edit: { model: 'flux-2-pro' },
  inpaint: { model: 'flux-pro-1.0-fill' },
};

const PICTURE = { seed: '$seed', output_format: 'png' };
const TRY_ON = { ...PICTURE, person: '$person', garment: '$garment', prompt: '$prompt' };
const FOUR_PICTURES = {
  input_image: '$image_1',
  input_image_2: '$image_2',
  input_image_3: '$image_3',
  input_image_4: '$image_4',
};
const KONTEXT = { ...PICTURE, ...FOUR_PICTURES, prompt: '$prompt', aspect_ratio: '$aspect_ratio' };
const FLUX_2 = {
  ...PICTURE,
  ...FOUR_PICTURES,
  input_image_5: '$image_5',
  input_image_6: '$image_6',
  input_image_7: '$image_7',
  input_image_8: '$image_8',
  prompt: '$prompt',
  width: '$width',
  height: '$height',
};

/** Bodies of models that are known here, by their path (docs.bfl.ai); others are set up with one of their own. */
const BFL_INPUTS: Readonly<Record<string, Json>> = {
  'flux-tools/vto-v1': TRY_ON,
  'flux-tools/vto-v2': TRY_ON,
  'flux-2-pro': FLUX_2,
  'flux-2-max': FLUX_2,
  'flux-2-flex': FLUX_2,
  'flux-kontext-pro': KONTEXT,
  'flux-kontext-max': KONTEXT,
  'flux-pro-1.0-fill': { ...PICTURE, image: '$source', mask: '$mask', prompt: '$wish' },
};

/**
 * FLUX of Black Forest Labs. The answer names the address to poll, because work lies in one region only. There is no
 * cancellation and no official client.
 */
export const bfl = defineAdapter({
  keys: { api_key: 'BFL_API_KEY' },
  options: closed({
    operations: Type.Optional(
      operationsOption('^[\\w.-]+(/[\\w.-]+)*$', 'the path of a model such as flux-tools/vto-v2'),
    ),
  }),
  create({ baseUrl, options, key }) {
    const base = baseUrl ?? BASE_URL;
    const models = operationModels(options.operations ?? USUAL_MODELS, BFL_INPUTS);
    const api = jsonApi(base, () => ({ 'x-key': key('api_key') ?? '' }));
    return {
      serves: models.serves,
      async start(task) {
        const { model, input } = models.of(task.order.operation);
        const body = fillInputs(input, { ...task, size: fittedSize(task) }, base64Of);
        return judgeStart(await api.submit(`/v1/${model}`, body), {
          refused: ({ bytes }) => moderated(readTask(bytes)?.status) ?? rejected(firstFault(bytes).msg),
          taken: ({ bytes }) => startedIn(bytes, base),
        });
      },
      async read({ details }, _task, signal) {
        return judgeRead(await api.get(details.polling ?? '', { signal }), ({ bytes }) => seenIn(bytes));
      },
    };
  },
});

/** The size of an output as the models take it, the ratio kept. */
function fittedSize({ size: { width, height } }: EngineTask): EngineTask['size'] {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const side = (length: number) => Math.max(SIDE_MIN, Math.round((length * scale) / SIDE_STEP) * SIDE_STEP);
  return { width: side(width), height: side(height) };
}

const readSubmission = answerReader({ id: Type.String({ minLength: 1 }), polling_url: Type.String() });

function startedIn(bytes: Uint8Array, base: string): StartOutcome | null {
  const submission = readSubmission(bytes);
  if (!submission || !isWithinEngine(submission.polling_url, base, DOMAIN)) return null;
  return started(submission.id, { polling: submission.polling_url });
}

const readTask = answerReader({
  status: Type.String(),
  progress: maybe(Type.Number()),
  result: maybe(Type.Object({ sample: Type.Optional(Type.String()) })),
  details: Type.Optional(Type.Unknown()),
});

/** A look at a task; some of its states come with status 422. */
function seenIn(bytes: Uint8Array): ReadOutcome | null {
  const task = readTask(bytes);
  switch (task?.status) {
    case 'Pending':
    case 'Reasoning':
    case 'Generating':
      return working(task.progress);
    case 'Ready':
      return madeAt(task.result?.sample);
    case 'Error':
      return unavailable(`the task failed: ${JSON.stringify(task.details ?? null)}`);
    default:
      return moderated(task?.status);
  }
}

/** States of a task that was refused by policy, before or after something was made. */
function moderated(status: string | undefined) {
  if (status === 'Request Moderated') return blocked('input');
  return status === 'Content Moderated' ? blocked('output') : null;
}

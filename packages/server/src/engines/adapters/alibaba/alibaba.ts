import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { blocked, judgeRead, judgeStart, madeAt, rejected, started, unavailable, working } from '../../outcomes.ts';
import type { AdapterEngine, EngineOutcome, EngineTask, OutfitPiece, ReadOutcome } from '../../port.ts';
import { closed, oneOf } from '../../schemas.ts';
import { answerReader, excerptOf, jsonApi } from '../../wire.ts';
import { storePictures } from './files.ts';

/** Public address of the API in China (Beijing), the only region with this model. */
const BASE_URL = 'https://dashscope.aliyuncs.com';

/** The better and slower of the two models. */
const MODEL = 'aitryon-plus';

/** Where each kind of garment goes; the model takes one of each place. */
const PLACES: Readonly<Record<OutfitPiece['category'], 'top_garment_url' | 'bottom_garment_url'>> = {
  top: 'top_garment_url',
  dress: 'top_garment_url',
  jumpsuit: 'top_garment_url',
  trousers: 'bottom_garment_url',
  skirt: 'bottom_garment_url',
};
const WHOLE: readonly OutfitPiece['category'][] = ['dress', 'jumpsuit'];

/** Most garments of one try-on: a top and a bottom. */
const GARMENTS_MAX = 2;

const Options = closed({
  model: Type.Optional(oneOf('aitryon', MODEL)),
  restore_face: Type.Optional(Type.Boolean()),
});

/**
 * OutfitAnyone of Alibaba Cloud's Model Studio (alibabacloud.com/help/en/model-studio/aitryon-plus-api): puts a top, a
 * bottom or both on a person, and takes no words. Only work that waits can be canceled.
 */
export const alibaba = defineAdapter({ keys: { api_key: 'DASHSCOPE_API_KEY' }, options: Options, create });

function create({ baseUrl, options, key }: AdapterSetup<Static<typeof Options>>): AdapterEngine {
  const { model = MODEL, restore_face = true } = options;
  const api = jsonApi(baseUrl ?? BASE_URL, () => ({ authorization: `Bearer ${key('api_key') ?? ''}` }));
  const addressOf = (taskId: string) => `/api/v1/tasks/${encodeURIComponent(taskId)}`;

  return {
    serves: ({ operation, pictures }) =>
      operation === 'virtual_try_on' &&
      pictures.every(({ role }) => role === 'person' || role === 'garment') &&
      pictures.filter(({ role }) => role === 'garment').length <= GARMENTS_MAX,
    needsOutfit: () => true,
    async start(task) {
      const pictures = picturesOf(task);
      if (!pictures) return unavailable('the model takes one top, one bottom or both, or one dress');
      const stored = await storePictures(api, model, pictures);
      if (stored.kind !== 'stored') return stored;
      // Without a resolution, the output has the size of the photo of the person.
      const body = { model, input: Object.fromEntries(stored.addresses), parameters: { resolution: -1, restore_face } };
      const url = `/api/v1/services/aigc/image2image/image-synthesis`;
      const more = { 'x-dashscope-async': 'enable', 'x-dashscope-ossresourceresolve': 'enable' };
      return judgeStart(await api.submit(url, body, more), {
        refused: ({ bytes }) => failureOf(readRefusal(bytes) ?? { message: excerptOf(bytes) }),
        taken({ bytes }) {
          const taken = readTask(bytes)?.output;
          return taken ? started(taken.task_id) : null;
        },
      });
    },
    async read({ remoteId }, _task, signal) {
      return judgeRead(await api.get(addressOf(remoteId), { signal }), ({ bytes }) => seenIn(bytes));
    },
    async cancel({ remoteId }) {
      await api.call({ method: 'POST', url: `${addressOf(remoteId)}/cancel` });
    },
  };
}

/** The pictures of a task by the fields that name them; null where the model has no place for a garment. */
function picturesOf({ pictures, outfit = [] }: EngineTask): ReadonlyMap<string, Uint8Array> | null {
  const fields = new Map<string, Uint8Array>();
  for (const { role, bytes } of pictures) if (role === 'person') fields.set('person_image_url', bytes);
  for (const { category, photo } of outfit) {
    const place = PLACES[category];
    if (fields.has(place) || (WHOLE.includes(category) && outfit.length > 1)) return null;
    fields.set(place, photo);
  }
  return fields;
}

const Refusal = Type.Object({ code: Type.Optional(Type.String()), message: Type.Optional(Type.String()) });
const readRefusal = answerReader(Refusal);
const readTask = answerReader(
  Type.Object({
    output: Type.Intersect([
      Refusal,
      Type.Object({
        task_id: Type.String({ minLength: 1 }),
        task_status: Type.String(),
        image_url: Type.Optional(Type.String()),
      }),
    ]),
  }),
);

function seenIn(bytes: Uint8Array): ReadOutcome | null {
  const task = readTask(bytes)?.output;
  switch (task?.task_status) {
    case 'PENDING':
    case 'PRE-PROCESSING':
    case 'RUNNING':
    case 'POST-PROCESSING':
      return working();
    case 'SUCCEEDED':
      return madeAt(task.image_url);
    case 'FAILED':
      return failureOf(task);
    case 'CANCELED':
      return unavailable('the task was canceled there');
    default:
      return null;
  }
}

/** Codes of failures that lie in the pictures (error codes of the model's page). */
const INPUT_FAILURES: readonly string[] = ['InvalidPerson', 'InvalidGarment', 'InvalidInputLength'];

/** The outcome for an error code (alibabacloud.com/help/en/model-studio/error-code). Failed work is free. */
function failureOf({ code = '', message = '' }: Static<typeof Refusal>): EngineOutcome {
  if (/^data_?inspection_?failed$/i.test(code)) return blocked(/^output data/i.test(message) ? 'output' : 'input');
  if (INPUT_FAILURES.includes(code)) return rejected(message);
  return unavailable(`${code}: ${message}`);
}

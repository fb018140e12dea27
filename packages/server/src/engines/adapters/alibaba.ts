import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { defineAdapter } from '../catalogue.ts';
import { formOf } from '../inputs.ts';
import {
  blocked,
  judgeRead,
  judgeStart,
  judgeUpload,
  madeAt,
  rejected,
  started,
  unavailable,
  working,
} from '../outcomes.ts';
import { jpegWithin } from '../pictures/formats.ts';
import type { EngineOutcome, EngineTask, OutfitPiece, ReadOutcome, StartOutcome } from '../port.ts';
import { closed, oneOf } from '../schemas.ts';
import {
  answerReader,
  callEngine,
  excerptOf,
  isWithinEngine,
  type JsonApi,
  jsonApi,
  readSuccess,
  SUBMIT_TIMEOUT_MS,
} from '../wire.ts';

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

/**
 * OutfitAnyone of Alibaba Cloud's Model Studio (alibabacloud.com/help/en/model-studio/aitryon-plus-api): puts a top, a
 * bottom or both on a person, and takes no words. Only work that waits can be canceled.
 */
export const alibaba = defineAdapter({
  keys: { api_key: 'DASHSCOPE_API_KEY' },
  options: closed({
    model: Type.Optional(oneOf('aitryon', MODEL)),
    restore_face: Type.Optional(Type.Boolean()),
  }),
  create({ baseUrl, options, key }) {
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
        if ('kind' in stored) return stored;
        // Without a resolution, the output has the size of the photo of the person.
        const body = {
          model,
          input: Object.fromEntries(stored),
          parameters: { resolution: -1, restore_face },
        };
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
  },
});

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

const Refusal = { code: Type.Optional(Type.String()), message: Type.Optional(Type.String()) };
const readRefusal = answerReader(Refusal);
const readTask = answerReader({
  output: Type.Object({
    ...Refusal,
    task_id: Type.String({ minLength: 1 }),
    task_status: Type.String(),
    image_url: Type.Optional(Type.String()),
  }),
});

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
function failureOf({ code = '', message = '' }: Partial<Record<keyof typeof Refusal, string>>): EngineOutcome {
  if (/^data_?inspection_?failed$/i.test(code)) return blocked(/^output data/i.test(message) ? 'output' : 'input');
  if (INPUT_FAILURES.includes(code)) return rejected(message);
  return unavailable(`${code}: ${message}`);
}

/** Largest picture that is sent. The model takes 5 MB, and sides of up to 4096 pixels. */
const BOUNDS = { bytesMax: 5_000_000, sideMax: 2048 };

const readPolicy = answerReader({
  data: Type.Object({
    upload_host: Type.String(),
    upload_dir: Type.String(),
    oss_access_key_id: Type.String(),
    signature: Type.String(),
    policy: Type.String(),
    x_oss_object_acl: Type.String(),
    x_oss_forbid_overwrite: Type.String(),
  }),
});

/**
 * Puts pictures as JPEG files into the store of Model Studio, which keeps them for 48 hours for this model alone
 * (alibabacloud.com/help/en/model-studio/get-temporary-file-url). Resolves to their addresses, `oss://…`, by their
 * names. Errors here happen before any work.
 */
async function storePictures(
  api: JsonApi,
  model: string,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, string> | StartOutcome> {
  const url = `/api/v1/uploads?${new URLSearchParams({ action: 'getPolicy', model })}`;
  const allowed = await api.get(url);
  const policy = readSuccess(allowed, readPolicy)?.data;
  if (!policy) return judgeUpload(allowed);
  if (!isWithinEngine(policy.upload_host, api.base, 'aliyuncs.com'))
    return unavailable(`its store is at ${policy.upload_host}, which is not an address of Alibaba`);
  const addresses = new Map<string, string>();
  for (const [name, bytes] of pictures) {
    // Jobs of the same account share the folder, and the store may refuse to overwrite.
    const key = `${policy.upload_dir}/${randomUUID()}.jpg`;
    const body = formOf([
      ['OSSAccessKeyId', policy.oss_access_key_id],
      ['Signature', policy.signature],
      ['policy', policy.policy],
      ['x-oss-object-acl', policy.x_oss_object_acl],
      ['x-oss-forbid-overwrite', policy.x_oss_forbid_overwrite],
      ['key', key],
      ['success_action_status', '200'],
      // The store reads nothing behind the file.
      ['file', await jpegWithin(bytes, BOUNDS), `${name}.jpg`],
    ]);
    const stored = await callEngine({ method: 'POST', url: policy.upload_host, body, timeoutMs: SUBMIT_TIMEOUT_MS });
    if (stored.kind !== 'answer' || stored.status >= 300) return judgeUpload(stored);
    addresses.set(name, `oss://${key}`);
  }
  return addresses;
}

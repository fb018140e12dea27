import Type, { type Static } from 'typebox';
import type { PictureRole } from '../../../work-order.ts';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { mimeTypeOf } from '../../inputs.ts';
import { ANSWERS_AT_ONCE, delivered, judgeStart, rejected } from '../../outcomes.ts';
import type { HostedEngine } from '../../port.ts';
import { closed } from '../../schemas.ts';
import { answerReader, callEngine } from '../../wire.ts';
import { fieldsOf, type PhotoroomFields } from './fields.ts';

/** Public address of the image editing API (docs.photoroom.com). */
const BASE_URL = 'https://image-api.photoroom.com';

const Name = Type.String({ pattern: '^[a-z0-9]+$', title: 'a name of small letters and digits' });
const Options = closed({
  model: Type.Optional(Name),
  pose: Type.Optional(Name),
  studio: Type.Optional(Name),
  location: Type.Optional(Name),
});

/** Most pictures of each role; the API takes one product, one person and one scene. */
const PICTURES_MAX: Readonly<Partial<Record<PictureRole, number>>> = { person: 1, garment: 1, avatar: 1, scene: 1 };

/**
 * Photoroom's image editing API: a product on the person of a photo, on a model, on an invisible mannequin, laid flat,
 * or before a background. The answer to the call is the picture.
 */
export const photoroom = defineAdapter({ keys: { api_key: 'PHOTOROOM_API_KEY' }, options: Options, create });

function create({ name, baseUrl, options, key, timeoutMs }: AdapterSetup<Static<typeof Options>>): HostedEngine {
  const url = `${baseUrl ?? BASE_URL}/v2/edit`;
  return {
    kind: 'hosted',
    name,
    serves({ operation, pictures }) {
      const count = (role: PictureRole) => pictures.filter((picture) => picture.role === role).length;
      const isTaken = pictures.every(({ role }) => count(role) <= (PICTURES_MAX[role] ?? 0));
      if (!isTaken || count('garment') !== 1) return false;
      if (operation === 'virtual_try_on') return count('person') === 1;
      // A scene without a model has no field that takes its light.
      return operation === 'generate' && (count('scene') === 0 || count('avatar') === 1);
    },
    async start(task, signal) {
      const body = formOf(fieldsOf(task, options));
      const headers = { 'x-api-key': key('api_key') ?? '' };
      return judgeStart(await callEngine({ method: 'POST', url, headers, body, timeoutMs, signal }), {
        refused: ({ bytes }) => rejected(readProblem(bytes)?.error.message),
        taken: ({ bytes }) => delivered(bytes),
      });
    },
    ...ANSWERS_AT_ONCE,
  };
}

const readProblem = answerReader(Type.Object({ error: Type.Object({ message: Type.String() }) }));

function formOf(fields: PhotoroomFields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)], { type: mimeTypeOf(value) }), 'picture');
  }
  return form;
}

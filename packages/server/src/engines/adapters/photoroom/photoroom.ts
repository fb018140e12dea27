import Type from 'typebox';
import type { PictureRole } from '../../../work-order.ts';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import { formOf } from '../../inputs.ts';
import { ANSWERS_AT_ONCE, delivered, judgeStart, rejected, unavailable } from '../../outcomes.ts';
import type { AdapterEngine, StartOutcome } from '../../port.ts';
import { answerReader, callEngine, excerptOf, type WholeAnswer } from '../../wire.ts';
import { fieldsOf, type PhotoroomFields, Presets } from './fields.ts';

/** Public address of the image editing API (docs.photoroom.com). */
const BASE_URL = 'https://image-api.photoroom.com';

/** Most pictures of each role; the API takes one product, one person and one scene. */
const PICTURES_MAX: Readonly<Partial<Record<PictureRole, number>>> = { person: 1, garment: 1, avatar: 1, scene: 1 };

/**
 * Photoroom's image editing API: a product on the person of a photo, on a model, on an invisible mannequin, laid flat,
 * or before a background. The answer to the call is the picture.
 */
export const photoroom = defineAdapter({ keys: { api_key: 'PHOTOROOM_API_KEY' }, options: Presets, create });

function create({ baseUrl, options, key, timeoutMs }: AdapterSetup<Presets>): AdapterEngine {
  const url = `${baseUrl ?? BASE_URL}/v2/edit`;
  return {
    serves({ operation, pictures }) {
      const count = (role: PictureRole) => pictures.filter((picture) => picture.role === role).length;
      const isTaken = pictures.every(({ role }) => count(role) <= (PICTURES_MAX[role] ?? 0));
      if (!isTaken || count('garment') !== 1) return false;
      if (operation === 'virtual_try_on') return count('person') === 1;
      // A scene without a model has no field that takes its light.
      return operation === 'generate' && (count('scene') === 0 || count('avatar') === 1);
    },
    async start(task, signal) {
      const fields = fieldsOf(task, options);
      const body = formOf(Object.entries(fields));
      const headers = { 'x-api-key': key('api_key') ?? '' };
      return judgeStart(await callEngine({ method: 'POST', url, headers, body, timeoutMs, signal }), {
        refused: (answer) => refusalOf(answer, fields),
        taken: ({ bytes }) => delivered(bytes),
      });
    },
    ...ANSWERS_AT_ONCE,
  };
}

const readProblem = answerReader(Type.Object({ error: Type.Object({ message: Type.String() }) }));

/** Statuses that may speak of a picture. */
const PICTURE_STATUSES: readonly number[] = [400, 413, 415, 422];

/** Words of a message about a picture or the customer's words. */
const INPUT_WORDS = /\b(image|picture|photo|person|human body|face|subject|foreground|garment|cloth|product|prompt)/i;

/** Words of a message about the operator's account. */
const ACCOUNT_WORDS = /\b(plan|subscription|credits?|quota|api.?key)\b/i;

/** The outcome for a refusal. It has no code; one that names an operator's setting is not the customer's to mend. */
function refusalOf({ status, bytes }: WholeAnswer, fields: PhotoroomFields): StartOutcome {
  const message = readProblem(bytes)?.error.message ?? '';
  const isSetting = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && !name.endsWith('.prompt') && message.includes(name);
  const blamesInput = PICTURE_STATUSES.includes(status) && INPUT_WORDS.test(message) && !ACCOUNT_WORDS.test(message);
  if (!blamesInput || Object.entries(fields).some(isSetting))
    return unavailable(`status ${status}: ${excerptOf(bytes)}`);
  return rejected(message);
}

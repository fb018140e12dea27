import Type, { type Static } from 'typebox';
import type { PictureRole } from '../../work-order.ts';
import { defineAdapter } from '../catalogue.ts';
import { formOf, nearestRatio } from '../inputs.ts';
import { ANSWERS_AT_ONCE, delivered, judgeStart, rejected, unavailable } from '../outcomes.ts';
import type { EngineTask, StartOutcome } from '../port.ts';
import { closed } from '../schemas.ts';
import { answerReader, callEngine, excerptOf, type WholeAnswer } from '../wire.ts';

/** Public address of the image editing API (docs.photoroom.com). */
const BASE_URL = 'https://image-api.photoroom.com';

/** Most pictures of each role; the API takes one product, one person and one scene. */
const PICTURES_MAX: Readonly<Partial<Record<PictureRole, number>>> = { person: 1, garment: 1, avatar: 1, scene: 1 };

/** Fields of a call: a text, or the bytes of a picture. An undefined one is not sent. */
type PhotoroomFields = Readonly<Record<string, string | Uint8Array | undefined>>;

const Name = Type.String({ pattern: '^[a-z0-9]+$', title: 'a name of small letters and digits' });
/** Names that stand in where an order has no picture of its own: `studio` and `location` are scenes. */
const Presets = closed({
  model: Type.Optional(Name),
  pose: Type.Optional(Name),
  studio: Type.Optional(Name),
  location: Type.Optional(Name),
});
type Presets = Static<typeof Presets>;

/** Sizes of a picture with a model, by their ratios. */
const SIZES = {
  '9:16': 'PORTRAIT_HD_16_9',
  '3:4': 'PORTRAIT_HD_4_3',
  '2:3': 'PORTRAIT_HD_3_2',
  '1:1': 'SQUARE_HD',
  '3:2': 'LANDSCAPE_HD_3_2',
  '4:3': 'LANDSCAPE_HD_4_3',
  '16:9': 'LANDSCAPE_HD_16_9',
} as const;
const RATIOS = ['9:16', '3:4', '2:3', '1:1', '3:2', '4:3', '16:9'] as const;

/** Space between a product and the edge of the picture, as a share of its size. */
const PADDING = '0.1';

/**
 * Photoroom's image editing API: a product on the person of a photo, on a model, on an invisible mannequin, laid flat,
 * or before a background. The answer to the call is the picture.
 */
export const photoroom = defineAdapter({
  keys: { api_key: 'PHOTOROOM_API_KEY' },
  options: Presets,
  create({ baseUrl, options, key, timeoutMs }) {
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
  },
});

/** The fields of a task: those of a model for worn garments, those of a product otherwise. */
function fieldsOf(task: EngineTask, presets: Presets): PhotoroomFields {
  const { pictures, order } = task;
  const picture = (role: PictureRole) => pictures.find((one) => one.role === role)?.bytes;
  const product = { imageFile: picture('garment'), 'export.format': 'png' };
  const wearer = picture('person') ?? picture('avatar');
  const kind = wearer ? 'worn' : order.options.presetClass;
  if (kind === 'ghost_mannequin') return { ...product, 'ghostMannequin.mode': 'ai.auto', ...onWhite(task) };
  if (kind === 'flat_lay') return { ...product, 'flatLay.mode': 'ai.auto', ...onWhite(task) };
  if (kind !== 'worn' && kind !== 'human_studio' && kind !== 'human_location') return { ...product, ...packshot(task) };

  // A try-on keeps the place of the photo of the person.
  const scene = picture('scene') ?? picture('person');
  const { model = 'avery', pose = 'standing', studio = 'studio', location = 'random' } = presets;
  return {
    ...product,
    removeBackground: 'false',
    referenceBox: 'originalImage',
    'virtualModel.mode': 'ai.auto',
    'virtualModel.pose': pose,
    'virtualModel.size': SIZES[nearestRatio(task.size, RATIOS)],
    'virtualModel.prompt': wordsOf(task),
    'virtualModel.model.custom.imageFile': wearer,
    'virtualModel.model.preset.name': wearer ? undefined : model,
    'virtualModel.scene.custom.imageFile': scene,
    'virtualModel.scene.preset.name': scene
      ? undefined
      : order.options.presetClass === 'human_location'
        ? location
        : studio,
  };
}

/** A product before a background that the words describe, or before white. */
function packshot(task: EngineTask): PhotoroomFields {
  const words = wordsOf(task);
  if (words === undefined) return { ...onWhite(task), padding: PADDING, 'shadow.mode': 'ai.soft' };
  return { outputSize: sizeOf(task), padding: PADDING, 'shadow.mode': 'ai.soft', 'background.prompt': words };
}

function onWhite(task: EngineTask): PhotoroomFields {
  return { outputSize: sizeOf(task), 'background.color': 'FFFFFF' };
}

function sizeOf({ size: { width, height } }: EngineTask): string {
  return `${width}x${height}`;
}

/** The words of the user; undefined without any. */
function wordsOf({ order: { prompt, options } }: EngineTask): string | undefined {
  const words = [prompt, options.outfitText, options.style].filter((part) => part).join('. ');
  return words === '' ? undefined : words;
}

const readProblem = answerReader({ error: Type.Object({ message: Type.String() }) });

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

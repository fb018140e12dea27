import type { PictureRole, WorkOrder } from '../work-order.ts';
import type { GatheredPicture } from './port.ts';

/** How a prompt describes a picture of each role. */
const PICTURE_NAMES: Readonly<Record<PictureRole, string>> = {
  person: 'the person',
  garment: 'a product to wear',
  source: 'the picture to change',
  mask: 'a mask of the same size: white marks what may change, black what must stay',
  avatar: 'the model',
  scene: 'the scene',
  reference: 'a reference for what to add',
  last_frame: 'the last frame',
};

/** The features that every picture of a person must keep. */
const KEEP_PERSON =
  'Keep the face, hair, body shape, skin tone, pose and hands exactly as they are; change nothing but what is asked for.';

/** The features that every video of a picture keeps. */
const CALM_FILM = 'natural, calm movement of the person and the fabric, the clothes unchanged.';

/** The form of every result. */
const PHOTO = 'The result is one photorealistic picture without text, borders, collage or watermark.';

/**
 * The prompt of a generative model for an order. It has the content of each picture in sending order, the instructions,
 * then the user's own words, marked as such.
 */
export function composePrompt(order: WorkOrder, pictures: readonly Pick<GatheredPicture, 'role'>[]): string {
  const named = pictures.map(({ role }, index) => `Picture ${index + 1} shows ${PICTURE_NAMES[role]}.`);
  const parts = [...named, ...instructionsOf(order, pictures), ...wishesOf(order)];
  return parts.filter((part) => part !== '').join('\n');
}

function instructionsOf(
  { operation, options }: WorkOrder,
  pictures: readonly Pick<GatheredPicture, 'role'>[],
): string[] {
  const has = (role: PictureRole) => pictures.some((picture) => picture.role === role);
  switch (operation) {
    case 'virtual_try_on':
      return [
        'Dress the person in all the products shown, each in place of what they wear there now. Keep colours, prints, logos, lengths, necklines and materials of the products exactly.',
        KEEP_PERSON,
        'Keep the background and the light of the picture of the person.',
        PHOTO,
      ];
    case 'generate':
      return [
        has('avatar') ? 'Show the model of the picture, with the same face and body.' : '',
        has('garment') && has('avatar')
          ? 'The model wears all the products shown, unchanged in colour, print and cut.'
          : '',
        has('garment') && !has('avatar') ? (SHOWN_AS[options.presetClass ?? 'product_packshot'] ?? '') : '',
        has('scene')
          ? 'Set the picture into the scene, with its light, perspective and depth; nobody else is in it.'
          : '',
        PHOTO,
      ];
    case 'edit':
      return ['Change the picture as the user asks and leave everything else as it is, people above all.', PHOTO];
    case 'inpaint':
      return ['Change only what the mask marks white and continue light, texture and lines across its edge.', PHOTO];
    case 'upscale':
      return ['Enlarge the picture faithfully: the same content, sharper, nothing added.'];
    case 'animate':
      return [`Film the picture: ${CALM_FILM}`];
    case 'text_to_video':
      return [];
  }
}

/**
 * The prompt of a model for a single purpose that knows its pictures by field. It is the user's words, or the
 * operation's default; undefined if that needs no words.
 */
export function composeWish(order: WorkOrder): string | undefined {
  if (order.prompt !== '') return order.prompt;
  if (order.operation === 'inpaint') return 'Remove what is there and continue what surrounds it.';
  return order.operation === 'animate' ? `The picture comes to life: ${CALM_FILM}` : undefined;
}

/** Gemini's tags for the frames of a video (ai.google.dev/gemini-api/docs/omni). */
const FRAME_TAGS: Readonly<Partial<Record<PictureRole, string>>> = {
  source: '<FIRST_FRAME>',
  last_frame: '<LAST_FRAME>',
};

/** The pictures that a video shows but does not begin or end with. */
export function thingsShown<P extends Pick<GatheredPicture, 'role'>>(pictures: readonly P[]): P[] {
  return pictures.filter(({ role }) => FRAME_TAGS[role] === undefined);
}

/** The prompt of a video model that knows its pictures by tags: frames by place, references by their number. */
export function composeTaggedWish(order: WorkOrder, pictures: readonly Pick<GatheredPicture, 'role'>[]): string {
  const frames = pictures.flatMap(({ role }) => FRAME_TAGS[role] ?? []);
  const references = thingsShown(pictures).map((_, index) => `<IMAGE_REF_${index}>`);
  const shown = references.length === 0 ? [] : [`The film shows ${references.join(', ')}, unchanged.`];
  return [...frames, ...shown, composeWish(order) ?? ''].join(' ').trim();
}

/** Products without a model, by the class of the scene. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  ghost_mannequin: 'Show the products as if worn by an invisible mannequin, the inside of the neck visible.',
  flat_lay: 'Show the products laid flat, seen straight from above.',
  product_packshot: 'Show the products as a clean packshot with a soft shadow.',
  human_studio: 'Show the products worn by a model in a studio.',
  human_location: 'Show the products worn by a model at a location.',
};

function wishesOf({ prompt, options }: WorkOrder): string[] {
  return [
    options.outfitText ? `How it is worn: ${options.outfitText}` : '',
    options.style ? `Style: ${options.style}` : '',
    prompt === '' ? '' : `The user asks: ${prompt}`,
  ];
}

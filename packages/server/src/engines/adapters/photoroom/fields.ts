import Type, { type Static } from 'typebox';
import type { PictureRole } from '../../../work-order.ts';
import { nearestRatio } from '../../inputs.ts';
import type { EngineTask } from '../../port.ts';
import { closed } from '../../schemas.ts';

/** Fields of a call: a text, or the bytes of a picture. An undefined one is not sent. */
export type PhotoroomFields = Readonly<Record<string, string | Uint8Array | undefined>>;

const Name = Type.String({ pattern: '^[a-z0-9]+$', title: 'a name of small letters and digits' });
/** Names that stand in where an order has no picture of its own: `studio` and `location` are scenes. */
export const Presets = closed({
  model: Type.Optional(Name),
  pose: Type.Optional(Name),
  studio: Type.Optional(Name),
  location: Type.Optional(Name),
});
export type Presets = Static<typeof Presets>;

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

/** The fields of a task: those of a model for worn garments, those of a product otherwise. */
export function fieldsOf(task: EngineTask, presets: Presets): PhotoroomFields {
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

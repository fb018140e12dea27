import type { JobWarning } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import type { PictureRole } from '../../../work-order.ts';
import { base64Of, mimeTypeOf, nearestRatio } from '../../inputs.ts';
import { jpegWithin } from '../../pictures/formats.ts';
import type { EngineTask, GatheredPicture } from '../../port.ts';
import { composeWish } from '../../prompts.ts';
import { closed, oneOf } from '../../schemas.ts';

/** Where each operation is asked for, behind the address of the API (kling.ai/document-api). */
export const KLING_PATHS = {
  animate: '/v1/videos/image2video',
  text_to_video: '/v1/videos/text2video',
  virtual_try_on: '/v1/images/kolors-virtual-try-on',
} as const;
export type KlingOperation = keyof typeof KLING_PATHS;

/** Characters of a prompt it takes at most. */
const PROMPT_LENGTH_MAX = 2500;

/** Largest picture it takes, in bytes. */
const PICTURE_BYTES_MAX = 10_000_000;

/** Ratios of its videos of words. */
const FILM_RATIOS = ['9:16', '16:9', '1:1'] as const;

/** Length of a video where the order names none, in seconds. */
const DURATION_SECONDS = 5;

/** Farthest the ratio of a picture may be from that of the video before it counts as another. */
const RATIO_TOLERANCE = 0.02;

const ModelName = Type.String({ pattern: '^[\\w.-]+$', title: 'the name of a model such as kling-v2-5-turbo' });
/** The operator's choices. Without a mode the resolution decides, without sound the model itself. */
export const KlingOptions = closed({
  video_model: Type.Optional(ModelName),
  try_on_model: Type.Optional(ModelName),
  mode: Type.Optional(oneOf('std', 'pro')),
  sound: Type.Optional(Type.Boolean()),
});
export type KlingOptions = Static<typeof KlingOptions>;

/** The body of a call for work, whose undefined fields are not sent; a text: why the order cannot be asked for. */
export async function klingBody(
  task: EngineTask,
  operation: KlingOperation,
  { video_model, try_on_model, mode, sound }: KlingOptions,
): Promise<Readonly<Record<string, string | undefined>> | string> {
  const { order } = task;
  if (operation === 'virtual_try_on') {
    const pictures = { human_image: await encoded(task, 'person'), cloth_image: await encoded(task, 'garment') };
    return { model_name: try_on_model ?? 'kolors-virtual-try-on-v1-5', ...pictures };
  }
  const prompt = composeWish(order);
  if (prompt !== undefined && prompt.length > PROMPT_LENGTH_MAX)
    return `The prompt has ${prompt.length} characters; this engine takes ${PROMPT_LENGTH_MAX} at most.`;
  const lastFrame = await encoded(task, 'last_frame');
  // A last frame is served in the better mode only.
  const isBetter = order.resolution === 'high' || lastFrame !== undefined;
  const film = {
    model_name: video_model ?? 'kling-v2-5-turbo',
    prompt,
    duration: String(order.options.durationSeconds ?? DURATION_SECONDS),
    mode: mode ?? (isBetter ? 'pro' : 'std'),
    sound: sound === undefined ? undefined : sound ? 'on' : 'off',
  };
  if (operation === 'text_to_video') return { ...film, aspect_ratio: nearestRatio(task.size, FILM_RATIOS) };
  return { ...film, image: await encoded(task, 'source'), image_tail: lastFrame };
}

/** The differences between a video and its order. */
export function klingWarnings({ order, size, pictures }: EngineTask): readonly JobWarning[] {
  const source = pictures.find(({ role }) => role === 'source');
  if (order.operation === 'animate' && source) {
    const distance = (size.width / size.height) * (source.height / source.width) - 1;
    const message = 'The engine makes videos in the ratio of the image only.';
    return Math.abs(distance) > RATIO_TOLERANCE ? [{ code: 'aspect_ratio_changed', message }] : [];
  }
  if (order.operation !== 'text_to_video' || order.aspectRatio === null) return [];
  const ratio = nearestRatio(size, FILM_RATIOS);
  const message = `The engine makes videos in ${FILM_RATIOS.join(', ')} only; this one is ${ratio}.`;
  return ratio === order.aspectRatio ? [] : [{ code: 'aspect_ratio_changed', message }];
}

/** The picture of a role in base64, as JPEG or PNG; other formats are re-encoded. */
async function encoded({ pictures }: EngineTask, role: PictureRole): Promise<string | undefined> {
  const picture = pictures.find((one) => one.role === role);
  return picture && base64Of({ bytes: await takenBytes(picture) });
}

async function takenBytes({ bytes }: GatheredPicture): Promise<Uint8Array> {
  if (mimeTypeOf(bytes) !== 'image/webp' && bytes.byteLength <= PICTURE_BYTES_MAX) return bytes;
  return jpegWithin(bytes, { bytesMax: PICTURE_BYTES_MAX });
}

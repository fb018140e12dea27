import { ASSET_REFERENCES_MAX } from '../limits.ts';
import { closed, optional, type Static, Type, uuid } from '../schema.ts';
import { aspectRatio, neededText, oneImage, sharedFields, text } from './shared.ts';

/** Lengths a video may have, in seconds. */
export const DURATIONS_SECONDS = [5, 10] as const;
export type DurationSeconds = (typeof DURATIONS_SECONDS)[number];

const duration = () =>
  optional(
    Type.Unsafe<DurationSeconds>({
      $id: 'DurationSeconds',
      type: 'integer',
      enum: [...DURATIONS_SECONDS],
      default: 5,
      description: 'Duration of the video.',
    }),
  );

/** Body of a v1 image-to-video. */
export const AnimateInput = closed(
  {
    ...sharedFields('animate'),
    num_images: oneImage(),
    prompt: optional(text('How the image moves.')),
    duration_seconds: duration(),
    last_frame_image_id: optional(uuid('Last frame of the video.')),
    aspect_ratio: aspectRatio('9:16'),
  },
  { $id: 'AnimateInput' },
);
export type AnimateInput = Static<typeof AnimateInput>;

/** Body of a v1 text-to-video. */
export const TextToVideoInput = closed(
  {
    prompt: neededText('What the video shows.'),
    ...sharedFields('text_to_video'),
    num_images: oneImage(),
    asset_ids: optional(Type.Array(uuid(), { maxItems: ASSET_REFERENCES_MAX, description: 'Saved references.' })),
    duration_seconds: duration(),
    aspect_ratio: aspectRatio('9:16'),
  },
  { $id: 'TextToVideoInput' },
);
export type TextToVideoInput = Static<typeof TextToVideoInput>;

/** A request that works as it is. */
export const ANIMATE_EXAMPLE = { prompt: 'a slow push-in', duration_seconds: 5 } satisfies AnimateInput;

/** A request that works once its ID is that of an avatar. */
export const TEXT_TO_VIDEO_EXAMPLE = {
  prompt: 'slow zoom out, at the beach',
  asset_ids: ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'],
  duration_seconds: 5,
} satisfies TextToVideoInput;

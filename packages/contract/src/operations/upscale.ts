import { closed, optional, type Static, Type } from '../schema.ts';
import { outputFields } from './output.ts';
import { sharedFields } from './shared.ts';

/** Factors an upscale knows; 1 restores without growing. */
export const UPSCALE_FACTORS = [1, 2, 4] as const;
export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];

/** Body of a v1 upscale. */
export const UpscaleInput = closed(
  {
    ...sharedFields('upscale'),
    ...outputFields(),
    upscale_factor: optional(
      Type.Unsafe<UpscaleFactor>({
        $id: 'UpscaleFactor',
        type: 'integer',
        enum: [...UPSCALE_FACTORS],
        default: 2,
        description: 'How many times as wide and high the result is; 1 restores the image.',
      }),
    ),
    denoise: optional(Type.Number({ minimum: 0, maximum: 1, description: 'How strongly noise is smoothed.' })),
  },
  { $id: 'UpscaleInput' },
);
export type UpscaleInput = Static<typeof UpscaleInput>;

/** A request that works as it is. */
export const UPSCALE_EXAMPLE = { upscale_factor: 2 } satisfies UpscaleInput;

import { closed, httpUrl, optional, type Static, Type, uuid } from '../schema.ts';
import { outputFields } from './output.ts';
import { numImages, sharedFields, text } from './shared.ts';
import { type Alternatives, exactlyOne, type Violation } from './violation.ts';

/** Widening of the mask when none is asked for, in percent of the longer side. */
export const MASK_EXPANSION_PERCENT_DEFAULT = 3;

/** Ways to give the mask, in both interfaces. */
export const MASKS = { what: 'mask', fields: ['mask_image_id', 'mask_url', 'mask'] } as const satisfies Alternatives;

/** Body of a v1 inpaint: exactly one mask; white is repainted, black is kept. */
export const InpaintInput = closed(
  {
    ...sharedFields('inpaint'),
    ...outputFields(),
    num_images: numImages(),
    mask_image_id: optional(uuid('An uploaded mask.')),
    mask_url: optional(httpUrl('Public address of a mask.')),
    mask: optional(
      Type.String({
        title: 'a PNG as a data URI, which begins with data:image/png;base64,',
        pattern: '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
        description: 'A PNG as data URI.',
      }),
    ),
    prompt: optional(text('What to paint; absent: the masked part is removed.')),
    reference_image_id: optional(uuid('An image that the prompt refers to.')),
    denoise: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'How strongly the result may differ from the source, 0 to 1.',
      }),
    ),
    mask_expansion_percent: optional(
      Type.Number({
        $id: 'MaskExpansionPercent',
        minimum: 0,
        maximum: 20,
        default: MASK_EXPANSION_PERCENT_DEFAULT,
        description: 'Widening of the mask, in percent of the longer side.',
      }),
    ),
  },
  { $id: 'InpaintInput', exactlyOneOf: [MASKS.fields] },
);
export type InpaintInput = Static<typeof InpaintInput>;

/** One mask. */
export function inpaintViolation(input: InpaintInput): Violation | null {
  return exactlyOne(input, MASKS);
}

/** A request that works once its ID is real. */
export const INPAINT_EXAMPLE = {
  mask_image_id: '0198f3a2-9a00-7bb2-8c3d-4e5f60718293',
  prompt: 'make it navy',
} satisfies InpaintInput;

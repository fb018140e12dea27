import type { TProperties } from 'typebox';
import { oneOf, optional } from '../schema.ts';

/** File formats of an image. */
export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The ground behind the person or product of an image. */
export const BACKGROUNDS = ['opaque', 'transparent'] as const;
export type Background = (typeof BACKGROUNDS)[number];

/** Fields of the v1 operations that make an image. */
export function outputFields() {
  return {
    output_format: optional(
      oneOf(OUTPUT_FORMATS, {
        $id: 'OutputFormat',
        default: 'png',
        description: 'File format of the image. A PNG keeps every pixel; a JPEG and a WebP are smaller.',
      }),
    ),
    background: optional(
      oneOf(BACKGROUNDS, {
        $id: 'Background',
        default: 'opaque',
        description:
          'With `transparent` the service cuts out the person or the product. It needs `png` or `webp`, and a try-on, generate or edit.',
      }),
    ),
  };
}

/** Fields of a v1 body without those of its output, which the unversioned interface does not have. */
export function withoutOutput<P extends TProperties>(properties: P): Omit<P, keyof ReturnType<typeof outputFields>> {
  const { output_format: _f, background: _b, ...rest } = properties;
  return rest;
}

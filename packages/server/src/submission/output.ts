import type { Background, Operation, OutputFormat } from '@atelier/contract';
import { Fault } from '../fault.ts';
import type { WorkRequest } from './request.ts';

/** Operations whose image shows a person or a product that can be cut out. */
const CUT_OUT_OPERATIONS: readonly Operation[] = ['virtual_try_on', 'generate', 'edit'];

/** Formats with transparency. */
const TRANSPARENT_FORMATS: readonly OutputFormat[] = ['png', 'webp'];

/** An order, and the fields of its body that say which file the output becomes. */
type Order<Input, More extends readonly unknown[]> = (input: Input, ...more: More) => WorkRequest;

/**
 * Adds the file format and the cut-out to an order. Throws `unsupported_option` if the operation cannot make a cut-out,
 * or if the format cannot hold one.
 */
export function withOutput<
  Input extends { readonly output_format?: OutputFormat; readonly background?: Background },
  More extends readonly unknown[],
>(order: Order<Input, More>): Order<Input, More> {
  return (input, ...more) => {
    const request = order(input, ...more);
    const { output_format: format = 'png', background = 'opaque' } = input;
    const isCutOut = background === 'transparent';
    if (isCutOut && !CUT_OUT_OPERATIONS.includes(request.operation))
      throw new Fault(
        'unsupported_option',
        `/background is "transparent"; allowed for the operation ${request.operation}: opaque.`,
      );
    if (isCutOut && !TRANSPARENT_FORMATS.includes(format))
      throw new Fault(
        'unsupported_option',
        `/output_format is "${format}"; allowed with a transparent background: ${TRANSPARENT_FORMATS.join(', ')}.`,
      );
    const file = { ...(format !== 'png' && { outputFormat: format }), ...(isCutOut && ({ isCutOut } as const)) };
    return { ...request, options: { ...request.options, ...file } };
  };
}

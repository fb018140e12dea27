import { OPERATIONS, type Operation } from '../models.ts';
import { anyObject, closed, oneOf, optional, type Static, Type, uuid } from '../schema.ts';
import { OPERATION_INPUTS } from './inputs.ts';
import { schemaName } from './shared.ts';
import type { Violation } from './violation.ts';

/** The operation that the task of a job names, such as `edit.embedded`; null for an unknown one. */
export function operationOf(task: string | null): Operation | null {
  return OPERATIONS.find((one) => one === task?.split('.')[0]) ?? null;
}

/** Operations that work on an image, which the envelope names as `image_id`. */
export const IMAGE_OPERATIONS = ['edit', 'inpaint', 'upscale', 'animate'] as const satisfies readonly Operation[];
export type ImageOperation = (typeof IMAGE_OPERATIONS)[number];

/** True for an operation that works on an image. */
export function needsImage(operation: Operation): operation is ImageOperation {
  return IMAGE_OPERATIONS.some((one) => one === operation);
}

/**
 * Body of `POST /v1/jobs`: any operation, its own body as `input`. The service checks this first, then the rule on the
 * image, then the input by the schema of its operation. Each message names the field.
 */
export const JobEnvelope = closed({
  operation: oneOf(OPERATIONS),
  image_id: optional(uuid('Source image; for edit, inpaint, upscale and animate.')),
  input: anyObject("The operation's own body."),
});
export type JobEnvelope = Static<typeof JobEnvelope>;

/** All of these checks as one schema: an envelope for each operation. */
export const JobEnvelopes = Type.Unsafe<JobEnvelope>({
  $id: 'JobEnvelope',
  oneOf: OPERATIONS.map(envelopeOf),
  discriminator: {
    propertyName: 'operation',
    mapping: Object.fromEntries(
      OPERATIONS.map((operation) => [operation, `#/components/schemas/${schemaName(operation, 'Job')}`]),
    ),
  },
});

function envelopeOf(operation: Operation) {
  const image = needsImage(operation) ? { image_id: uuid('Source image.') } : {};
  return closed(
    { operation: oneOf([operation]), ...image, input: OPERATION_INPUTS[operation] },
    { $id: schemaName(operation, 'Job') },
  );
}

/** Which operations take an image. */
export function envelopeViolation({
  operation,
  image_id: imageId,
}: Pick<JobEnvelope, 'operation' | 'image_id'>): Violation | null {
  if (needsImage(operation) && imageId === undefined)
    return { pointer: '/image_id', message: `is required for the operation ${operation}` };
  if (!needsImage(operation) && imageId !== undefined)
    return { pointer: '/image_id', message: `does not belong to the operation ${operation}` };
  return null;
}

/** A request that works once its ID is real. */
export const ENVELOPE_EXAMPLE = {
  operation: 'edit',
  image_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  input: { prompt: 'make the shirt navy' },
} satisfies JobEnvelope;

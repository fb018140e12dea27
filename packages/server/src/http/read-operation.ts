import { type Static, UPLOAD_BYTES_MAX, type Violation } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Fault } from '../fault.ts';
import { MediaRejection } from '../media/rejection.ts';
import type { NewMedia } from '../media/rows.ts';
import { storeBytes } from '../media/store-picture.ts';
import { SOURCE_POINTER } from '../submission/orders.ts';
import { parseIdempotencyKey } from '../submission/recorded-answer.ts';
import type { WorkRequest } from '../submission/request.ts';
import type { HttpRoom } from './room.ts';
import { checker } from './validation.ts';

/** Where an operation's body came from. */
export interface Place {
  readonly workspaceId: string;
  /** The image of the path or the envelope; empty for operations that take none. */
  readonly imageId: string;
  /** Stands before every pointer of a message: empty at the operation's own path, `/input` in the envelope. */
  readonly root: string;
}

/** Reads the body of an operation: checks it against its schema and rules, and returns the requested work. */
export type ReadOperation = (room: HttpRoom, body: unknown, place: Place) => Promise<WorkRequest>;

/** Makes the reading of a body from its schema, the rules the schema cannot say, and the order it stands for. */
export function operationReader<T extends TSchema>(
  schema: T,
  violation: ((input: Static<T>) => Violation | null) | null,
  order: (input: Static<T>, place: Place, room: HttpRoom) => Promise<WorkRequest>,
): ReadOperation {
  const check = checker(schema);
  return async (room, body, place) => {
    const input = check(body, place.root);
    refuseViolation(violation?.(input) ?? null, place.root);
    const request = await order(input, place, room).catch((error: unknown) => {
      throw under(place.root, error);
    });
    return placed(request, place.root);
  };
}

/** A refusal whose message begins with the pointer of a field, as the caller of an envelope sees that field. */
function under(root: string, error: unknown): unknown {
  const isPlaced = error instanceof Fault && error.message.startsWith('/');
  return isPlaced ? new Fault(error.code, root + error.message, { cause: error.cause }) : error;
}

/**
 * The request with pointers as its caller sees them: fields of the body under the root, the image in the path or beside
 * the input.
 */
function placed(request: WorkRequest, root: string): WorkRequest {
  const pictures = request.pictures.map((picture) => {
    const isInPath = picture.pointer === SOURCE_POINTER && root === '';
    return {
      ...picture,
      pointer: isInPath ? '/id' : picture.pointer === SOURCE_POINTER ? SOURCE_POINTER : root + picture.pointer,
    };
  });
  return { ...request, pictures, root };
}

/** The `Idempotency-Key` of a request, or null. Throws `invalid_idempotency_key`. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key'];
  return header === undefined ? null : parseIdempotencyKey([header].flat().join(','));
}

/** Throws `invalid_request` for a rule the schema cannot say. */
export function refuseViolation(violation: Violation | null, root = ''): void {
  if (violation)
    throw new Fault('invalid_request', `${`${root}${violation.pointer}` || 'The body'} ${violation.message}.`);
}

/** Stores the bytes of a mask that came as a data URI; the submission writes its row like that of an upload. */
export async function storeMask(room: HttpRoom, workspaceId: string, dataUri: string): Promise<NewMedia> {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
  try {
    const picture = await room.intake.take([bytes], UPLOAD_BYTES_MAX);
    return await storeBytes(room, picture, {
      workspace_id: workspaceId,
      upload_type: 'inpaint-mask',
      file_name: 'mask.png',
    });
  } catch (error) {
    if (error instanceof MediaRejection)
      throw new Fault('invalid_request', `/mask: ${error.message}`, { cause: error });
    throw error;
  }
}

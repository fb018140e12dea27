import { type Static, UPLOAD_BYTES_MAX, type Violation } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Fault } from '../fault.ts';
import { MediaRejection } from '../media/rejection.ts';
import type { NewMedia } from '../media/rows.ts';
import { storeBytes } from '../media/store-picture.ts';
import { at } from '../schema-check.ts';
import { SOURCE_POINTER } from '../submission/orders.ts';
import { parseIdempotencyKey } from '../submission/recorded-answer.ts';
import type { WorkRequest } from '../submission/request.ts';
import type { HttpRoom } from './room.ts';
import { checker, refuseViolation } from './validation.ts';

/** Where an operation's body came from. */
export interface Place {
  readonly workspaceId: string;
  /** The image of the path or the envelope; empty for operations that take none. */
  readonly imageId: string;
  /** Prefix of every pointer in a message: empty at the operation's own path, `/input` in the envelope. */
  readonly root: string;
}

/** Reads the body of an operation: checks it against its schema and rules, and returns the requested work. */
export type ReadOperation = (room: HttpRoom, body: unknown, place: Place) => Promise<WorkRequest>;

/**
 * Makes a reader of bodies from their schema, the rules that a schema cannot express, and the order that they become.
 * The order gets the image of the path or envelope, and the stored mask of the body.
 */
export function operationReader<T extends TSchema>(
  schema: T,
  violation: ((input: Static<T>) => Violation | null) | null,
  order: (input: Static<T>, imageId: string, mask?: NewMedia) => WorkRequest,
): ReadOperation {
  const check = checker(schema);
  const takesMask = at(schema, '/properties/mask') !== undefined;
  return async (room, body, { workspaceId, imageId, root }) => {
    const input = check(body, root);
    refuseViolation(violation?.(input) ?? null, root);
    try {
      const mask = takesMask ? await storedMask(room, workspaceId, at(input, '/mask')) : undefined;
      return placed(order(input, imageId, mask), root);
    } catch (error) {
      const isPlaced = error instanceof Fault && error.message.startsWith('/');
      throw isPlaced ? new Fault(error.code, root + error.message, { cause: error.cause }) : error;
    }
  };
}

/**
 * The request with pointers as its caller sees them: fields of the body under the root, the image in the path or beside
 * the input.
 */
function placed(request: WorkRequest, root: string): WorkRequest {
  const imagePointer = root === '' ? '/id' : SOURCE_POINTER;
  const pictures = request.pictures.map((picture) => {
    return { ...picture, pointer: picture.pointer === SOURCE_POINTER ? imagePointer : root + picture.pointer };
  });
  return { ...request, pictures, root };
}

/** The `Idempotency-Key` of a request, or null. Throws `invalid_idempotency_key`. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key'];
  return header === undefined ? null : parseIdempotencyKey([header].flat().join(','));
}

/** Stores the bytes of a mask that came as a data URI. The submission writes its row like that of an upload. */
async function storedMask(room: HttpRoom, workspaceId: string, dataUri: unknown): Promise<NewMedia | undefined> {
  if (typeof dataUri !== 'string') return undefined;
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
  const facts = { workspace_id: workspaceId, upload_type: 'inpaint-mask', file_name: 'mask.png' } as const;
  try {
    return await storeBytes(room, await room.intake.take([bytes], UPLOAD_BYTES_MAX), facts);
  } catch (error) {
    if (error instanceof MediaRejection)
      throw new Fault('invalid_request', `/mask: ${error.message}`, { cause: error });
    throw error;
  }
}

import type { Static, Violation } from '@atelier/contract';
import type { TSchema } from 'typebox';
import { Fault } from '../fault.ts';
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

/** Reads the body of an operation: checks it against its schema and rules, and says what work it asks for. */
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
    return order(input, place, room);
  };
}

/** Throws `invalid_request` for a rule the schema cannot say. */
export function refuseViolation(violation: Violation | null, root = ''): void {
  if (violation) throw new Fault('invalid_request', `${`${root}${violation.pointer}` || 'The body'} ${violation.message}.`);
}

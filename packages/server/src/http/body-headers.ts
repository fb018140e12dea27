import type { FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';
import { quote } from '../schema-check.ts';

/** Bodies are taken as they are: of a compressed one not even the size is known. Throws `unsupported_media_type`. */
export function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  throw new Fault(
    'unsupported_media_type',
    `The header Content-Encoding is ${quote(encoding)}; send the body as it is, without it.`,
  );
}

/** The answer to a body of another kind than the wanted one; `given` is its Content-Type. */
export function wrongMediaType(wanted: string, given: string | undefined): Fault {
  const found = given === undefined ? 'is missing' : `is ${quote(given)}`;
  return new Fault('unsupported_media_type', `The body must be ${wanted}; the header Content-Type ${found}.`);
}

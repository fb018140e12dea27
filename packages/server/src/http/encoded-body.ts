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

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding, type StaticFile } from '../static-file.ts';

/** How long caches keep a file: until they have asked again, or for ever if its name contains its hash. */
export const CACHING = { ask: 'no-cache', keep: 'public, max-age=31536000, immutable' } as const;

/** Answers with a file in the best encoding that the client takes, or with 304 where the client has the file. */
export function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  caching: keyof typeof CACHING,
): FastifyReply {
  reply.header('cache-control', CACHING[caching]).header('etag', file.etag).header('vary', 'accept-encoding');
  if (knowsTag(request, file.etag)) return reply.code(304).send();
  const encoding = encodingFor(request, file);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.header('content-type', file.mediaType).send((encoding && file.encoded[encoding]) ?? file.bytes);
}

/** The best prepared encoding that the client takes. */
function encodingFor({ headers }: FastifyRequest, { encoded }: StaticFile): Encoding | undefined {
  const taken = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  return ENCODINGS.find((encoding) => encoded[encoding] !== undefined && taken.includes(encoding));
}

/** True when the caller has the entity of the tag (RFC 9110 §13.1.2: tags are compared weakly). */
export function knowsTag({ headers }: FastifyRequest, etag: string): boolean {
  const tags = (headers['if-none-match'] ?? '').split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

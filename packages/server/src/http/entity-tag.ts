import type { FastifyRequest } from 'fastify';

/** True when the caller has the entity of the tag (RFC 9110 §13.1.2: tags are compared weakly). */
export function knowsTag({ headers }: FastifyRequest, etag: string): boolean {
  const tags = (headers['if-none-match'] ?? '').split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

import type { FastifyRequest } from 'fastify';
import type { ByteRange } from '../../media/store/port.ts';

/**
 * The one range of a file that is asked for (RFC 9110 §14.2); null for the whole file: for HEAD, where several ranges
 * or nonsense are asked for, and where `If-Range` (§13.1.5) names another file than the one with this tag. `size` in
 * bytes.
 */
export function wantedRange(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return null;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { first: start, last: end };
}

import type { PageInfo } from '@atelier/contract';
import { Fault } from '../fault.ts';
import { jsonDigest } from './json.ts';

/** Bytes of the digest of a list in its cursors. */
const DIGEST_BYTES = 6;

/** The cursors of one list under one filter. */
export interface Cursors {
  /** An opaque cursor of the last position before the next page. */
  encode(position: string): string;
  /**
   * The position in a cursor, if it has the form of one; null for no cursor. Throws `invalid_request` for a cursor that
   * was never given out, or for another list or filter.
   */
  decode(cursor: string | undefined, isPosition: (text: string) => boolean): string | null;
}

/** Cursors of a list. `filter` is everything that determines the list and its order, as a JSON value. */
export function cursorsOf(list: string, filter: unknown): Cursors {
  const digest = jsonDigest([list, filter]).subarray(0, DIGEST_BYTES);
  const encode = (position: string) => Buffer.concat([digest, Buffer.from(position)]).toString('base64url');
  return {
    encode,
    decode(cursor, isPosition) {
      if (cursor === undefined) return null;
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(DIGEST_BYTES).toString('latin1');
      if (!isPosition(position) || bytes.toString('base64url') !== cursor)
        throw new Fault(
          'invalid_request',
          '/cursor is not a cursor of this list; allowed: the next_cursor of the page before.',
        );
      if (encode(position) !== cursor)
        throw new Fault(
          'invalid_request',
          '/cursor belongs to a list with other filters; allowed: the next_cursor of the page before, with the filters of that page.',
        );
      return position;
    },
  };
}

/** A page of the found rows, which are one more than the limit if there is another page. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorAfter: (item: T) => string,
): { items: readonly T[]; pageInfo: PageInfo } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, pageInfo: { next_cursor: more ? cursorAfter(last) : null, has_next_page: more, limit } };
}

import type { PageInfo } from '@atelier/contract';
import { Fault } from '../fault.ts';

/** An opaque cursor of what the next page begins after. */
export function encodeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** What a cursor holds, if it has the form of a position. Throws `invalid_request` for one we never gave out. */
export function decodeCursor(cursor: string, isPosition: (text: string) => boolean): string {
  const position = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!isPosition(position) || encodeCursor(position) !== cursor) {
    throw new Fault('invalid_request', '/cursor is not a cursor of this list; allowed is the next_cursor of the page before.');
  }
  return position;
}

/** A page of what was found, which holds one more than the limit where there is another page. */
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

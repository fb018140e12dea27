import { PAGE_LIMIT_DEFAULT, type PageInfo } from '@atelier/contract';
import type { ListOrder, PageRange } from '../database/page.ts';
import { Fault } from '../fault.ts';
import { isUuid } from '../ids.ts';
import { jsonDigest } from './json.ts';

/** Bytes of the digest of a list in its cursors. */
const DIGEST_BYTES = 6;

/** Lists in the order of their IDs, which rise with time. */
const BY_ID: ListOrder<{ readonly id: string }> = { positionOf: ({ id }) => id, isPosition: isUuid };

/** Which page a request asks for. */
interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of a list, and what a client needs for the next one. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly page_info: PageInfo;
}

/**
 * Reads a page of a list. `filter` is everything that determines the list, as a JSON value. Its names are part of the
 * cursors that clients hold: other names refuse them. `read` gets one row more than the page has. Throws
 * `invalid_request` for a cursor that is not of this list and filter.
 */
export async function readPage<Row extends { readonly id: string }>(
  list: string,
  filter: unknown,
  { limit = PAGE_LIMIT_DEFAULT, cursor }: PageQuery,
  read: (page: PageRange) => Promise<readonly Row[]>,
  { positionOf, isPosition }: ListOrder<NoInfer<Row>> = BY_ID,
): Promise<Page<Row>> {
  const digest = jsonDigest([list, filter]).subarray(0, DIGEST_BYTES);
  const encode = (position: string) => Buffer.concat([digest, Buffer.from(position)]).toString('base64url');
  const after = cursor === undefined ? null : positionIn(cursor, isPosition);
  if (after !== null && encode(after) !== cursor)
    throw new Fault(
      'invalid_request',
      '/cursor belongs to a list with other filters; allowed: the next_cursor of the page before, with the filters of that page.',
    );
  const found = await read({ limit: limit + 1, after });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, page_info: { next_cursor: more ? encode(positionOf(last)) : null, has_next_page: more, limit } };
}

/** The position in a cursor of any list. */
function positionIn(cursor: string, isPosition: (text: string) => boolean): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(DIGEST_BYTES).toString('latin1');
  if (isPosition(position) && bytes.toString('base64url') === cursor) return position;
  throw new Fault(
    'invalid_request',
    '/cursor is not a cursor of this list; allowed: the next_cursor of the page before.',
  );
}

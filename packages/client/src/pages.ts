import type { PageInfo } from '@atelier/contract';

/** A page of a list, with the place where the next one begins. */
interface Page {
  readonly page_info: PageInfo;
}

/** Goes through every item of a list, a page at a time. It asks for a page only when its first item is wanted. */
export async function* everyItem<P extends Page, T>(
  read: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly T[],
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* itemsOf(page);
    cursor = page.page_info.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** A path with the query fields that are set. */
export function withQuery(path: string, fields: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

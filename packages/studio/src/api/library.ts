import type { Collection, ImageComment, LibraryImage, LibraryPage, LibraryQuery, Review } from '@atelier/contract';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QUERY_KEYS } from './queries.ts';
import { useConnection } from './session.tsx';

/** Which images the library shows. */
export type LibraryFilter = Omit<LibraryQuery, 'limit' | 'cursor' | 'count'>;

type Pages = InfiniteData<LibraryPage, string | undefined>;

/** Images of one page and of one request that changes many: the most that the service takes. */
const BATCH = 100;

/**
 * Images of the library, newest first, as far as they are read. They are read once: a change of an image changes the
 * pages that are there, because thousands would be read again otherwise.
 */
export function useLibraryPages(filter: LibraryFilter) {
  const { atelier } = useConnection();
  return useInfiniteQuery({
    queryKey: [...QUERY_KEYS.library, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      atelier.library.list({ ...filter, limit: BATCH, ...(cursor ? { cursor } : { count: true }) }, signal),
    initialPageParam: firstCursor(),
    getNextPageParam: ({ page_info }) => page_info.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function firstCursor(): string | undefined {
  return undefined;
}

/** All collections, newest first. */
export function useCollections() {
  const { atelier } = useConnection();
  return useQuery({
    queryKey: QUERY_KEYS.collections,
    queryFn: async ({ signal }) => {
      const all: Collection[] = [];
      for await (const collection of atelier.collections.all(signal)) all.push(collection);
      return all;
    },
  });
}

/** The changes of images and collections. */
export function useLibraryChanges() {
  const { atelier } = useConnection();
  const queries = useQueryClient();
  const change = (alter: (image: LibraryImage, filter: LibraryFilter) => LibraryImage | null) => {
    for (const [key] of queries.getQueriesData({ queryKey: QUERY_KEYS.library }))
      queries.setQueryData<Pages>(key, (pages) => pages && altered(pages, filterOf(key), alter));
  };

  const review = useMutation({
    mutationFn: ({ ids, review }: { readonly ids: readonly string[]; readonly review: Review | null }) =>
      inBatches(ids, (some) => atelier.library.review(some, review)),
    onSuccess(_, { ids, review }) {
      const named = new Set(ids);
      change((image, filter) => {
        if (!named.has(image.id)) return image;
        return filter.review && filter.review !== (review ?? 'none') ? null : { ...image, review };
      });
    },
  });
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) => inBatches(ids, (some) => atelier.library.delete(some)),
    onSuccess(_, ids) {
      const named = new Set(ids);
      change((image) => (named.has(image.id) ? null : image));
    },
    meta: { invalidates: [QUERY_KEYS.collections] },
  });
  const collect = useMutation({
    mutationFn: ({ collection, ids, out = false }: Collecting) =>
      inBatches(ids, (some) =>
        atelier.collections.change(collection, out ? { remove: [...some] } : { add: [...some] }),
      ),
    onSuccess(_, { collection, ids, out = false }) {
      const named = new Set(ids);
      change((image, filter) => {
        if (!named.has(image.id)) return image;
        if (out && filter.collection_id === collection) return null;
        const others = image.collection_ids.filter((id) => id !== collection);
        return { ...image, collection_ids: out ? others : [...others, collection] };
      });
    },
    meta: { invalidates: [QUERY_KEYS.collections] },
  });
  return { review, remove, collect, change };
}

/** Images that go into a collection, or out of it. */
interface Collecting {
  readonly collection: string;
  readonly ids: readonly string[];
  readonly out?: boolean;
}

/** Comments on an image, oldest first. */
export function useComments(imageId: string) {
  const { atelier } = useConnection();
  return useQuery({
    queryKey: QUERY_KEYS.comments(imageId),
    queryFn: async ({ signal }): Promise<readonly ImageComment[]> =>
      (await atelier.library.comments(imageId, { limit: BATCH }, signal)).comments,
  });
}

async function inBatches(ids: readonly string[], send: (some: readonly string[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) await send(ids.slice(from, from + BATCH));
}

/** The filter in the key of a list. */
function filterOf(key: readonly unknown[]): LibraryFilter {
  const filter = key.at(-1);
  return typeof filter === 'object' && filter !== null ? filter : {};
}

/** The pages with each image changed; null takes one out, and the count follows. */
function altered(
  { pages, pageParams }: Pages,
  filter: LibraryFilter,
  alter: (image: LibraryImage, filter: LibraryFilter) => LibraryImage | null,
): Pages {
  let gone = 0;
  const next = pages.map((page) => {
    const images = page.images.flatMap((image) => alter(image, filter) ?? []);
    gone += page.images.length - images.length;
    return { ...page, images };
  });
  const counted = next.map((page) =>
    page.total_count === null ? page : { ...page, total_count: Math.max(0, page.total_count - gone) },
  );
  return { pages: counted, pageParams };
}

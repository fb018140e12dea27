import {
  type Asset,
  type AssetType,
  isFinal,
  type Job,
  type JobStatus,
  type Key,
  type LedgerEntry,
  type Look,
  type Operation,
  type PageInfo,
  type Shoot,
  type WebhookDelivery,
} from '@atelier/contract';
import {
  type InfiniteData,
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useQueries,
} from '@tanstack/react-query';
import { QUERY_KEYS } from './queries.ts';
import { useConnection } from './session.tsx';

/** Milliseconds until a list in which something is still under way is read again. */
const LIST_PAUSE_MS = 2_500;
/** Rows of one page. */
const PAGE_LENGTH = 24;

/** Which jobs a list shows; undefined: of any kind. */
export interface JobListFilter {
  readonly status: JobStatus | undefined;
  readonly operation: Operation | undefined;
}

/** A page of some list. */
interface ListPage<T> {
  readonly items: readonly T[];
  readonly page_info: PageInfo;
}

/** Jobs, newest first; read again while one of them has not ended. */
export function useJobPages({ status, operation }: JobListFilter) {
  const { atelier } = useConnection();
  return useListPages<Job>({
    key: [...QUERY_KEYS.jobs, status ?? null, operation ?? null],
    isUnderWay: (job) => !isFinal(job.status),
    read: async (cursor, signal) => {
      const { jobs, page_info } = await atelier.jobs({
        ...(status && { status }),
        ...(operation && { operation }),
        ...(cursor && { cursor }),
        limit: PAGE_LENGTH,
        signal,
      });
      return { items: jobs, page_info };
    },
  });
}

/**
 * Assets of one type, newest first, with those of the shared library where that is asked for. While a search is under
 * way, those of the search before it.
 */
export function useAssetPages(type: AssetType, includesLibrary: boolean, search = '') {
  const { api } = useConnection();
  return useListPages<Asset>({
    key: [...QUERY_KEYS.assets, type, includesLibrary, search],
    placeholderData: keepPreviousData,
    read: async (cursor, signal) => {
      const query = {
        type,
        paginated: true,
        include_public: includesLibrary,
        limit: PAGE_LENGTH,
        ...(search && { search }),
        ...(cursor && { cursor }),
      };
      const page = await api('GET', '/assets', { query, signal });
      if (!('assets' in page)) throw new Error('The service answered without pages.');
      return { items: page.assets, page_info: page.page_info };
    },
  });
}

/** Assets by ID; one that is gone has no data. */
export function useAssets(ids: readonly string[]): readonly UseQueryResult<Asset>[] {
  const { atelier } = useConnection();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [...QUERY_KEYS.assets, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => atelier.assets.get(id, signal),
    })),
  });
}

/** Looks, newest first. */
export function useLookPages() {
  const { atelier } = useConnection();
  return useListPages<Look>({
    key: QUERY_KEYS.looks,
    read: async (cursor, signal) => {
      const page = await atelier.looks.list({ ...(cursor && { cursor }), limit: PAGE_LENGTH, signal });
      return { items: page.looks, page_info: page.page_info };
    },
  });
}

/** Shoots, newest first; read again while one of them runs. */
export function useShootPages() {
  const { atelier } = useConnection();
  return useListPages<Shoot>({
    key: QUERY_KEYS.shoots,
    isUnderWay: ({ status }) => status === 'running' || status === 'paused',
    read: async (cursor, signal) => {
      const page = await atelier.shoots.list({ ...(cursor && { cursor }), limit: PAGE_LENGTH, signal });
      return { items: page.shoots, page_info: page.page_info };
    },
  });
}

/** Transactions, newest first. */
export function useLedgerPages() {
  const { api } = useConnection();
  return useListPages<LedgerEntry>({
    key: QUERY_KEYS.ledger,
    read: async (cursor, signal) => {
      const query = { limit: PAGE_LENGTH, ...(cursor && { cursor }) };
      const { entries, page_info } = await api('GET', '/v1/credits/entries', { query, signal });
      return { items: entries, page_info };
    },
  });
}

/** Keys of the workspace, newest first. */
export function useKeyPages() {
  const { atelier } = useConnection();
  return useListPages<Key>({
    key: QUERY_KEYS.keys,
    read: async (cursor, signal) => {
      const { keys, page_info } = await atelier.keys.list({ limit: PAGE_LENGTH, cursor: cursor ?? undefined, signal });
      return { items: keys, page_info };
    },
  });
}

/** The deliveries of a webhook, newest first; read again while a message waits for delivery. */
export function useDeliveryPages(webhookId: string) {
  const { api } = useConnection();
  return useListPages<WebhookDelivery>({
    key: QUERY_KEYS.deliveries(webhookId),
    isUnderWay: ({ status }) => status === 'pending',
    read: async (cursor, signal) => {
      const query = { limit: PAGE_LENGTH, ...(cursor && { cursor }) };
      const answer = await api('GET', '/v1/webhooks/{id}/deliveries', { params: { id: webhookId }, query, signal });
      return { items: answer.deliveries, page_info: answer.page_info };
    },
  });
}

function useListPages<T>({
  key,
  read,
  isUnderWay,
  placeholderData,
}: {
  readonly key: readonly unknown[];
  readonly read: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<T>>;
  readonly isUnderWay?: (item: T) => boolean;
  readonly placeholderData?: typeof keepPreviousData;
}) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    ...(placeholderData && { placeholderData }),
    initialPageParam: firstCursor(),
    getNextPageParam: ({ page_info }) => page_info.next_cursor,
    select: ({ pages }: InfiniteData<ListPage<T>, string | null>) => pages.flatMap(({ items }) => items),
    refetchInterval: ({ state }) =>
      isUnderWay && state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? LIST_PAUSE_MS : false,
  });
}

function firstCursor(): string | null {
  return null;
}

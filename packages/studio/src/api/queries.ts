import { ApiError } from '@atelier/client';
import { type Account, type ImageRecord, isFinal, type Job, type Model, type Operation } from '@atelier/contract';
import {
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection } from './session.tsx';

/** Keys of the cached answers of the server. A change of one of them invalidates it by this name. */
export const QUERY_KEYS = {
  account: ['account'],
  models: ['models'],
  jobs: ['jobs'],
  job: (id: string) => ['job', id],
  image: (id: string) => ['image', id],
  assets: ['assets'],
  looks: ['looks'],
  shoots: ['shoots'],
  library: ['library'],
  collections: ['collections'],
  comments: (imageId: string) => ['comments', imageId],
  ledger: ['ledger'],
  keys: ['keys'],
  usage: ['usage'],
  webhooks: ['webhooks'],
  deliveries: (webhookId: string) => ['deliveries', webhookId],
} as const;

/** Models and prices change with the operator's configuration, which needs a restart of the service. */
const MODELS_FRESH_MS = 5 * 60_000;

/** Plan, balance and limits. Only below the shell, which has waited for it. */
export function useAccount(): Account {
  const { atelier } = useConnection();
  return useSuspenseQuery({ queryKey: QUERY_KEYS.account, queryFn: ({ signal }) => atelier.account(signal) }).data;
}

/** Plan, balance and limits, while they are waited for. */
export function useAccountQuery(): UseQueryResult<Account> {
  const { atelier } = useConnection();
  return useQuery({ queryKey: QUERY_KEYS.account, queryFn: ({ signal }) => atelier.account(signal) });
}

/** The models that serve an operation, with prices, as this workspace may use them. */
export function useModels(operation: Operation): UseQueryResult<readonly Model[]> {
  const { atelier } = useConnection();
  return useQuery({
    queryKey: QUERY_KEYS.models,
    queryFn: ({ signal }) => atelier.models(signal),
    staleTime: MODELS_FRESH_MS,
    select: (models) => models.filter(({ operations }) => operations.includes(operation)),
  });
}

/** Jobs by ID, each read again until it has ended; so progress is seen also after a reload. */
export function useJobs(ids: readonly string[]): readonly UseQueryResult<Job>[] {
  const { atelier } = useConnection();
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: QUERY_KEYS.job(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => atelier.job(id, signal),
      refetchInterval: ({ state }: { state: LookState }) => pauseFor(state, ids.length),
      refetchIntervalInBackground: true,
    })),
  });
  useRefreshedAtEnd(found.filter(({ data }) => data !== undefined && isFinal(data.status)).length);
  return found;
}

/** A refunded job changes the balance, and every ended job changes the lists of jobs. */
function useRefreshedAtEnd(ended: number): void {
  const queries = useQueryClient();
  const seen = useRef(ended);
  useEffect(() => {
    if (ended <= seen.current) return;
    seen.current = ended;
    for (const queryKey of [QUERY_KEYS.account, QUERY_KEYS.jobs]) void queries.invalidateQueries({ queryKey });
  }, [queries, ended]);
}

/** Cancels a job. One that had ended stays as it was. */
export function useCancel(id: string) {
  const { atelier } = useConnection();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => atelier.cancel(id),
    onSuccess: (job) => queries.setQueryData(QUERY_KEYS.job(id), job),
    meta: { invalidates: [QUERY_KEYS.account] },
  });
}

/** The state of a job on the page. */
interface LookState {
  readonly data?: Job | undefined;
  readonly error?: unknown;
}

/**
 * Milliseconds until a job is looked at again: less often the longer it takes and the more there are; false when it has
 * ended.
 */
function pauseFor({ data: job, error }: LookState, others: number): number | false {
  if (error instanceof ApiError && error.status === 404) return false;
  if (!job) return 2_000;
  if (isFinal(job.status)) return false;
  const ageMs = Date.now() - new Date(job.created_at).getTime();
  const base = ageMs < 3_000 ? 400 : ageMs < 30_000 ? 900 : ageMs < 180_000 ? 2_000 : 5_000;
  return base * Math.max(1, others / 3);
}

/** Records of images by ID; one that is gone is null. Their addresses may expire, so they are read rather than kept. */
export function useImages(ids: readonly string[]): readonly UseQueryResult<ImageRecord | null>[] {
  const { api } = useConnection();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: QUERY_KEYS.image(id),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const records = await api('POST', '/images/batch', { body: { ids: [id] }, signal });
        return records.find((record) => record.id === id) ?? null;
      },
      staleTime: 10 * 60_000,
    })),
  });
}

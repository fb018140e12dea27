import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Keys of the answers that a write may change. They are read again after it, also when it failed. */
      readonly invalidates?: readonly QueryKey[];
    };
  }
}

/**
 * A cache of the service's answers. A write that succeeds is pending until the answers of its `meta.invalidates` are
 * read again; one that fails shows its error at once.
 */
export function newQueryClient(): QueryClient {
  const mutationCache = new MutationCache({
    onSettled(_data, error, _variables, _result, { meta }, { client }) {
      const read = Promise.all((meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
      return error ? undefined : read;
    },
  });
  // The client already repeats requests that may be repeated.
  const defaultOptions = { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } };
  return new QueryClient({ mutationCache, defaultOptions });
}

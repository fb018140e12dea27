import { Agent, buildConnector, fetch as undiciFetch } from 'undici';

/** Longest wait for a connection to open, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A fetch that tells whether its connection opened. Each call has a connection of its own. On a kept connection, nobody
 * could tell a broken call from one that was never sent.
 */
export function watchedFetch(): { readonly fetch: typeof globalThis.fetch; readonly opened: () => boolean } {
  let isOpen = false;
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const dispatcher = new Agent({
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) =>
      open(options, (...outcome) => {
        if (outcome[1]) isOpen = true;
        callback(...outcome);
      }),
  });
  // The types of undici and of the platform describe the same functions; only their names differ.
  const call = undiciFetch as unknown as (input: unknown, init: unknown) => Promise<Response>;
  return {
    fetch: async (input, init) => {
      const parts = input instanceof Request ? await partsOf(input) : {};
      return call(input instanceof Request ? input.url : input, { redirect: 'manual', ...parts, ...init, dispatcher });
    },
    opened: () => isOpen,
  };
}

/** The parts of a platform request, for undici, which takes only its own. */
async function partsOf(request: Request): Promise<RequestInit> {
  const { method, headers } = request;
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return { method, headers: [...headers], ...body };
}

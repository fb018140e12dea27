import { webAddressProblem } from '@atelier/contract';
import { limitByKey } from '../limit-by-key.ts';
import { addressPolicy, admittedAddresses } from '../media/remote/address-policy.ts';
import type { RemoteFetchOptions } from '../media/remote/fetch.ts';
import { resolveName } from '../media/remote/resolver.ts';

/** From the call to the head of the answer, in milliseconds. */
const DEADLINE_MS = 15_000;

/** Addresses of one workspace that are looked up at once for {@link WebhookPost.admits}. */
const LOOK_UPS_MAX = 8;

/** The outcome of a message: an HTTP status, or the reason why there is none. */
export type PostOutcome = { readonly status: number } | { readonly error: string };

/** The way to addresses of users. */
export type WebhookPost = ReturnType<typeof webhookPost>;

/**
 * Posts to public addresses only: the name is resolved once, every address it has is checked, the connection is pinned
 * to them.
 */
export function webhookPost({
  allowedPrivateRanges,
  resolve = resolveName,
}: Pick<RemoteFetchOptions, 'allowedPrivateRanges' | 'resolve'>) {
  const policy = addressPolicy(allowedPrivateRanges);
  const lookUp = limitByKey();
  /** The addresses of an http or https address without a user name or password; null where it may not be posted to. */
  const find = async (address: string) =>
    webAddressProblem(address) === null ? admittedAddresses(new URL(address), policy, resolve).catch(() => null) : null;
  /** Posts a message. Redirects are not followed; the answer's body is not read. */
  const post = async (
    address: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<PostOutcome> => {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const addresses = await Promise.race([find(address), aborted(signal)]);
    if (!addresses) return { error: 'The address has no public internet address.' };
    // Loaded with the first message: its client is a tenth of a start.
    const { pinnedClient } = await import('../media/remote/pinned-connection.ts');
    const url = new URL(address);
    const client = pinnedClient(url, addresses);
    try {
      const path = url.pathname + url.search;
      const { statusCode } = await client.request({ method: 'POST', path, body, headers, signal });
      return { status: statusCode };
    } catch {
      const why = signal.aborted ? `did not answer within ${DEADLINE_MS / 1000} seconds` : 'could not be connected to';
      return { error: `The address ${why}.` };
    } finally {
      client.destroy().catch(() => undefined);
    }
  };
  return {
    post,
    /**
     * Whether an address leads to where messages may be sent; a name that cannot be resolved does not. Names that
     * answer slowly hold up their own workspace only.
     */
    admits: async (address: string, workspaceId: string): Promise<boolean> =>
      (await lookUp(workspaceId, LOOK_UPS_MAX, () => find(address))) !== null,
  };
}

/** Null once the signal is aborted: resolving a name cannot be ended, only not waited for. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}

import { Resolver } from 'node:dns/promises';
import fs from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a host name. Rejects if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Longest wait for the addresses of a name, in milliseconds. */
const LOOK_UP_MS = 5_000;

/** Wait for a name server's first answer, in milliseconds; the second try waits twice as long. */
const FIRST_TRY_MS = 1_500;
const TRIES = 2;

/** Names of the machine itself, which are never sent to a name server (RFC 6761 §6.3). */
const LOOPBACK_NAME = /^(?:.*\.)?localhost\.?$/i;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** Where names are looked up; absent: the machine's configuration. */
export interface ResolverOptions {
  /** Name servers, each an IP address with or without a port. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly deadlineMs?: number;
}

/**
 * Looks names up in the hosts file, then at the name servers, without search domains. The system's look-up blocks one
 * of the process's few shared threads while a name server is silent; this one uses its own socket. Rejects a name
 * without an answer within the deadline.
 */
export function namesResolver({
  servers,
  hostsFile = '/etc/hosts',
  deadlineMs = LOOK_UP_MS,
}: ResolverOptions = {}): Resolve {
  return async (hostname) => {
    const listed = await listedAddresses(hostsFile, hostname);
    if (listed.length > 0) return listed;
    if (LOOPBACK_NAME.test(hostname)) return LOOPBACK;
    const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
    if (servers) resolver.setServers([...servers]);
    using _deadline = setTimeout(() => resolver.cancel(), deadlineMs);
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    if (addresses.length > 0) return addresses;
    throw new Error(`no address of ${hostname} was found`, {
      cause: found.find(({ status }) => status === 'rejected'),
    });
  };
}

/** Looks names up by the machine's configuration. */
export const resolveName: Resolve = namesResolver();

/** The addresses that a hosts file (hosts(5)) gives a name; none if the file does not exist. */
async function listedAddresses(file: string, hostname: string): Promise<string[]> {
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((name) => name.toLowerCase() === wanted) ? [address] : [];
  });
}

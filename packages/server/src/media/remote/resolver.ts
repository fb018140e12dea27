import { Resolver } from 'node:dns/promises';
import fs from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a host name. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Longest wait for the addresses of a name, in milliseconds. */
const LOOK_UP_MS = 5_000;

/** Wait for the first answer of a name server, in milliseconds; the second try waits twice as long. */
const FIRST_TRY_MS = 1_500;
const TRIES = 2;

/** Names of the machine itself, which no name server is asked for (RFC 6761 §6.3). */
const LOOPBACK_NAME = /^(?:.*\.)?localhost\.?$/i;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** Where names are looked up; absent: as this machine is set up. */
export interface ResolverOptions {
  /** Name servers, each an IP address with or without a port. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly deadlineMs?: number;
}

/**
 * Looks names up in the hosts file, then at the name servers. The system's own look-up takes one of the few threads
 * that every part of the process shares, for as long as a name server keeps silent; here a look-up is a packet on a
 * socket of its own. A name that nobody answers for within the deadline is rejected. Search domains are not added: a
 * name stands for itself.
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
    const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
    try {
      const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
      if (addresses.length > 0) return addresses;
      throw new Error(`no address of ${hostname} was found`, {
        cause: found.find(({ status }) => status === 'rejected'),
      });
    } finally {
      clearTimeout(deadline);
    }
  };
}

/** Looks names up as this machine is set up. */
export const resolveName: Resolve = namesResolver();

/** The addresses that a hosts file (hosts(5)) gives a name; none where there is no such file. */
async function listedAddresses(file: string, hostname: string): Promise<string[]> {
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((name) => name.toLowerCase() === wanted) ? [address] : [];
  });
}

import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { isOtherService } from './other-services.ts';

/** Finds the addresses of a host name. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The machine's own resolver: its hosts file, then its name servers. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

/**
 * The addresses of a URL's host, every one of which may be connected to. Null when there is none, or when any of them may not:
 * a name with one public and one private address is a trap, not a host. Null too where the port belongs to another protocol.
 */
export async function admittedAddresses(
  { hostname, port }: URL,
  policy: AddressPolicy,
  resolve: Resolve,
): Promise<readonly string[] | null> {
  if (isOtherService(port)) return null;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(literal) ? [literal] : await resolve(hostname);
  return addresses.length > 0 && addresses.every((address) => policy.admits(address)) ? addresses : null;
}

/**
 * A connector that reaches only the given addresses, whatever the name resolves to by now, and looks at the far end once more
 * when the connection stands: what was checked is what is talked to.
 */
export function pinnedConnector(
  addresses: readonly string[],
  connect: buildConnector.connector = plainConnector(addresses),
): buildConnector.connector {
  const pinned = new Set(addresses.map(canonical));
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (pinned.has(canonical(socket.remoteAddress ?? ''))) return callback(null, socket);
      socket.destroy();
      callback(new Error(`the connection leads to ${socket.remoteAddress}, which was not checked`), null);
    });
  };
}

/** Connects by HTTP/1.1 to the first of the addresses that answers. */
function plainConnector(addresses: readonly string[]): buildConnector.connector {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const first = answers[0] ?? { address: '', family: 0 };
  const lookupPinned: LookupFunction = (_hostname, options, callback) => {
    if (options.all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
  return buildConnector({ lookup: lookupPinned, allowH2: false, autoSelectFamily: true });
}

/** One text for each address, so that two forms of it compare equal. */
function canonical(address: string): string {
  return isIP(address) ? ipaddr.process(address).toNormalizedString() : '';
}

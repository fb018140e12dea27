import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { isOtherService } from './other-services.ts';
import type { Resolve } from './resolver.ts';

/**
 * The addresses of a URL's host, every one of which may be connected to. Null when there is none, or when any of them
 * may not: a name with one public and one private address is a trap, not a host. Null too where the port belongs to
 * another protocol.
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

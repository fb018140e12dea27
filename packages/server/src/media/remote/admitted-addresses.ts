import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { isOtherService } from './other-services.ts';
import type { Resolve } from './resolver.ts';

/**
 * The addresses of a URL's host, if every one may be connected to. Null if there are none or any is forbidden: one
 * public and one private address is an attack. Null too if the port belongs to another protocol.
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

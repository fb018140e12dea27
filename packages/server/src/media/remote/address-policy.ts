import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolve } from './resolver.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [network: Address, prefixLength: number];

/**
 * The one block of IPv6 handed out as global unicast (IANA IPv6 address space). Loopback, unique local, link-local,
 * site-local, multicast, IPv4-mapped and -compatible, translated (64:ff9b::/96, 64:ff9b:1::/48) and discard-only
 * addresses all lie outside it.
 */
const GLOBAL_UNICAST: Range = ipaddr.parseCIDR('2000::/3');

/**
 * Ranges that look public and are not. 168.63.129.16: the host's own services inside every Azure machine
 * (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const HIDDEN: readonly Range[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** Third quarter of an interface identifier that hides an IPv4 address in its last (ISATAP, RFC 5214 §6.1). */
const ISATAP = 0x5efe;

/** A range written as CIDR, or null when it is none. */
export function parseAddressRange(text: string): Range | null {
  // ipaddr.js alone would take 10.0/8 and octal parts too, which read as one range and mean another.
  return isIP(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

/** True for an address, in the text form of a resolver or a socket, that may be connected to. */
export type AddressPolicy = (text: string) => boolean;

/**
 * The policy that admits public addresses, and those of the ranges (CIDR) an operator named. Throws a RangeError that
 * names an invalid one.
 */
export function addressPolicy(allowedPrivateRanges: readonly string[]): AddressPolicy {
  const admitted = allowedPrivateRanges.map((text) => {
    const range = parseAddressRange(text);
    if (!range) throw new RangeError(`${JSON.stringify(text)} is not an address range such as 10.0.0.0/8 or fd00::/8`);
    return range;
  });
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    return admitted.some((range) => lies(address, range)) || isPublic(address);
  };
}

/**
 * True for public unicast addresses: none of the special-purpose registries of IANA (RFC 6890 and its successors).
 * Addresses that carry another one inside (mapped, compatible, 6to4, Teredo, NAT64, ISATAP) do not count, because their
 * target is unknown.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || HIDDEN.some((range) => lies(address, range))) return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.zoneId === undefined && lies(address, GLOBAL_UNICAST) && address.parts[5] !== ISATAP;
}

/**
 * An address lies only in ranges of its own family: an IPv4 range never admits an IPv6 address that wraps one of it.
 */
function lies(address: Address, [network, prefixLength]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, prefixLength);
}

/**
 * Ports of other protocols, to which no web address leads. A server there could read a line of a request as mail, for
 * example. They are the "bad ports" of the Fetch standard (fetch.spec.whatwg.org/#port-blocking), which browsers refuse
 * too.
 */
const OTHER_SERVICES: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** True for the port of a URL, empty where it is the usual one, that another protocol than HTTP is spoken on. */
function isOtherService(port: string): boolean {
  return port !== '' && OTHER_SERVICES.has(Number(port));
}

/**
 * The addresses of a URL's host, if every one may be connected to. Null if there are none or any is forbidden: one
 * public and one private address is an attack. Null too if the port belongs to another protocol.
 */
export async function admittedAddresses(
  { hostname, port }: URL,
  isAdmitted: AddressPolicy,
  resolve: Resolve,
): Promise<readonly string[] | null> {
  if (isOtherService(port)) return null;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(literal) ? [literal] : await resolve(hostname);
  return addresses.length > 0 && addresses.every(isAdmitted) ? addresses : null;
}

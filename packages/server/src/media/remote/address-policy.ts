import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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

/** Says which addresses may be connected to: public ones, and those of the ranges an operator named. */
export class AddressPolicy {
  readonly #admitted: readonly Range[];

  /** `allowedPrivateRanges`: CIDRs. Throws a RangeError that names an invalid one. */
  constructor(allowedPrivateRanges: readonly string[]) {
    this.#admitted = allowedPrivateRanges.map((text) => {
      const range = parseAddressRange(text);
      if (!range)
        throw new RangeError(`${JSON.stringify(text)} is not an address range such as 10.0.0.0/8 or fd00::/8`);
      return range;
    });
  }

  /**
   * True for an address, in the text form of a resolver or a socket, that may be connected to. Anything else is
   * refused.
   */
  admits(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    return this.#admitted.some((range) => lies(address, range)) || isPublic(address);
  }
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

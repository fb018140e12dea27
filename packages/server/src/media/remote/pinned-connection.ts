import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector, Client } from 'undici';

/** A client that connects only to the given addresses. Destroy it after its one request. */
export function pinnedClient(url: URL, addresses: readonly string[]): Client {
  return new Client(url.origin, { connect: pinnedConnector(addresses), pipelining: 0 });
}

/**
 * A connector that connects only to the given addresses, whatever the name resolves to now. It checks the remote
 * address again once connected, so the checked address is the one in use.
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

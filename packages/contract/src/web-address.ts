/** Longest http address in a request, in characters. */
export const WEB_ADDRESS_LENGTH_MAX = 2_048;

/** Longest host name and longest part of one, in characters (RFC 1035 §2.3.4). */
const HOST_LENGTH_MAX = 253;
const LABEL_LENGTH_MAX = 63;

/** Scheme, the part before the path, and a port in it, as they are written. */
const PARTS = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#\\]*))?/i;
const PORT = /:(\d+)$/;

/** The characters that no address may hold unencoded (RFC 3986 §2). */
const UNENCODED = /[^!#$%&'()*+,\-./\w:;=?@[\]~]|%(?![\da-f]{2})/i;

/**
 * Why a client could not open a text as an http or https address: the words after its name in a sentence. Null if it
 * could. A user name or password is such a reason too, and is not repeated.
 */
export function webAddressProblem(text: string): string | null {
  if (text.length > WEB_ADDRESS_LENGTH_MAX)
    return `has ${text.length.toLocaleString('en')} characters; allowed: at most ${WEB_ADDRESS_LENGTH_MAX.toLocaleString('en')}`;
  const [, scheme, authority] = PARTS.exec(text) ?? [];
  if (scheme === undefined) return `is ${quoted(text)}; allowed: an http or https address`;
  if (!/^https?$/i.test(scheme)) return `has the scheme ${quoted(scheme)}; allowed: http and https`;
  if (UNENCODED.test(text)) return `is ${quoted(text)}, which holds a character that must be percent-encoded`;
  if (!authority) return 'names no host; allowed: an address such as https://shop.example/photo.jpg';
  if (authority.includes('@')) return 'holds a user name or a password; allowed: an address without them';
  const port = PORT.exec(authority)?.[1];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    return `has the port ${port.slice(0, 20)}; allowed: 1 to 65535`;
  const url = URL.parse(text);
  if (!url || !isHost(url.hostname)) return `has the host ${quoted(authority)}, which no client can open`;
  return null;
}

/** True for a name whose parts are not empty and not too long, and for an IP address. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return hostname.length <= HOST_LENGTH_MAX && labels.every(({ length }) => length > 0 && length <= LABEL_LENGTH_MAX);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);
}

// How the texts of settings are read. Each throws an Error whose message says what is allowed.

import { ENDPOINT_LIST } from '@atelier/contract';

/** Any text but an empty one. */
export function filled(text: string): string {
  if (text.trim() === '') throw new Error('it must not be empty');
  return text;
}

/** A whole number from `minimum` to `maximum`. */
export function whole(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new Error(`allowed: a whole number from ${minimum} to ${maximum}`);
    return value;
  };
}

/** One of a fixed list. */
export function among<const V extends readonly string[]>(values: V): (text: string) => V[number] {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(`allowed: ${values.join(', ')}`);
    return found;
  };
}

/** Null for an empty text, else the result of `parse`. */
export function emptyOr<T>(parse: (text: string) => T): (text: string) => T | null {
  return (text) => (text === '' ? null : parse(text));
}

/** An address of one of these protocols, without slashes at its end. */
function urlOf(...protocols: string[]): (text: string) => string {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !protocols.includes(url.protocol))
      throw new Error(`allowed: an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return text.replace(/\/+$/, '');
  };
}

/** First parts of the paths that the service itself answers at. */
const OWN_PARTS: ReadonlySet<string> = new Set(['docs', 'studio', ...ENDPOINT_LIST.map(({ path }) => firstPart(path))]);

function firstPart(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/**
 * The address at which clients reach the service, without slashes at its end. Its path may not begin like a path of the
 * service. Otherwise the service cannot know whether a proxy has removed the path from a request.
 */
export function publicAddress(text: string): string {
  const address = urlOf('http:', 'https:')(text);
  const { pathname, username, password } = new URL(address);
  if (/[?#]/.test(text) || username || password)
    throw new Error('allowed: an address without a user, a query and a fragment');
  const part = firstPart(pathname);
  if (part !== '' && OWN_PARTS.has(part))
    throw new Error(
      `its path begins with /${part}, where the service itself has pages or endpoints; allowed: any other`,
    );
  return address;
}

/**
 * The address of a PostgreSQL. An unencoded `/`, `#` or `?` in its password ends the host name early, and an unencoded
 * `%` breaks the decoding. Both are refused here, before a part of the password becomes a host or a database.
 */
export function databaseUrl(text: string): string {
  const address = urlOf('postgres:', 'postgresql:');
  const advice =
    'its user name or password holds a character such as / # ? % that must be percent-encoded; ATELIER_DATABASE_PASSWORD takes a password as it is';
  const isPostgres = /^postgres(ql)?:\/\//.test(text);
  const url = URL.parse(text);
  if (!isPostgres || (!url && !text.includes('@'))) return address(text);
  if (!url || (text.includes('@') && url.username === '')) throw new Error(advice);
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new Error(advice);
  }
  return address(text);
}

/** Placeholders for a key in the deployment files of this version and earlier ones. */
const PLACEHOLDER = /^(replace-me|change-?me|at-least-16-random-characters)/i;

/** A key of sufficient length that is no placeholder of a published deployment file. */
export function adminKey(text: string): string {
  if (PLACEHOLDER.test(text))
    throw new Error('it is the placeholder of a deployment file; make a key, for example by `openssl rand -hex 24`');
  if (!/^[!-~]{16,}$/.test(text)) throw new Error('allowed: 16 or more printable characters without spaces');
  return text;
}

/** Ranges of addresses, separated by commas. */
export function cidrs(text: string): readonly string[] {
  const ranges = text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  for (const range of ranges)
    if (!/^[0-9a-fA-F:.]+\/\d{1,3}$/.test(range)) throw new Error(`${range} is not a CIDR such as 10.0.0.0/8`);
  return ranges;
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Random bytes of a token: 144 bits, over the 128 that make guessing hopeless, and a whole number of base64url
 * characters.
 */
const TOKEN_BYTES = 18;
/** Longest time a cache may keep media whose address never expires: a year, the most that caches heed. */
const CACHE_SECONDS_MAX = 31_536_000;
/** Seconds of the last moment a date can be shown for; a larger `expires` is no time. */
const EXPIRES_SECONDS_MAX = 253_402_300_799;

/** A new unguessable token: 24 characters of base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** How addresses are made. */
export interface MediaAddressOptions {
  /** Signs the expiry. Whoever knows it can prolong an address, but cannot guess one. */
  readonly key: string | Uint8Array;
  /** Seconds an address lives from when it is given out; 0: for ever, without a signature. */
  readonly ttlSeconds: number;
}

/** Makes and checks the public paths of media. */
export interface MediaAddresses {
  /** `/media/<token>/<file name>`, with `?expires=<unix seconds>&signature=<base64url>` where addresses expire. */
  path(media: { readonly token: string; readonly fileName: string }, now: Date): string;
  /**
   * True when the address may be served now. Always, where addresses live for ever; else it needs a signature of ours
   * over this token and a moment to come. The file name is for people and is not signed: a file may be renamed.
   */
  isValid(token: string, query: URLSearchParams, now: Date): boolean;
  /** Seconds a cache may keep the answer: a year, or until a valid address expires. */
  cacheSeconds(query: URLSearchParams, now: Date): number;
}

/** Makes and checks the public paths of media. */
export function mediaAddresses({ key, ttlSeconds }: MediaAddressOptions): MediaAddresses {
  // A key of our own, so that no signature made elsewhere with the same secret fits here.
  const signingKey = createHmac('sha256', key).update('atelier media addresses').digest();
  const sign = (token: string, expires: string) =>
    createHmac('sha256', signingKey).update(`${token}\n${expires}`).digest();

  return {
    path({ token, fileName }, now) {
      const path = `/media/${token}/${encodeURIComponent(fileName.toWellFormed())}`;
      if (ttlSeconds === 0) return path;
      const expires = String(Math.floor(now.getTime() / 1000) + ttlSeconds);
      return `${path}?expires=${expires}&signature=${sign(token, expires).toString('base64url')}`;
    },
    isValid(token, query, now) {
      if (ttlSeconds === 0) return true;
      const expires = expiresOf(query);
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      const due = sign(token, String(expires));
      return given.length === due.length && timingSafeEqual(given, due) && expires * 1000 > now.getTime();
    },
    cacheSeconds(query, now) {
      if (ttlSeconds === 0) return CACHE_SECONDS_MAX;
      return Math.min(CACHE_SECONDS_MAX, Math.max(0, expiresOf(query) - Math.ceil(now.getTime() / 1000)));
    },
  };
}

/** The moment an address names, in unix seconds; 0 where it names none. */
function expiresOf(query: URLSearchParams): number {
  const text = query.get('expires') ?? '';
  return /^[1-9]\d{0,11}$/.test(text) && Number(text) <= EXPIRES_SECONDS_MAX ? Number(text) : 0;
}

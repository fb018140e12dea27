import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { thumbnailName } from './file-name.ts';
import type { AddressedFile } from './rows.ts';

/** Random bytes of a token: 144 bits, enough against guessing (128), and a whole number of base64url characters. */
const TOKEN_BYTES = 18;
/** Longest time a cache may keep media whose address never expires: a year, the most that caches honour. */
const CACHE_SECONDS_MAX = 31_536_000;
/** Latest expiry, in unix seconds, that is a valid date; a larger `expires` is not a time. */
const EXPIRES_SECONDS_MAX = 253_402_300_799;

/** A new unguessable token: 24 characters of base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** How addresses are made. */
export interface MediaAddressOptions {
  /** Signs the expiry. With it one can prolong an address, but not guess one. */
  readonly key: string | Uint8Array;
  /** Seconds an address is valid from when it is issued; 0: for ever, without a signature. */
  readonly ttlSeconds: number;
}

/** Maker and checker of the public paths of media. */
export type MediaAddresses = ReturnType<typeof mediaAddresses>;

/** Creates and checks the public paths of media. */
export function mediaAddresses({ key, ttlSeconds }: MediaAddressOptions) {
  // A derived key, so that no other signature by the same secret is valid here.
  const signingKey = createHmac('sha256', key).update('atelier media addresses').digest();
  const sign = (token: string, expires: string) =>
    createHmac('sha256', signingKey).update(`${token}\n${expires}`).digest();

  const signed = (token: string, name: string, now: Date) => {
    const path = `/media/${token}/${name}`;
    if (ttlSeconds === 0) return path;
    const expires = String(Math.floor(now.getTime() / 1000) + ttlSeconds);
    return `${path}?expires=${expires}&signature=${sign(token, expires).toString('base64url')}`;
  };

  return {
    /** `/media/<token>/<file name>`, with `?expires=<unix seconds>&signature=<base64url>` if addresses expire. */
    path({ token, file_name: name }: AddressedFile, now: Date): string {
      return signed(token, encodeURIComponent(name.toWellFormed()), now);
    },
    /** The same for the thumbnail of an image: `/media/<token>/thumbnail/<file name>.webp`. */
    thumbnailPath({ token, file_name: name }: AddressedFile, now: Date): string {
      return signed(token, `thumbnail/${encodeURIComponent(thumbnailName(name).toWellFormed())}`, now);
    },
    /**
     * True if the address is valid now. If addresses expire, it needs a signature over its token and a moment to come.
     * The file name is not signed: a file may be renamed.
     */
    isValid(token: string, query: URLSearchParams, now: Date): boolean {
      if (ttlSeconds === 0) return true;
      const expires = expiresOf(query);
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      const due = sign(token, String(expires));
      return given.length === due.length && timingSafeEqual(given, due) && expires * 1000 > now.getTime();
    },
    /** Seconds a cache may keep the answer: a year, or until a valid address expires. */
    cacheSeconds(query: URLSearchParams, now: Date): number {
      if (ttlSeconds === 0) return CACHE_SECONDS_MAX;
      return Math.min(CACHE_SECONDS_MAX, Math.max(0, expiresOf(query) - Math.ceil(now.getTime() / 1000)));
    },
  };
}

/** The expiry of an address in unix seconds; 0 if it has none. */
function expiresOf(query: URLSearchParams): number {
  const text = query.get('expires') ?? '';
  return /^[1-9]\d{0,11}$/.test(text) && Number(text) <= EXPIRES_SECONDS_MAX ? Number(text) : 0;
}

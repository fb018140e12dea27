import type { Key, KeyChange, KeyCreation, KeyWithSecret, PageInfo, Static } from '@atelier/contract';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';

/** Which page of keys to read. */
export interface KeysOptions {
  /** Keys of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page of keys, newest first. */
export interface KeyPage {
  readonly keys: readonly Key[];
  readonly page_info: PageInfo;
}

/** The keys of the workspace. All of it needs a key with the scope `manage`. */
export class Keys {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Makes a key. The answer shows its secret, this once. */
  create(key: KeyCreation, signal?: AbortSignal): Promise<Static<typeof KeyWithSecret>> {
    return send(this.#options, { method: 'POST', path: '/v1/keys', body: key, signal, repeatable: false });
  }

  /** Reads a page of keys, newest first, revoked ones included. */
  list({ signal, ...page }: KeysOptions = {}): Promise<KeyPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/keys', page), signal, repeatable: true });
  }

  /** Goes through all keys, newest first. */
  all(signal?: AbortSignal): AsyncGenerator<Key, void> {
    return everyItem(
      (cursor) => this.list({ cursor, signal }),
      ({ keys }) => keys,
    );
  }

  /** Changes name, scopes, expiry or limits of a key; null takes an expiry or a limit away. */
  change(id: string, change: KeyChange, signal?: AbortSignal): Promise<Key> {
    return send(this.#options, { method: 'PATCH', path: pathOf(id), body: change, signal, repeatable: true });
  }

  /** Revokes a key at once. The last one with the scope `manage` needs `leaveNone`. */
  async revoke(id: string, { leaveNone, signal }: RevokeOptions = {}): Promise<void> {
    const path = withQuery(pathOf(id), { leave_none: leaveNone });
    await send(this.#options, { method: 'DELETE', path, signal, repeatable: true });
  }
}

/** How a key is revoked. */
export interface RevokeOptions {
  /** Revoke also the last key with the scope `manage`. */
  readonly leaveNone?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

function pathOf(id: string): string {
  return `/v1/keys/${encodeURIComponent(id)}`;
}

import type { Look, LookChange, LookCreation, LookPage } from '@atelier/contract';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';

/** Which looks to list. */
export interface LookFilter {
  /** Only the look of this name. */
  readonly name?: string | undefined;
  /** Looks of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Saved recipes for images of products. */
export class Looks {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Saves a look. Its name must be free in the workspace. */
  create(look: LookCreation, signal?: AbortSignal): Promise<Look> {
    return send(this.#options, { method: 'POST', path: '/v1/looks', body: look, signal, repeatable: false });
  }

  /** Reads a page of looks, newest first. */
  list({ signal, ...filter }: LookFilter = {}): Promise<LookPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/looks', filter), signal, repeatable: true });
  }

  /** Goes through all looks, newest first. */
  all(signal?: AbortSignal): AsyncGenerator<Look, void> {
    return everyItem(
      (cursor) => this.list({ cursor, signal }),
      ({ looks }) => looks,
    );
  }

  /** Reads a look. */
  get(id: string, signal?: AbortSignal): Promise<Look> {
    return send(this.#options, { method: 'GET', path: pathOf(id), signal, repeatable: true });
  }

  /** Replaces the fields that the change names. Shoots that exist keep the look as it was. */
  change(id: string, change: LookChange, signal?: AbortSignal): Promise<Look> {
    return send(this.#options, { method: 'PATCH', path: pathOf(id), body: change, signal, repeatable: false });
  }

  /** Deletes a look. Its shoots stay, and go on. */
  async delete(id: string, signal?: AbortSignal): Promise<void> {
    await send(this.#options, { method: 'DELETE', path: pathOf(id), signal, repeatable: false });
  }
}

function pathOf(id: string): string {
  return `/v1/looks/${encodeURIComponent(id)}`;
}

import type { Collection, CollectionImagesChange, CollectionPage } from '@atelier/contract';
import type { PageOptions } from './library.ts';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';

/** Images that are kept together under a name. */
export class Collections {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Makes an empty collection. */
  create(name: string, signal?: AbortSignal): Promise<Collection> {
    return send(this.#options, { method: 'POST', path: '/v1/collections', body: { name }, signal, repeatable: false });
  }

  /** Reads a page of collections, newest first. */
  list(page: PageOptions = {}, signal?: AbortSignal): Promise<CollectionPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/collections', page), signal, repeatable: true });
  }

  /** Goes through all collections, newest first. */
  all(signal?: AbortSignal): AsyncGenerator<Collection, void> {
    return everyItem(
      (cursor) => this.list(cursor === undefined ? {} : { cursor }, signal),
      ({ collections }) => collections,
    );
  }

  /** Reads a collection. */
  get(id: string, signal?: AbortSignal): Promise<Collection> {
    return send(this.#options, { method: 'GET', path: pathOf(id), signal, repeatable: true });
  }

  /** Renames a collection. */
  rename(id: string, name: string, signal?: AbortSignal): Promise<Collection> {
    return send(this.#options, { method: 'PATCH', path: pathOf(id), body: { name }, signal, repeatable: true });
  }

  /** Deletes a collection. Its images stay until retention deletes them. */
  async delete(id: string, signal?: AbortSignal): Promise<void> {
    await send(this.#options, { method: 'DELETE', path: pathOf(id), signal, repeatable: false });
  }

  /** Puts images into a collection, or takes them out: at most 100 of each. */
  change(id: string, images: CollectionImagesChange, signal?: AbortSignal): Promise<Collection> {
    const path = `${pathOf(id)}/images`;
    return send(this.#options, { method: 'POST', path, body: images, signal, repeatable: true });
  }
}

function pathOf(id: string): string {
  return `/v1/collections/${encodeURIComponent(id)}`;
}

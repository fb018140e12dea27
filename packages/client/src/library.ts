import type {
  CommentCreation,
  CommentPage,
  ImageComment,
  LibraryImage,
  LibraryPage,
  LibraryQuery,
  Review,
} from '@atelier/contract';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';

/** The uploads and results of a workspace. */
export class Library {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Reads a page of images, newest first. */
  list(filter: LibraryQuery = {}, signal?: AbortSignal): Promise<LibraryPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/images', filter), signal, repeatable: true });
  }

  /** Goes through all images that a filter selects, newest first. */
  all(filter: Omit<LibraryQuery, 'cursor' | 'count'> = {}, signal?: AbortSignal): AsyncGenerator<LibraryImage, void> {
    return everyItem(
      (cursor) => this.list(cursor === undefined ? filter : { ...filter, cursor }, signal),
      ({ images }) => images,
    );
  }

  /** Reads an image with what made it. */
  get(id: string, signal?: AbortSignal): Promise<LibraryImage> {
    return send(this.#options, { method: 'GET', path: pathOf(id), signal, repeatable: true });
  }

  /** Decides on at most 100 images; null takes decisions back. Where one is missing, nothing is done. */
  async review(ids: readonly string[], review: Review | null, signal?: AbortSignal): Promise<readonly LibraryImage[]> {
    const call = { method: 'PATCH', path: '/v1/images', body: { ids, review }, signal, repeatable: true } as const;
    return (await send<{ images: LibraryImage[] }>(this.#options, call)).images;
  }

  /** Deletes at most 100 images with their files. Where one is missing, nothing is done. */
  async delete(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    const call = { method: 'POST', path: '/v1/images/delete', body: { ids }, signal, repeatable: false } as const;
    await send(this.#options, call);
  }

  /** Reads a page of the comments on an image, oldest first. */
  comments(id: string, page: PageOptions = {}, signal?: AbortSignal): Promise<CommentPage> {
    const path = withQuery(`${pathOf(id)}/comments`, page);
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Comments on an image. */
  comment(id: string, comment: CommentCreation, signal?: AbortSignal): Promise<ImageComment> {
    const path = `${pathOf(id)}/comments`;
    return send(this.#options, { method: 'POST', path, body: comment, signal, repeatable: false });
  }
}

/** Which page of a list to read. */
export interface PageOptions {
  /** Items of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string;
}

function pathOf(id: string): string {
  return `/v1/images/${encodeURIComponent(id)}`;
}

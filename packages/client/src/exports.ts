import type {
  ExportFormat,
  ExportFormatChange,
  ExportFormatCreation,
  ReviewLink,
  ReviewLinkCreation,
  ReviewLinkWithUrl,
  Static,
} from '@atelier/contract';
import { withQuery } from './pages.ts';
import { addressOf, broken, failure, inTries, type RequestOptions, send } from './request.ts';

/** What an export holds. */
export interface ExportOptions {
  /** Name of an export format; absent: JPEGs of the size of each image. */
  readonly format?: string | undefined;
  /** Only images with this decision. */
  readonly review?: 'approved' | undefined;
  /** Ends the download too. */
  readonly signal?: AbortSignal | undefined;
}

/** Collections on their way out: as files for a shop, and as pages for somebody without a key. */
export class Exports {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /**
   * Exports the images of a collection as a ZIP. The stream may last long, so the time limit of requests does not
   * apply. It errors if the service ends it early.
   */
  async collection(
    id: string,
    { signal, ...query }: ExportOptions = {},
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { apiKey, fetch: ownFetch = fetch } = this.#options;
    const path = withQuery(`${pathOf(id)}/export`, query);
    return inTries({ repeatable: true, signal }, async () => {
      try {
        const headers = { authorization: `Bearer ${apiKey}` };
        const response = await ownFetch(addressOf(this.#options, path), { headers, signal: signal ?? null });
        if (!response.ok) return failure(response, await response.text());
        if (!response.body) throw new TypeError('an answer without a body');
        return { kind: 'answered', value: response.body };
      } catch (cause) {
        return broken(`GET ${path}: the service at ${this.#options.baseUrl}`, cause, signal);
      }
    });
  }

  /** Lists the built-in formats, then those of the workspace. */
  async formats(signal?: AbortSignal): Promise<readonly ExportFormat[]> {
    const call = { method: 'GET', path: '/v1/export-formats', signal, repeatable: true } as const;
    return (await send<{ formats: ExportFormat[] }>(this.#options, call)).formats;
  }

  /** Makes a format. */
  createFormat(format: ExportFormatCreation, signal?: AbortSignal): Promise<ExportFormat> {
    return send(this.#options, { method: 'POST', path: '/v1/export-formats', body: format, signal, repeatable: false });
  }

  /** Changes a format of the workspace. */
  changeFormat(id: string, change: ExportFormatChange, signal?: AbortSignal): Promise<ExportFormat> {
    return send(this.#options, { method: 'PATCH', path: formatPath(id), body: change, signal, repeatable: true });
  }

  /** Deletes a format of the workspace. */
  async deleteFormat(id: string, signal?: AbortSignal): Promise<void> {
    await send(this.#options, { method: 'DELETE', path: formatPath(id), signal, repeatable: false });
  }

  /** Makes a link that shows a collection without a key. The answer has its address, this once. */
  createReviewLink(
    collectionId: string,
    link: Static<typeof ReviewLinkCreation>,
    signal?: AbortSignal,
  ): Promise<Static<typeof ReviewLinkWithUrl>> {
    const path = `${pathOf(collectionId)}/review-links`;
    return send(this.#options, { method: 'POST', path, body: link, signal, repeatable: false });
  }

  /** Lists the review links of a collection, newest first. */
  async reviewLinks(collectionId: string, signal?: AbortSignal): Promise<readonly ReviewLink[]> {
    const call = { method: 'GET', path: `${pathOf(collectionId)}/review-links`, signal, repeatable: true } as const;
    return (await send<{ review_links: ReviewLink[] }>(this.#options, call)).review_links;
  }

  /** Revokes a review link. */
  async revokeReviewLink(id: string, signal?: AbortSignal): Promise<void> {
    const path = `/v1/review-links/${encodeURIComponent(id)}`;
    await send(this.#options, { method: 'DELETE', path, signal, repeatable: false });
  }
}

function pathOf(collectionId: string): string {
  return `/v1/collections/${encodeURIComponent(collectionId)}`;
}

function formatPath(id: string): string {
  return `/v1/export-formats/${encodeURIComponent(id)}`;
}

import type {
  AssetImage,
  AssetImageFetch,
  ImageRecord,
  PhotoView,
  Product,
  ProductPage,
  ProductQuery,
  ProductSaving,
  SavedProduct,
} from '@atelier/contract';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';
import { formOf, type Picture } from './upload.ts';

/** Describes an image file of a product. */
export interface ProductFileOptions {
  /** Identifies the image among those of the product: the same source is stored once. */
  readonly source: string;
  readonly fileName?: string;
  /** What the photo shows, if it is known. */
  readonly view?: PhotoView | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The products of a catalogue, by SKU. Each call can be repeated without doubling anything, so each is retried. */
export class Products {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Creates the product of an SKU, or changes it where it differs. Its images stay. */
  save(product: ProductSaving, signal?: AbortSignal): Promise<SavedProduct> {
    return send(this.#options, { method: 'POST', path: '/v1/products', body: product, signal, repeatable: true });
  }

  /** Reads a page of products with their images, newest first. */
  list(query: ProductQuery = {}, signal?: AbortSignal): Promise<ProductPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/products', query), signal, repeatable: true });
  }

  /** Goes through all products, newest first. */
  all(query: Omit<ProductQuery, 'cursor'> = {}, signal?: AbortSignal): AsyncGenerator<Product, void> {
    return everyItem(
      (cursor) => this.list(cursor === undefined ? query : { ...query, cursor }, signal),
      ({ products }) => products,
    );
  }

  /** Has the service fetch an image and link it. Throws ApiError `source_unavailable` where its server is busy. */
  addImage(id: string, image: AssetImageFetch, signal?: AbortSignal): Promise<AssetImage> {
    return send(this.#options, { method: 'POST', path: imagesOf(id), body: image, signal, repeatable: true });
  }

  /** Uploads an image file and links it. */
  async uploadImage(id: string, picture: Picture, options: ProductFileOptions): Promise<ImageRecord> {
    const { source, fileName, view, signal } = options;
    const fields = { catalogue_source: source, ...(view && { catalogue_view: view }) };
    const path = `/assets/${encodeURIComponent(id)}/images`;
    const body = await formOf(picture, fields, fileName);
    return send(this.#options, { method: 'POST', path, body, signal, repeatable: true });
  }

  /** Removes an image from a product. The image itself stays. */
  async removeImage(id: string, imageId: string, signal?: AbortSignal): Promise<void> {
    const path = `${imagesOf(id)}/${encodeURIComponent(imageId)}`;
    await send(this.#options, { method: 'DELETE', path, signal, repeatable: true });
  }
}

function imagesOf(id: string): string {
  return `/v1/assets/${encodeURIComponent(id)}/images`;
}

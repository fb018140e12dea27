import type {
  ASSET_UPLOAD_TYPES,
  Asset,
  AssetChange,
  AssetCreation,
  AssetPage,
  AssetQuery,
  ImageRecord,
  PresetSuggestion,
} from '@atelier/contract';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';
import { type Picture, type UploadOptions, uploadTo } from './upload.ts';

/** The use of a picture of an asset. */
export type AssetUploadType = (typeof ASSET_UPLOAD_TYPES)[number];

/** Which assets to list. Without `type` the service lists avatars. */
export type AssetFilter = Omit<AssetQuery, 'paginated'>;

/** Products, avatars and scenes that a workspace keeps for later requests. */
export class Assets {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Saves an asset. It becomes a visual reference when a picture is uploaded or linked to it. */
  create(asset: AssetCreation, signal?: AbortSignal): Promise<Asset> {
    return send(this.#options, { method: 'POST', path: '/assets', body: asset, signal, repeatable: false });
  }

  /** Reads an asset. */
  get(id: string, signal?: AbortSignal): Promise<Asset> {
    return send(this.#options, { method: 'GET', path: pathOf(id), signal, repeatable: true });
  }

  /** Changes the fields that are named; null clears one. */
  update(id: string, change: AssetChange, signal?: AbortSignal): Promise<Asset> {
    return send(this.#options, { method: 'PATCH', path: pathOf(id), body: change, signal, repeatable: true });
  }

  /** Deletes an asset. Its pictures stay. */
  async delete(id: string, signal?: AbortSignal): Promise<void> {
    await send(this.#options, { method: 'DELETE', path: pathOf(id), signal, repeatable: false });
  }

  /** Reads a page of assets, newest first. */
  list(filter: AssetFilter = {}, signal?: AbortSignal): Promise<AssetPage> {
    const path = withQuery('/assets', { ...filter, paginated: true });
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Goes through all assets that a filter selects, newest first. */
  all(filter: Omit<AssetFilter, 'cursor'> = {}, signal?: AbortSignal): AsyncGenerator<Asset, void> {
    return everyItem(
      (cursor) => this.list(cursor === undefined ? filter : { ...filter, cursor }, signal),
      ({ assets }) => assets,
    );
  }

  /** Uploads a picture and links it to an asset. */
  upload(id: string, picture: Picture, options: UploadOptions<AssetUploadType> = {}): Promise<ImageRecord> {
    return uploadTo(this.#options, `${pathOf(id)}/images`, picture, options);
  }

  /** Links an image of the workspace to an asset as a source reference. */
  link(id: string, imageId: string, signal?: AbortSignal): Promise<ImageRecord> {
    const path = `/images/${encodeURIComponent(imageId)}/asset`;
    return send(this.#options, { method: 'POST', path, body: { asset_id: id }, signal, repeatable: true });
  }

  /** Lists the images of an asset; with `references` its source references alone. */
  images(id: string, { references = false, signal }: AssetImagesOptions = {}): Promise<readonly ImageRecord[]> {
    const path = withQuery(`${pathOf(id)}/images`, { for_training: references || undefined });
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Suggests a name, a class and a prompt for a scene, from one to three images. Nothing is saved. */
  suggestPreset(imageIds: readonly string[], signal?: AbortSignal): Promise<PresetSuggestion> {
    const body = { image_ids: imageIds };
    return send(this.#options, { method: 'POST', path: '/assets/analyze-preset', body, signal, repeatable: true });
  }
}

/** Which images of an asset to list. */
export interface AssetImagesOptions {
  /** True: only the source references. */
  readonly references?: boolean;
  readonly signal?: AbortSignal | undefined;
}

function pathOf(id: string): string {
  return `/assets/${encodeURIComponent(id)}`;
}

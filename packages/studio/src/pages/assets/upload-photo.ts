import type { Asset } from '@atelier/contract';
import type { Api } from '../../api/call.ts';
import { type KeptFile, keepImageId } from '../../lib/kept-files.ts';

/**
 * Uploads a photo and links it to an asset, in two steps: where the page is left between a request and its answer, the first step
 * leaves at most an upload that nothing uses, and the second may be done again. In one step the asset would have the photo twice.
 * Throws what the client throws.
 */
export async function uploadPhoto(api: Api, { id, type }: Pick<Asset, 'id' | 'type'>, kept: KeptFile): Promise<void> {
  const imageId = kept.imageId ?? (await received(api, type, kept));
  await api('POST', '/images/{id}/asset', { params: { id: imageId }, body: { asset_id: id } });
}

async function received(api: Api, type: Asset['type'], kept: KeptFile): Promise<string> {
  const form = new FormData();
  form.set('type', type === 'outfit' ? 'virtual-try-on-outfit' : 'reference');
  form.set('file', kept.file, kept.file.name);
  const { id } = await api('POST', '/images', { form });
  await keepImageId(kept, id);
  return id;
}

import { ApiError } from '@atelier/client';
import type { Asset } from '@atelier/contract';
import type { Api } from '../../api/call.ts';
import { inTurn } from '../../lib/in-turn.ts';
import { type KeptFile, keepImageId, keptFiles } from '../../lib/kept-files.ts';

/**
 * Uploads the photos that are kept for a draft to an asset, in their order, and tells of each that has arrived, so that
 * it is forgotten. In one tab at a time: two at once would bring a photo twice. Throws what the client throws.
 */
export function uploadPhotos(
  api: Api,
  asset: Pick<Asset, 'id' | 'type'>,
  draft: string,
  onArrived: (kept: KeptFile) => Promise<void>,
): Promise<void> {
  return inTurn(draft, async () => {
    // Read one by one from where they are kept: what is shown does not know what became of them since.
    for (let [next] = await keptFiles(draft); next; [next] = await keptFiles(draft)) {
      await uploadPhoto(api, asset, next);
      await onArrived(next);
    }
  });
}

/**
 * Uploads a photo and links it to an asset, in two steps: where the page is left between a request and its answer, the
 * first step leaves at most an upload that nothing uses, and the second may be done again. In one step the asset would
 * have the photo twice.
 */
async function uploadPhoto(api: Api, { id, type }: Pick<Asset, 'id' | 'type'>, kept: KeptFile): Promise<void> {
  const link = (imageId: string) =>
    api('POST', '/images/{id}/asset', { params: { id: imageId }, body: { asset_id: id } });
  if (kept.imageId !== undefined && (await isFound(link(kept.imageId)))) return;
  await link(await received(api, type, kept));
}

/** False where the service no longer has what a request is about. Throws any other error. */
export async function isFound(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

async function received(api: Api, type: Asset['type'], kept: KeptFile): Promise<string> {
  const form = new FormData();
  form.set('type', type === 'outfit' ? 'virtual-try-on-outfit' : 'reference');
  form.set('file', kept.file, kept.file.name);
  const { id } = await api('POST', '/images', { form });
  await keepImageId(kept, id);
  return id;
}

import { ApiError } from '@atelier/client';
import type { Asset } from '@atelier/contract';
import type { Api } from '../../api/call.ts';
import { inTurn } from '../../lib/in-turn.ts';
import { type KeptFile, keepImageId, keptFiles } from '../../lib/kept-files.ts';

/**
 * Uploads the photos kept for a draft to an asset, in order, and forgets each one that the service has. Only one tab
 * uploads at a time, or a photo would be uploaded twice. Throws the client's errors.
 */
export function uploadPhotos(
  api: Api,
  asset: Pick<Asset, 'id' | 'type'>,
  draft: string,
  onArrived: (kept: KeptFile) => Promise<void>,
): Promise<void> {
  return inTurn(draft, async () => {
    // Read from storage one by one: another tab may have removed some since the page showed them.
    for (let [next] = await keptFiles(draft); next; [next] = await keptFiles(draft)) {
      await uploadPhoto(api, asset, next);
      await onArrived(next);
    }
  });
}

/**
 * Uploads a photo, then links it to an asset. If the page is left after the first request, an unused upload remains.
 * The second request may be repeated; a single combined request would add the photo twice.
 */
async function uploadPhoto(api: Api, { id, type }: Pick<Asset, 'id' | 'type'>, kept: KeptFile): Promise<void> {
  const link = (imageId: string) =>
    api('POST', '/images/{id}/asset', { params: { id: imageId }, body: { asset_id: id } });
  if (kept.imageId !== undefined && (await isFound(link(kept.imageId)))) return;
  await link(await received(api, type, kept));
}

/** False if the service answers that the thing does not exist. Throws any other error. */
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

import { findReferences } from '../assets/references.ts';
import type { Queryable } from '../database/connection.ts';
import { Fault, notFound } from '../fault.ts';
import type { PictureSource } from '../jobs/work-order.ts';
import { findMedia } from '../media/rows.ts';
import type { WorkRequest } from './request.ts';

/**
 * Turns what a request names into pictures the workspace really has. Throws `not_found` for an ID that is missing or
 * somebody else's, and `invalid_source` for a video, or an asset without pictures or of the wrong type.
 */
export async function resolveSources(db: Queryable, workspaceId: string, request: WorkRequest): Promise<PictureSource[]> {
  const { sources, references } = request;
  const media = await findMedia(db, workspaceId, sources.flatMap((source) => source.mediaId ?? []));
  const assetIds = [...sources.flatMap((source) => source.productId ?? []), ...references.map((reference) => reference.assetId)];
  const assets = await findReferences(db, workspaceId, assetIds);

  const fromAsset = (assetId: string, pointer: string, type: 'outfit' | null) => {
    const asset = assets.get(assetId);
    if (!asset) throw notFound('asset', assetId);
    if (type && asset.type !== type) throw new Fault('invalid_source', `${pointer}: the asset ${assetId} is a ${asset.type}; allowed is an ${type}.`);
    const [mediaId] = asset.mediaIds;
    if (!mediaId) throw new Fault('invalid_source', `${pointer}: the asset ${assetId} has no source image; upload one to it first.`);
    return mediaId;
  };

  const pictures = sources.map(({ role, mediaId, url, productId, pointer }): PictureSource => {
    if (productId) return { role, mediaId: fromAsset(productId, pointer, 'outfit'), url: null, pointer };
    if (!mediaId) return { role, mediaId: null, url: url ?? null, pointer };
    const row = media.get(mediaId);
    if (!row) throw notFound('image', mediaId);
    if (row.kind !== 'image') throw new Fault('invalid_source', `${pointer}: ${mediaId} is a ${row.kind}; allowed is an image.`);
    return { role, mediaId, url: null, pointer };
  });
  const further = references.map(({ assetId, pointer }): PictureSource => ({ role: 'reference', mediaId: fromAsset(assetId, pointer, null), url: null, pointer }));
  return [...pictures, ...further];
}

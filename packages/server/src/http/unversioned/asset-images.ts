import { ASSET_UPLOAD_TYPES, ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { linkImage, listImageIds } from '../../assets/images.ts';
import { findAsset, findOwnAsset } from '../../assets/rows.ts';
import { scoreView } from '../../assets/view-score.ts';
import { throughDeadlocks } from '../../database/connection.ts';
import { MissingFault } from '../../fault.ts';
import { findRecord, findRecords, uploadRecord } from '../../jobs/records.ts';
import { addressesFor, type PictureRoom } from '../room.ts';
import { route } from '../route.ts';
import { findPicture } from './find-picture.ts';
import { receiveUpload } from './receive-upload.ts';

/** The images of assets. */
export function addAssetImageRoutes(app: FastifyInstance, room: PictureRoom): void {
  route(app, room, ENDPOINTS.listAssetImages, async ({ workspace, params, query, request }) => {
    if (!(await findAsset(room.db, workspace.id, params.id))) throw new MissingFault('asset', params.id);
    const ids = await listImageIds(room.db, params.id, query.for_training ?? false);
    return [...(await findRecords(room.db, workspace.id, ids, addressesFor(room, request))).values()];
  });

  route(app, room, ENDPOINTS.linkImageToAsset, async ({ workspace, params, body, request }) => {
    const picture = await findPicture(room.db, workspace.id, params.id, '/id');
    const asset = await findOwnAsset(room.db, workspace.id, body.asset_id);
    const bytes = await room.store.read(picture.storage_key);
    if (!bytes) throw new MissingFault('image', params.id);
    const link = {
      assetId: asset.id,
      mediaId: picture.id,
      forTraining: true,
      viewScore: await scoreView(bytes, picture.file_name),
    };
    await throughDeadlocks(() =>
      room.db.transaction().execute((transaction) => linkImage(transaction, link, room.clock.now())),
    );
    const record = await findRecord(room.db, workspace.id, params.id, addressesFor(room, request));
    if (!record) throw new MissingFault('image', params.id);
    return record;
  });
}

/** `POST /assets/{id}/images`: the one route of assets whose body is a form. */
export function addUploadAssetImage(app: FastifyInstance, room: PictureRoom): void {
  route(app, room, ENDPOINTS.uploadAssetImage, async ({ workspace, params, request }) => {
    const asset = await findOwnAsset(room.db, workspace.id, params.id);
    const media = await receiveUpload(room, workspace, request, {
      types: ASSET_UPLOAD_TYPES,
      fallback: asset.type === 'outfit' ? 'virtual-try-on-outfit' : 'training',
      link: async (picture, fileName) => {
        const viewScore = await scoreView(picture.file.path, fileName);
        return (transaction, { id }) =>
          linkImage(transaction, { assetId: asset.id, mediaId: id, forTraining: true, viewScore }, room.clock.now());
      },
    });
    return {
      ...uploadRecord(media, addressesFor(room, request)),
      is_asset_reference: true,
      assets: [{ id: asset.id }],
    };
  });
}

import { ASSET_UPLOAD_TYPES, CHARACTERISTICS_BYTES_MAX, ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { assetView, findAsset, insertAsset, linkImage } from '../../assets/rows.ts';
import { Fault, notFound } from '../../fault.ts';
import { uploadRecord } from '../../jobs/records.ts';
import { addressesFor, type HttpRoom } from '../room.ts';
import { route } from '../route.ts';
import { receiveUpload } from './receive-upload.ts';

/** `POST /assets` */
export function addCreateAsset(app: FastifyInstance, room: HttpRoom): void {
  route(app, room, ENDPOINTS.createAsset, async ({ workspace, body, request }) => {
    const bytes = Buffer.byteLength(JSON.stringify(body.characteristics ?? {}));
    if (bytes > CHARACTERISTICS_BYTES_MAX) {
      throw new Fault('invalid_request', `/characteristics has ${bytes} bytes; allowed are ${CHARACTERISTICS_BYTES_MAX}.`);
    }
    return assetView(await insertAsset(room.db, workspace.id, body, room.clock.now()), addressesFor(room, request));
  });
}

/** `POST /assets/{id}/images` */
export function addUploadAssetImage(app: FastifyInstance, room: HttpRoom): void {
  route(app, room, ENDPOINTS.uploadAssetImage, async ({ workspace, params, request }) => {
    const asset = await findAsset(room.db, workspace.id, params.id);
    if (!asset) throw notFound('asset', params.id);
    if (asset.workspace_id === null) throw new Fault('forbidden', 'Assets of the shared library are read-only.');
    const fallback = asset.type === 'outfit' ? 'virtual-try-on-outfit' : 'training';
    const media = await receiveUpload(room, workspace.id, request, {
      types: ASSET_UPLOAD_TYPES,
      fallback,
      link: (transaction, row) => linkImage(transaction, asset.id, row.id, true, room.clock.now()),
    });
    return { ...uploadRecord(media, addressesFor(room, request)), is_asset_reference: true, assets: [{ id: asset.id }] };
  });
}

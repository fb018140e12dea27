import { ENDPOINTS, UPLOAD_BYTES_MAX } from '@atelier/contract';
import {
  type AssetImageRow,
  assetImageView,
  findAssetImages,
  findImageOfSource,
  isKnownSource,
  unlinkImage,
} from '../../assets/images.ts';
import { BY_CREATION, listAssets } from '../../assets/list.ts';
import { productView, saveProduct } from '../../assets/products.ts';
import { findOwnAsset } from '../../assets/rows.ts';
import { inTransaction } from '../../database/connection.ts';
import type { PageRange } from '../../database/page.ts';
import { Fault, MissingFault } from '../../fault.ts';
import { idsOf } from '../../ids.ts';
import { MediaRejection } from '../../media/rejection.ts';
import { findMedia } from '../../media/rows.ts';
import { readPage } from '../cursor.ts';
import { endOfWait, type HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { linkTo, storeReceived, uploadTypeOf } from '../store-received.ts';
import { checkCharacteristics } from '../validation.ts';

/** Products by SKU. */
export function addProductRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.saveProduct, async ({ workspace, body, addressOf, reply }) => {
    if (body.options) checkCharacteristics('/options', body.options);
    const { outcome, asset } = await saveProduct(room.db, workspace.id, body, room.clock.now());
    const images = await findAssetImages(room.db, [asset.id]);
    const product = productView(asset, images.get(asset.id) ?? [], addressOf);
    return reply.code(outcome === 'created' ? 201 : 200).send({ outcome, product });
  });

  route(ENDPOINTS.listProducts, async ({ workspace, query, addressOf }) => {
    const filter = { type: 'outfit', presetClass: null, search: null, scope: 'own', sku: query.sku } as const;
    const read = (page: PageRange) => listAssets(room.db, workspace.id, filter, page);
    const { items, page_info } = await readPage('products', filter, query, read, BY_CREATION);
    const images = await findAssetImages(room.db, idsOf(items));
    return { products: items.map((row) => productView(row, images.get(row.id) ?? [], addressOf)), page_info };
  });

  route(ENDPOINTS.removeAssetImage, async ({ workspace, params }) => {
    const { id } = await findOwnAsset(room.db, workspace.id, params.id);
    const image = (await findMedia(room.db, workspace.id, [params.image_id])).get(params.image_id);
    if (!image) throw new MissingFault('image', params.image_id);
    await inTransaction(room.db, (transaction) => unlinkImage(transaction, id, image.id, room.clock.now()));
  });

  route(ENDPOINTS.addAssetImage, async ({ workspace, params, body, request, reply, addressOf }) => {
    const asset = await findOwnAsset(room.db, workspace.id, params.id);
    const { url, source = url, view } = body;
    const answer = (status: number, image: AssetImageRow) => reply.code(status).send(assetImageView(image, addressOf));
    const known = await findImageOfSource(room.db, asset.id, source);
    if (known) return answer(200, known);
    let status = 201;
    try {
      const file = await room.intake.receive(await room.fetchRemote(url, endOfWait(room, reply)), UPLOAD_BYTES_MAX);
      const received = { file, fileName: nameIn(url), uploadType: uploadTypeOf(asset), bytesMax: UPLOAD_BYTES_MAX };
      await storeReceived(room, workspace, request, received, linkTo(room, asset, { source, view }));
    } catch (error) {
      // Another request has linked one of the same source meanwhile.
      if (isKnownSource(error)) status = 200;
      else throw fetchFault(room, error);
    }
    const image = await findImageOfSource(room.db, asset.id, source);
    if (!image) throw new MissingFault('asset', params.id);
    return answer(status, image);
  });
}

/** The reason why an image could not be fetched and stored; a rejection that may pass is `source_unavailable`. */
function fetchFault({ stopping }: HttpRoom, error: unknown): unknown {
  if (stopping.aborted) return new Fault('unavailable', undefined, { cause: error, retryAfterSeconds: 2 });
  const mayPass = error instanceof MediaRejection && error.mayPass;
  return mayPass ? new Fault('source_unavailable', error.message, { cause: error }) : error;
}

/** The name of the file in an address. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

import { ENDPOINTS, UPLOAD_BYTES_MAX } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Workspace } from '../../accounts/workspaces.ts';
import {
  type AssetImageRow,
  assetImageView,
  findAssetImages,
  findImageOfSource,
  isKnownSource,
  unlinkImage,
} from '../../assets/images.ts';
import { listAssets } from '../../assets/list.ts';
import { productView, saveProduct } from '../../assets/products.ts';
import { type AssetRow, findOwnAsset } from '../../assets/rows.ts';
import { inTransaction } from '../../database/connection.ts';
import { Fault, MissingFault } from '../../fault.ts';
import { MediaRejection } from '../../media/rejection.ts';
import { findMedia } from '../../media/rows.ts';
import { checkCharacteristics } from '../characteristics.ts';
import { BY_CREATION, creationIn, readPage } from '../cursor.ts';
import { addressesFor, endOfWait, type HttpRoom } from '../room.ts';
import { route } from '../route.ts';
import { linkTo, type SaidOfPicture, storeReceived, uploadTypeOf } from '../store-received.ts';

/** Products by SKU. */
export function addProductRoutes(app: FastifyInstance, room: HttpRoom): void {
  route(app, room, ENDPOINTS.saveProduct, async ({ workspace, body, request, reply }) => {
    if (body.options) checkCharacteristics('/options', body.options);
    const { outcome, asset } = await saveProduct(room.db, workspace.id, body, room.clock.now());
    const images = await findAssetImages(room.db, [asset.id]);
    const product = productView(asset, images.get(asset.id) ?? [], addressesFor(room, request));
    return reply.code(outcome === 'created' ? 201 : 200).send({ outcome, product });
  });

  route(app, room, ENDPOINTS.listProducts, async ({ workspace, query, request }) => {
    const filter = { type: 'outfit', presetClass: null, search: null, scope: 'own', sku: query.sku } as const;
    const read = (limit: number, after: string | null) =>
      listAssets(room.db, workspace.id, filter, limit, creationIn(after));
    const { items, page_info } = await readPage('products', filter, query, read, BY_CREATION);
    const images = await findAssetImages(
      room.db,
      items.map(({ id }) => id),
    );
    const addressOf = addressesFor(room, request);
    return { products: items.map((row) => productView(row, images.get(row.id) ?? [], addressOf)), page_info };
  });

  route(app, room, ENDPOINTS.removeAssetImage, async ({ workspace, params }) => {
    const { id } = await findOwnAsset(room.db, workspace.id, params.id);
    const image = (await findMedia(room.db, workspace.id, [params.image_id])).get(params.image_id);
    if (!image) throw new MissingFault('image', params.image_id);
    await inTransaction(room.db, (transaction) => unlinkImage(transaction, id, image.id, room.clock.now()));
  });

  route(app, room, ENDPOINTS.addAssetImage, async ({ workspace, params, body, request, reply }) => {
    const asset = await findOwnAsset(room.db, workspace.id, params.id);
    const { url, source = url, view } = body;
    const answer = (status: number, image: AssetImageRow) =>
      reply.code(status).send(assetImageView(image, addressesFor(room, request)));
    const known = await findImageOfSource(room.db, asset.id, source);
    if (known) return answer(200, known);
    const said = { source, view };
    const isNew = await fetchOnce(room, { workspace, asset, url, said, request, reply });
    const image = await findImageOfSource(room.db, asset.id, source);
    if (!image) throw new MissingFault('asset', params.id);
    return answer(isNew ? 201 : 200, image);
  });
}

interface FetchedImage {
  readonly workspace: Workspace;
  readonly asset: AssetRow;
  readonly url: string;
  readonly said: SaidOfPicture;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Fetches an image and links it. False where another request has linked one of the same source meanwhile. */
async function fetchOnce(
  room: HttpRoom,
  { workspace, asset, url, said, request, reply }: FetchedImage,
): Promise<boolean> {
  try {
    const body = await room.fetchRemote(url, endOfWait(room, reply));
    const file = await room.intake.receive(body, UPLOAD_BYTES_MAX);
    const received = { file, fileName: nameIn(url), uploadType: uploadTypeOf(asset), bytesMax: UPLOAD_BYTES_MAX };
    await storeReceived(room, workspace, request, received, linkTo(room, asset, said));
    return true;
  } catch (error) {
    if (isKnownSource(error)) return false;
    if (room.stopping.aborted) throw new Fault('unavailable', undefined, { cause: error, retryAfterSeconds: 2 });
    if (error instanceof MediaRejection && error.mayPass)
      throw new Fault('source_unavailable', error.message, { cause: error });
    throw error;
  }
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

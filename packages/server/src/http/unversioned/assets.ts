import { ASSET_LIST_MAX, ASSET_UPLOAD_TYPES, type AssetQuery, ENDPOINTS } from '@atelier/contract';
import { findImageOfSource, isKnownSource } from '../../assets/images.ts';
import { type AssetFilter, BY_CREATION, countAssets, listAssets } from '../../assets/list.ts';
import { measurePicture } from '../../assets/picture-measures.ts';
import {
  assetView,
  changeAsset,
  findOwnAsset,
  insertAsset,
  linkImage,
  listImageIds,
  requireAsset,
} from '../../assets/rows.ts';
import { type AnalysedPicture, suggestPreset } from '../../assets/suggest-preset.ts';
import { scoreView } from '../../assets/view-score.ts';
import { inTransaction, throughDeadlocks } from '../../database/connection.ts';
import { deleteOwn } from '../../database/own-rows.ts';
import type { PageRange } from '../../database/page.ts';
import { MissingFault } from '../../fault.ts';
import { findRecords, requireRecord, uploadRecord } from '../../jobs/records.ts';
import type { MediaRow } from '../../media/rows.ts';
import { readPage } from '../cursor.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { linkTo, uploadTypeOf } from '../store-received.ts';
import { checkCharacteristics, checker } from '../validation.ts';
import { findPicture } from './images.ts';
import { receiveUpload } from './receive-upload.ts';

/** The fields of an upload that imports send. */
const checkImportFields = checker(ENDPOINTS.uploadAssetImage.form);

/** Products, avatars and presets, under `/assets`. */
export function addAssetRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.createAsset, async ({ workspace, body, addressOf }) => {
    checkCharacteristics('/characteristics', body.characteristics);
    return assetView(await insertAsset(room.db, workspace.id, body, room.clock.now()), addressOf);
  });

  route(ENDPOINTS.listAssets, async ({ workspace, query, addressOf }) => {
    const filter = filterOf(query);
    if (!query.paginated) {
      const rows = await listAssets(room.db, workspace.id, filter, { limit: ASSET_LIST_MAX, after: null });
      return rows.map((row) => assetView(row, addressOf));
    }
    const read = (page: PageRange) => listAssets(room.db, workspace.id, filter, page);
    const { items, page_info } = await readPage('assets', filter, query, read, BY_CREATION);
    const counted = await countAssets(room.db, workspace.id, filter);
    return { assets: items.map((row) => assetView(row, addressOf)), page_info, ...counted };
  });

  route(ENDPOINTS.getAsset, async ({ workspace, params, addressOf }) =>
    assetView(await requireAsset(room.db, workspace.id, params.id), addressOf),
  );

  route(ENDPOINTS.changeAsset, async ({ workspace, params, body, addressOf }) => {
    await findOwnAsset(room.db, workspace.id, params.id);
    checkCharacteristics('/characteristics', body.characteristics);
    const { display_image_id: displayId, ...change } = body;
    const display = displayId ? await findPicture(room.db, workspace.id, displayId, '/display_image_id') : null;
    const changes = { ...change, ...(displayId === undefined ? {} : { displayMediaId: display?.id ?? null }) };
    const asset = await changeAsset(room.db, workspace.id, params.id, changes, room.clock.now());
    return assetView(asset, addressOf);
  });

  route(ENDPOINTS.deleteAsset, async ({ workspace, params }) => {
    await findOwnAsset(room.db, workspace.id, params.id);
    await throughDeadlocks(() => deleteOwn(room.db, 'assets', workspace.id, params.id));
  });
}

function filterOf(query: AssetQuery): AssetFilter {
  return {
    type: query.type ?? 'model',
    presetClass: query.preset_class ?? null,
    search: query.search || null,
    scope: query.public_only ? 'public' : query.include_public ? 'all' : 'own',
  };
}

/** The images of assets. */
export function addAssetImageRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.listAssetImages, async ({ workspace, params, query, addressOf }) => {
    await requireAsset(room.db, workspace.id, params.id);
    const ids = await listImageIds(room.db, params.id, query.for_training ?? false);
    return [...(await findRecords(room.db, workspace.id, ids, addressOf)).values()];
  });

  route(ENDPOINTS.linkImageToAsset, async ({ workspace, params, body, addressOf }) => {
    const picture = await findPicture(room.db, workspace.id, params.id, '/id');
    const asset = await findOwnAsset(room.db, workspace.id, body.asset_id);
    const bytes = await room.store.read(picture.storage_key);
    if (!bytes) throw new MissingFault('image', params.id);
    const link = {
      asset_id: asset.id,
      media_id: picture.id,
      for_training: true,
      view_score: await scoreView(bytes, picture.file_name),
    };
    await inTransaction(room.db, (transaction) => linkImage(transaction, link, room.clock.now()));
    return requireRecord(room.db, workspace.id, params.id, addressOf);
  });
}

/** `POST /assets/{id}/images`: the one route of assets whose body is a form. */
export function addUploadAssetImage(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.uploadAssetImage, async ({ workspace, params, request, reply, addressOf }) => {
    const asset = await findOwnAsset(room.db, workspace.id, params.id);
    let source: string | null = null;
    try {
      const media = await receiveUpload(room, workspace, request, {
        types: ASSET_UPLOAD_TYPES,
        fallback: uploadTypeOf(asset),
        link: (fields) => {
          const given = checkImportFields(Object.fromEntries(fields));
          source = given.catalogue_source ?? null;
          return linkTo(room, asset, { source, view: given.catalogue_view });
        },
      });
      const record = uploadRecord(media, addressOf);
      return { ...record, is_asset_reference: true, assets: [{ id: asset.id }] };
    } catch (error) {
      const known =
        source === null || !isKnownSource(error) ? null : await findImageOfSource(room.db, asset.id, source);
      if (!known) throw error;
      const record = await requireRecord(room.db, workspace.id, known.media_id, addressOf);
      return reply.code(200).send(record);
    }
  });
}

/** `POST /assets/analyze-preset`: measures the pictures while the caller waits; free. */
export function addAnalyzePreset(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.analyzePreset, async ({ workspace, body }) => {
    const { image_ids: ids } = body;
    const pictures: MediaRow[] = [];
    // Finds all pictures before it analyses the first, which takes a moment.
    for (const [index, id] of ids.entries())
      pictures.push(await findPicture(room.db, workspace.id, id, `/image_ids/${index}`));
    const analysed: AnalysedPicture[] = [];
    // One after the other: three pictures of 50 megapixels at once would slow every other request.
    for (const [index, picture] of pictures.entries()) {
      const bytes = await room.store.read(picture.storage_key);
      if (!bytes) throw new MissingFault('image', ids[index] ?? '');
      analysed.push({ measures: await measurePicture(bytes), person: await room.findPerson(bytes) });
    }
    return suggestPreset(analysed);
  });
}

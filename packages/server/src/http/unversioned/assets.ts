import {
  ASSET_LIST_MAX,
  type AssetChange,
  type AssetCreation,
  type AssetQuery,
  CHARACTERISTICS_BYTES_MAX,
  ENDPOINTS,
  PAGE_LIMIT_DEFAULT,
} from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { changeAsset } from '../../assets/change.ts';
import { type AssetFilter, type AssetPosition, countAssets, listAssets } from '../../assets/list.ts';
import { assetView, deleteAsset, findAsset, findOwnAsset, insertAsset } from '../../assets/rows.ts';
import { throughDeadlocks } from '../../database/connection.ts';
import { Fault, MissingFault } from '../../fault.ts';
import { isUuid } from '../../ids.ts';
import { cursorsOf, pageOf } from '../cursor.ts';
import { addressesFor, type PictureRoom } from '../room.ts';
import { route } from '../route.ts';
import { findPicture } from './find-picture.ts';

/** Products, avatars and presets, under `/assets`. */
export function addAssetRoutes(app: FastifyInstance, room: PictureRoom): void {
  route(app, room, ENDPOINTS.createAsset, async ({ workspace, body, request }) => {
    checkCharacteristics(body);
    return assetView(await insertAsset(room.db, workspace.id, body, room.clock.now()), addressesFor(room, request));
  });

  route(app, room, ENDPOINTS.listAssets, async ({ workspace, query, request }) => {
    const filter = filterOf(query);
    const addressOf = addressesFor(room, request);
    if (!query.paginated) {
      const rows = await listAssets(room.db, workspace.id, filter, ASSET_LIST_MAX, null);
      return rows.map((row) => assetView(row, addressOf));
    }
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const cursors = cursorsOf('assets', filter);
    const after = positionOf(cursors.decode(query.cursor, isPosition));
    const found = await listAssets(room.db, workspace.id, filter, limit + 1, after);
    const { items, pageInfo } = pageOf(found, limit, (row) => cursors.encode(`${row.created_at.getTime()}.${row.id}`));
    const counted = await countAssets(room.db, workspace.id, filter);
    return { assets: items.map((row) => assetView(row, addressOf)), page_info: pageInfo, ...counted };
  });

  route(app, room, ENDPOINTS.getAsset, async ({ workspace, params, request }) => {
    const asset = await findAsset(room.db, workspace.id, params.id);
    if (!asset) throw new MissingFault('asset', params.id);
    return assetView(asset, addressesFor(room, request));
  });

  route(app, room, ENDPOINTS.changeAsset, async ({ workspace, params, body, request }) => {
    await findOwnAsset(room.db, workspace.id, params.id);
    checkCharacteristics(body);
    const { display_image_id: displayId, ...change } = body;
    const display = displayId ? await findPicture(room.db, workspace.id, displayId, '/display_image_id') : null;
    const changes = { ...change, ...(displayId === undefined ? {} : { displayMediaId: display?.id ?? null }) };
    const asset = await changeAsset(room.db, workspace.id, params.id, changes, room.clock.now());
    return assetView(asset, addressesFor(room, request));
  });

  route(app, room, ENDPOINTS.deleteAsset, async ({ workspace, params, reply }) => {
    await findOwnAsset(room.db, workspace.id, params.id);
    if (!(await throughDeadlocks(() => deleteAsset(room.db, workspace.id, params.id))))
      throw new MissingFault('asset', params.id);
    return reply.code(204).send();
  });
}

function checkCharacteristics({ characteristics }: AssetCreation | AssetChange): void {
  const bytes = Buffer.byteLength(JSON.stringify(characteristics ?? {}));
  if (bytes > CHARACTERISTICS_BYTES_MAX)
    throw new Fault(
      'invalid_request',
      `/characteristics has ${bytes} bytes; allowed are ${CHARACTERISTICS_BYTES_MAX}.`,
    );
}

function filterOf(query: AssetQuery): AssetFilter {
  return {
    type: query.type ?? 'model',
    presetClass: query.preset_class ?? null,
    search: query.search || null,
    scope: query.public_only ? 'public' : query.include_public ? 'all' : 'own',
  };
}

/** The position in a cursor of this list: milliseconds of the creation and the ID of the last asset. */
function positionOf(text: string | null): AssetPosition | null {
  if (text === null) return null;
  const [milliseconds = '', id = ''] = text.split('.');
  return { createdAt: new Date(Number(milliseconds)), id };
}

/** Milliseconds since 1970 and the ID of an asset. */
function isPosition(text: string): boolean {
  const [milliseconds = '', id = '', ...rest] = text.split('.');
  return /^\d{13}$/.test(milliseconds) && isUuid(id) && rest.length === 0;
}

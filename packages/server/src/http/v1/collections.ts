import { ENDPOINTS, PAGE_LIMIT_DEFAULT } from '@atelier/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUuid } from '../../ids.ts';
import {
  type CollectionRow,
  changeCollectionImages,
  collectionView,
  deleteCollection,
  findCollection,
  insertCollection,
  listCollections,
  renameCollection,
} from '../../images/collections.ts';
import { requireImages } from '../../images/rows.ts';
import { cursorsOf, pageOf } from '../cursor.ts';
import { type PictureRoom, thumbnailsFor } from '../room.ts';
import { route } from '../route.ts';

/** Making, reading, filling and deleting collections of images. */
export function addCollectionRoutes(app: FastifyInstance, room: PictureRoom): void {
  const { db, clock } = room;
  const view = (row: CollectionRow, request: FastifyRequest) => collectionView(row, thumbnailsFor(room, request));

  route(app, room, ENDPOINTS.createCollection, async ({ body, workspace, request }) =>
    view(await insertCollection(db, workspace.id, body.name, clock.now()), request),
  );

  route(app, room, ENDPOINTS.listCollections, async ({ query, workspace, request }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const cursors = cursorsOf('collections', null);
    const found = await listCollections(db, workspace.id, limit + 1, cursors.decode(query.cursor, isUuid));
    const { items, pageInfo } = pageOf(found, limit, ({ id }) => cursors.encode(id));
    return { collections: items.map((row) => view(row, request)), page_info: pageInfo };
  });

  route(app, room, ENDPOINTS.getCollection, async ({ params, workspace, request }) =>
    view(await findCollection(db, workspace.id, params.id), request),
  );

  route(app, room, ENDPOINTS.renameCollection, async ({ params, body, workspace, request }) =>
    view(await renameCollection(db, workspace.id, params.id, body.name), request),
  );

  route(app, room, ENDPOINTS.deleteCollection, async ({ params, workspace, reply }) => {
    await deleteCollection(db, workspace.id, params.id);
    return reply.code(204).send();
  });

  route(app, room, ENDPOINTS.changeCollectionImages, async ({ params, body, workspace, request }) => {
    const { id } = await findCollection(db, workspace.id, params.id);
    const { add = [], remove = [] } = body;
    await requireImages(db, workspace.id, add, 'add');
    await requireImages(db, workspace.id, remove, 'remove');
    await db
      .transaction()
      .execute((transaction) => changeCollectionImages(transaction, id, { add, remove }, clock.now()));
    return view(await findCollection(db, workspace.id, id), request);
  });
}

import { ENDPOINTS } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import { deleteOwn } from '../../database/own-rows.ts';
import type { PageRange } from '../../database/page.ts';
import {
  type CollectionRow,
  changeCollectionImages,
  collectionView,
  findCollection,
  insertCollection,
  listCollections,
  renameCollection,
} from '../../images/collections.ts';
import { requireImages } from '../../images/rows.ts';
import { readPage } from '../cursor.ts';
import { type HttpRoom, thumbnailsFor } from '../room.ts';
import type { AddRoute } from '../route.ts';

/** Making, reading, filling and deleting collections of images. */
export function addCollectionRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;
  const view = (row: CollectionRow, request: FastifyRequest) => collectionView(row, thumbnailsFor(room, request));

  route(ENDPOINTS.createCollection, async ({ body, workspace, request }) =>
    view(await insertCollection(db, workspace.id, body.name, clock.now()), request),
  );

  route(ENDPOINTS.listCollections, async ({ query, workspace, request }) => {
    const read = (page: PageRange) => listCollections(db, workspace.id, page);
    const { items, page_info } = await readPage('collections', null, query, read);
    return { collections: items.map((row) => view(row, request)), page_info };
  });

  route(ENDPOINTS.getCollection, async ({ params, workspace, request }) =>
    view(await findCollection(db, workspace.id, params.id), request),
  );

  route(ENDPOINTS.renameCollection, async ({ params, body, workspace, request }) =>
    view(await renameCollection(db, workspace.id, params.id, body.name), request),
  );

  route(ENDPOINTS.deleteCollection, ({ params, workspace }) => deleteOwn(db, 'collections', workspace.id, params.id));

  route(ENDPOINTS.changeCollectionImages, async ({ params, body, workspace, request }) => {
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

import { ENDPOINTS } from '@atelier/contract';
import { deleteOwn } from '../../database/own-rows.ts';
import type { PageRange } from '../../database/page.ts';
import {
  changeCollectionImages,
  collectionView,
  findCollection,
  insertCollection,
  listCollections,
  renameCollection,
} from '../../images/collections.ts';
import { requireImages } from '../../images/rows.ts';
import { readPage } from '../cursor.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';

/** Making, reading, filling and deleting collections of images. */
export function addCollectionRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.createCollection, async ({ body, workspace, thumbnailOf }) =>
    collectionView(await insertCollection(db, workspace.id, body.name, clock.now()), thumbnailOf),
  );

  route(ENDPOINTS.listCollections, async ({ query, workspace, thumbnailOf }) => {
    const read = (page: PageRange) => listCollections(db, workspace.id, page);
    const { items, page_info } = await readPage('collections', null, query, read);
    return { collections: items.map((row) => collectionView(row, thumbnailOf)), page_info };
  });

  route(ENDPOINTS.getCollection, async ({ params, workspace, thumbnailOf }) =>
    collectionView(await findCollection(db, workspace.id, params.id), thumbnailOf),
  );

  route(ENDPOINTS.renameCollection, async ({ params, body, workspace, thumbnailOf }) =>
    collectionView(await renameCollection(db, workspace.id, params.id, body.name), thumbnailOf),
  );

  route(ENDPOINTS.deleteCollection, ({ params, workspace }) => deleteOwn(db, 'collections', workspace.id, params.id));

  route(ENDPOINTS.changeCollectionImages, async ({ params, body, workspace, thumbnailOf }) => {
    const { id } = await findCollection(db, workspace.id, params.id);
    const { add = [], remove = [] } = body;
    await requireImages(db, workspace.id, add, 'add');
    await requireImages(db, workspace.id, remove, 'remove');
    await db
      .transaction()
      .execute((transaction) => changeCollectionImages(transaction, id, { add, remove }, clock.now()));
    return collectionView(await findCollection(db, workspace.id, id), thumbnailOf);
  });
}

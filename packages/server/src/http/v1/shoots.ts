import { ENDPOINTS, exactlyOne, PRODUCT_SELECTIONS, type ShootCreation } from '@atelier/contract';
import { toCredits } from '../../accounts/units.ts';
import { findWorkspace, type Workspace } from '../../accounts/workspaces.ts';
import type { PageRange } from '../../database/page.ts';
import { Fault, MissingFault } from '../../fault.ts';
import { idsOf } from '../../ids.ts';
import { cancelShoot, resumeShoot, retryItems } from '../../shoots/changes.ts';
import { findLook } from '../../shoots/looks.ts';
import { planShoot } from '../../shoots/products.ts';
import { checkRecipe, priceOfPicture } from '../../shoots/request.ts';
import {
  BY_POSITION,
  countItems,
  findItemIds,
  findShoot,
  findShootByKey,
  insertShoot,
  itemView,
  listItems,
  listShoots,
  type ShootRow,
  shootView,
} from '../../shoots/rows.ts';
import { readPage } from '../cursor.ts';
import { jsonDigest } from '../json.ts';
import { idempotencyKeyOf } from '../read-operation.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { refuseViolation } from '../validation.ts';

/** Applying looks to products. */
export function addShootRoutes(route: AddRoute, room: HttpRoom): void {
  addShootCreation(route, room);
  addShootReads(route, room);
  addShootChanges(route, room);
}

function addShootCreation(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.estimateShoot, async ({ body, workspace }) => {
    const { look, plan } = await planFor(room, workspace, body);
    const latest = await findWorkspace(db, workspace.id);
    const { products, unusable, selection, items } = plan;
    return {
      ...{ products, pictures: items.length, price: toCredits(items.length * priceOfPicture(look.recipe)) },
      ...{ balance: toCredits(latest?.balance ?? 0), unusable: [...unusable], selection },
    };
  });

  route(ENDPOINTS.createShoot, async ({ body, workspace, request, reply }) => {
    const key = idempotencyKeyOf(request);
    const claim = key === null ? null : { key, digest: jsonDigest(request.body) };
    const replay = async () => {
      const earlier = claim && (await findShootByKey(db, workspace.id, claim.key));
      if (earlier) reply.header('idempotency-replayed', 'true');
      return earlier && viewOf(room, sameShoot(earlier, claim.digest));
    };
    const repeated = await replay();
    if (repeated) return repeated;
    const { look, plan } = await planFor(room, workspace, body);
    if (plan.items.length === 0) throw noProduct(plan.unusable.map(({ reason }) => reason));
    const own = {
      workspace_id: workspace.id,
      api_key_id: workspace.key.id,
      look_id: look.id,
      look_name: look.name,
      recipe: look.recipe,
      claim,
    };
    const written = { ...own, price: priceOfPicture(look.recipe), items: plan.items };
    const shoot = await insertShoot(db, written, clock.now());
    if (shoot) return viewOf(room, shoot);
    // Another request with the same key has come in between.
    const other = await replay();
    if (!other) throw new Error('a shoot was not written, and no other has its key');
    return other;
  });
}

function noProduct(reasons: readonly string[]): Fault {
  const first = reasons[0] === undefined ? 'the selection is empty' : `the first reason: ${reasons[0]}`;
  return new Fault('invalid_source', `The look can be applied to none of the products; ${first}`);
}

function sameShoot(shoot: ShootRow, digest: Buffer): ShootRow {
  if (shoot.request_hash?.equals(digest)) return shoot;
  throw new Fault(
    'idempotency_conflict',
    'The Idempotency-Key was used for a shoot with another body; use a new key for a new shoot.',
  );
}

async function planFor(room: HttpRoom, workspace: Workspace, body: ShootCreation) {
  refuseViolation(exactlyOne(body, PRODUCT_SELECTIONS));
  const look = await findLook(room.db, workspace.id, body.look_id, '/look_id');
  const avatars = await checkRecipe(room, workspace, look.recipe);
  return { look, plan: await planShoot(room.db, workspace.id, look.recipe, avatars, body) };
}

async function viewOf({ db }: HttpRoom, shoot: ShootRow) {
  const counts = (await countItems(db, [shoot.id])).get(shoot.id);
  if (!counts) throw new Error(`the shoot ${shoot.id} was not counted`);
  return shootView(shoot, counts);
}

function addShootReads(route: AddRoute, room: HttpRoom): void {
  const { db } = room;

  route(ENDPOINTS.listShoots, async ({ query, workspace }) => {
    const { status = null, look_id = null, idempotency_key: request_key = null } = query;
    const filter = { status, look_id, request_key };
    const read = (page: PageRange) => listShoots(db, workspace.id, filter, page);
    const { items, page_info } = await readPage('shoots', { status, lookId: look_id, key: request_key }, query, read);
    const counts = await countItems(db, idsOf(items));
    const shoots = items.flatMap((shoot) => {
      const counted = counts.get(shoot.id);
      return counted ? [shootView(shoot, counted)] : [];
    });
    return { shoots, page_info };
  });

  route(ENDPOINTS.getShoot, async ({ params, workspace }) =>
    viewOf(room, await findShoot(db, workspace.id, params.id)),
  );

  route(ENDPOINTS.listShootItems, async ({ params, query, workspace, addressOf }) => {
    const shoot = await findShoot(db, workspace.id, params.id);
    const status = query.status ?? null;
    const read = (page: PageRange) => listItems(db, shoot.id, status, page);
    const { items, page_info } = await readPage('shoot items', [shoot.id, status], query, read, BY_POSITION);
    return { items: items.map((item) => itemView(item, addressOf)), page_info };
  });
}

function addShootChanges(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.cancelShoot, async ({ params, workspace, request }) => {
    const shoot = await findShoot(db, workspace.id, params.id);
    await cancelShoot(room, shoot.id, clock.now());
    request.log.info({ shoot: shoot.id }, 'a shoot was canceled');
    return viewOf(room, await findShoot(db, workspace.id, params.id));
  });

  route(ENDPOINTS.resumeShoot, async ({ params, workspace }) => {
    const shoot = await findShoot(db, workspace.id, params.id);
    await resumeShoot(db, shoot.id, workspace.key.id);
    return viewOf(room, await findShoot(db, workspace.id, params.id));
  });

  route(ENDPOINTS.retryShootItems, async ({ params, body: { item_ids: ids }, workspace }) => {
    const shoot = await findShoot(db, workspace.id, params.id);
    const found = await findItemIds(db, shoot.id, ids ?? []);
    const missing = ids?.findIndex((id) => !found.has(id)) ?? -1;
    if (missing >= 0) throw new MissingFault('item', ids?.[missing] ?? '', `/item_ids/${missing}`);
    await retryItems(db, shoot.id, ids ?? null, workspace.key.id);
    return viewOf(room, await findShoot(db, workspace.id, params.id));
  });
}

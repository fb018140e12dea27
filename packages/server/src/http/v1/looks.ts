import { ENDPOINTS, type LookRecipe, SHOOT_FIELDS } from '@atelier/contract';
import type { Workspace } from '../../accounts/workspaces.ts';
import { deleteOwn } from '../../database/own-rows.ts';
import type { PageRange } from '../../database/page.ts';
import { Fault } from '../../fault.ts';
import { changeLook, findLook, insertLook, listLooks, lookView, recipeOf } from '../../shoots/looks.ts';
import { bodyOf, checkRecipe, findAvatars, NO_PRODUCT } from '../../shoots/request.ts';
import { readPage } from '../cursor.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { refuseViolation } from '../validation.ts';
import { READ_OPERATION } from './operations.ts';

/** Saving, listing, changing and deleting looks. */
export function addLookRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.createLook, async ({ body: { name, ...fields }, workspace }) => {
    const recipe = recipeOf(fields);
    await checkLook(room, workspace, recipe);
    return lookView(await insertLook(db, workspace.id, { name, recipe }, clock.now()));
  });

  route(ENDPOINTS.listLooks, async ({ query, workspace }) => {
    const { name = null } = query;
    const read = (page: PageRange) => listLooks(db, workspace.id, name, page);
    const { items, page_info } = await readPage('looks', { name }, query, read);
    return { looks: items.map(lookView), page_info };
  });

  route(ENDPOINTS.getLook, async ({ params, workspace }) => lookView(await findLook(db, workspace.id, params.id)));

  route(ENDPOINTS.changeLook, async ({ params, body: { name, ...fields }, workspace }) => {
    const look = await findLook(db, workspace.id, params.id);
    const recipe = recipeOf({ ...look.recipe, ...fields });
    await checkLook(room, workspace, recipe);
    const changed = { id: look.id, name: name ?? look.name, recipe };
    return lookView(await changeLook(db, workspace.id, changed, clock.now()));
  });

  route(ENDPOINTS.deleteLook, ({ params, workspace }) => deleteOwn(db, 'looks', workspace.id, params.id));
}

/** Throws what the operation itself would refuse, under the pointers of a look. */
async function checkLook(room: HttpRoom, workspace: Workspace, recipe: LookRecipe): Promise<void> {
  const { operation, avatar_ids: avatarIds, input } = recipe;
  const filled = SHOOT_FIELDS.find((field) => Object.hasOwn(input, field));
  if (filled)
    throw new Fault('invalid_request', `/input/${filled} is filled in by the shoot; allowed: the other fields.`);
  if (operation === 'virtual_try_on' && avatarIds.length === 0)
    refuseViolation({ pointer: '/avatar_ids', message: 'needs one avatar or more for virtual_try_on; none was given' });
  const [avatar = null] = await findAvatars(room.db, workspace.id, recipe);
  const place = { workspaceId: workspace.id, imageId: '', root: '/input' };
  await READ_OPERATION[operation](room, bodyOf(recipe, { productId: NO_PRODUCT, avatar }), place);
  await checkRecipe(room, workspace, recipe);
}

import {
  DEFAULT_MODELS,
  type GenerateInput,
  type LookRecipe,
  priceOf,
  type VirtualTryOnInput,
} from '@atelier/contract';
import type { Workspace } from '../accounts/workspaces.ts';
import { findReferences, photoOf } from '../assets/rows.ts';
import type { Queryable } from '../database/connection.ts';
import { orderGenerate, orderVirtualTryOn } from '../submission/orders.ts';
import { withOutput } from '../submission/output.ts';
import type { WorkRequest } from '../submission/request.ts';
import { type CheckRoom, checkWork } from '../submission/submit.ts';

/** What differs from picture to picture. */
export interface Subject {
  /** Media ID of the photo of the product. */
  readonly productId: string;
  /** The avatar, and the media ID of its photo; null for a picture without one. */
  readonly avatar: { readonly id: string; readonly mediaId: string } | null;
}

/** The body of the operation for one picture, as a client would send it. */
export function bodyOf(recipe: LookRecipe, subject: Subject): VirtualTryOnInput | GenerateInput {
  return recipe.operation === 'virtual_try_on' ? tryOnBody(recipe, subject) : generateBody(recipe, subject);
}

/** The request for work of one picture. Throws `unsupported_option` for an option that the model does not have. */
export function requestOf(recipe: LookRecipe, subject: Subject): WorkRequest {
  return recipe.operation === 'virtual_try_on'
    ? withOutput(orderVirtualTryOn)(tryOnBody(recipe, subject))
    : withOutput(orderGenerate)(generateBody(recipe, subject));
}

/** Price of one picture, in internal units. */
export function priceOfPicture({ operation, input }: LookRecipe): number {
  return priceOf(input.model ?? DEFAULT_MODELS[operation], input.resolution ?? 'standard');
}

function tryOnBody({ input, scene_id: sceneId }: LookRecipe, { productId, avatar }: Subject): VirtualTryOnInput {
  return {
    ...input,
    ...(avatar ? { person_image_id: avatar.mediaId } : {}),
    outfit_image_ids: [productId],
    ...(sceneId === null ? {} : { asset_ids: [sceneId] }),
  };
}

function generateBody({ input, scene_id: sceneId }: LookRecipe, { productId, avatar }: Subject): GenerateInput {
  const references = [avatar?.id, sceneId].filter((id) => typeof id === 'string');
  return { ...input, outfit_image_ids: [productId], ...(references.length > 0 ? { asset_ids: references } : {}) };
}

/** Stands for the photo of a product in the check of a recipe. */
export const NO_PRODUCT = '00000000-0000-0000-0000-000000000000';

/**
 * The avatars of a recipe with their photos; one null where it has none.
 *
 * - Throws `not_found` for an asset that the workspace may not use.
 * - Throws `invalid_source` for an asset of the wrong type or without a photo.
 */
export async function findAvatars(
  db: Queryable,
  workspaceId: string,
  { avatar_ids: avatarIds, scene_id: sceneId }: LookRecipe,
): Promise<readonly Subject['avatar'][]> {
  const assets = await findReferences(db, workspaceId, [...avatarIds, ...(sceneId === null ? [] : [sceneId])]);
  if (sceneId !== null) photoOf(assets.get(sceneId), sceneId, ['preset'], '/scene_id');
  const avatars = avatarIds.map((id, index) => {
    return { id, mediaId: photoOf(assets.get(id), id, ['model'], `/avatar_ids/${index}`) };
  });
  return avatars.length > 0 ? avatars : [null];
}

/** Throws what would refuse the pictures of a recipe, and resolves to its avatars. Nothing is written. */
export async function checkRecipe(
  room: CheckRoom,
  workspace: Workspace,
  recipe: LookRecipe,
): Promise<readonly Subject['avatar'][]> {
  const avatars = await findAvatars(room.db, workspace.id, recipe);
  const { pictures, ...request } = requestOf(recipe, { productId: NO_PRODUCT, avatar: avatars[0] ?? null });
  const isProduct = ({ role }: { role: string }) => role === 'garment';
  const known = { ...request, pictures: pictures.filter((picture) => !isProduct(picture)) };
  const products = pictures.filter(isProduct).map(({ role, name, pointer }) => {
    return { role, mediaId: name, url: null, pointer };
  });
  await checkWork(room, workspace, known, products);
  return avatars;
}

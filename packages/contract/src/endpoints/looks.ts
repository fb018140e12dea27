import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX, SHOOT_ITEMS_MAX } from '../limits.ts';
import { pageFields } from '../resources/account.ts';
import { Look, LookChange, LookCreation, LookPage } from '../resources/look.ts';
import {
  SHOOT_ITEM_STATUSES,
  SHOOT_STATUSES,
  Shoot,
  ShootCreation,
  ShootEstimate,
  ShootItemPage,
  ShootPage,
} from '../resources/shoot.ts';
import { closed, oneOf, optional, Type, uuid } from '../schema.ts';

const lookParams = closed({ id: uuid('Look ID.') });
const shootParams = closed({ id: uuid('Shoot ID.') });

/** The errors of a look that does not fit the workspace, its assets or its model. */
const RECIPE_ERRORS = [
  'not_found',
  'invalid_source',
  'unsupported_option',
  'model_access_required',
  'plan_limit_exceeded',
] as const;

const LOOK_EXAMPLE = {
  name: 'Studio, white',
  operation: 'virtual_try_on',
  avatar_ids: ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'],
  input: { resolution: 'standard' },
};

const SHOOT_EXAMPLE = { look_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50', skus: ['LS-204', 'LS-205'] };

export const createLook = endpoint({
  id: 'createLook',
  interface: 'v1',
  method: 'POST',
  path: '/v1/looks',
  summary: 'Save a look',
  description: 'A look is a saved style for images of products. The service checks it by the rules of its operation.',
  auth: 'workspace',
  body: LookCreation,
  example: LOOK_EXAMPLE,
  status: 201,
  response: { description: 'The look.', schema: Look },
  errors: [...BODY_ERRORS, ...RECIPE_ERRORS],
});

export const listLooks = endpoint({
  id: 'listLooks',
  interface: 'v1',
  method: 'GET',
  path: '/v1/looks',
  summary: 'List looks, newest first',
  auth: 'workspace',
  query: closed({
    ...pageFields,
    name: optional(Type.String({ maxLength: 200, description: 'Only the look of this name.' })),
  }),
  status: 200,
  response: { description: 'A page of looks.', schema: LookPage },
  errors: ['invalid_request'],
});

export const getLook = endpoint({
  id: 'getLook',
  interface: 'v1',
  method: 'GET',
  path: '/v1/looks/{id}',
  summary: 'Read a look',
  auth: 'workspace',
  params: lookParams,
  status: 200,
  response: { description: 'The look.', schema: Look },
  errors: ['invalid_request', 'not_found'],
});

export const changeLook = endpoint({
  id: 'changeLook',
  interface: 'v1',
  method: 'PATCH',
  path: '/v1/looks/{id}',
  summary: 'Change a look',
  description: 'Replaces the fields in the body. Existing shoots keep the look as it was.',
  auth: 'workspace',
  params: lookParams,
  body: LookChange,
  example: { name: 'Studio, grey' },
  status: 200,
  response: { description: 'The changed look.', schema: Look },
  errors: [...BODY_ERRORS, ...RECIPE_ERRORS],
});

export const deleteLook = endpoint({
  id: 'deleteLook',
  interface: 'v1',
  method: 'DELETE',
  path: '/v1/looks/{id}',
  summary: 'Delete a look',
  description: 'Its shoots stay, and continue.',
  auth: 'workspace',
  params: lookParams,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'not_found'],
});

export const estimateShoot = endpoint({
  id: 'estimateShoot',
  interface: 'v1',
  scope: 'read',
  method: 'POST',
  path: '/v1/shoots/estimate',
  summary: 'Estimate the images and the price of a shoot',
  description: 'Takes the body of a new shoot. Nothing is saved or charged.',
  auth: 'workspace',
  body: ShootCreation,
  example: SHOOT_EXAMPLE,
  status: 200,
  response: { description: 'The estimate.', schema: ShootEstimate },
  errors: [...BODY_ERRORS, ...RECIPE_ERRORS],
});

export const createShoot = endpoint({
  id: 'createShoot',
  interface: 'v1',
  method: 'POST',
  path: '/v1/shoots',
  summary: 'Apply a look to products',
  description: `Makes an image for each usable product, avatar, view and output, at most ${SHOOT_ITEMS_MAX}. The service submits them one after another, and charges each when it submits it. A repeated request with the same Idempotency-Key returns the shoot in its present state.`,
  auth: 'workspace',
  idempotent: true,
  body: ShootCreation,
  example: SHOOT_EXAMPLE,
  status: 201,
  response: { description: 'The shoot.', schema: Shoot },
  errors: [...BODY_ERRORS, ...RECIPE_ERRORS, 'invalid_idempotency_key', 'idempotency_conflict'],
});

export const listShoots = endpoint({
  id: 'listShoots',
  interface: 'v1',
  method: 'GET',
  path: '/v1/shoots',
  summary: 'List shoots, newest first',
  auth: 'workspace',
  query: closed({
    ...pageFields,
    status: optional(oneOf(SHOOT_STATUSES, { description: 'Only shoots with this status.' })),
    look_id: optional(uuid('Only shoots of this look.')),
    idempotency_key: optional(
      Type.String({
        maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
        description: 'Only the shoot of the request with this idempotency key.',
      }),
    ),
  }),
  status: 200,
  response: { description: 'A page of shoots.', schema: ShootPage },
  errors: ['invalid_request'],
});

export const getShoot = endpoint({
  id: 'getShoot',
  interface: 'v1',
  method: 'GET',
  path: '/v1/shoots/{id}',
  summary: 'Read a shoot with its counts',
  auth: 'workspace',
  params: shootParams,
  status: 200,
  response: { description: 'The shoot in its present state.', schema: Shoot },
  errors: ['invalid_request', 'not_found'],
});

export const listShootItems = endpoint({
  id: 'listShootItems',
  interface: 'v1',
  method: 'GET',
  path: '/v1/shoots/{id}/items',
  summary: 'List the images of a shoot with their products',
  auth: 'workspace',
  params: shootParams,
  query: closed({
    ...pageFields,
    status: optional(oneOf(SHOOT_ITEM_STATUSES, { description: 'Only items with this status.' })),
  }),
  status: 200,
  response: { description: 'A page of items.', schema: ShootItemPage },
  errors: ['invalid_request', 'not_found'],
});

export const cancelShoot = endpoint({
  id: 'cancelShoot',
  interface: 'v1',
  method: 'POST',
  path: '/v1/shoots/{id}/cancel',
  summary: 'Cancel a shoot',
  description:
    'Cancels and refunds its unfinished jobs. Completed images stay. A shoot that has ended does not change.',
  auth: 'workspace',
  params: shootParams,
  status: 200,
  response: { description: 'The shoot in its present state.', schema: Shoot },
  errors: ['invalid_request', 'not_found'],
});

export const resumeShoot = endpoint({
  id: 'resumeShoot',
  interface: 'v1',
  method: 'POST',
  path: '/v1/shoots/{id}/resume',
  summary: 'Resume a paused shoot',
  description: 'A shoot that is not paused does not change.',
  auth: 'workspace',
  params: shootParams,
  status: 200,
  response: { description: 'The shoot in its present state.', schema: Shoot },
  errors: ['invalid_request', 'not_found'],
});

export const retryShootItems = endpoint({
  id: 'retryShootItems',
  interface: 'v1',
  method: 'POST',
  path: '/v1/shoots/{id}/retry',
  summary: 'Make failed and canceled items again',
  description:
    'The service charges them again; it has refunded their failed jobs. It makes items that the policy blocked again only if `item_ids` names them.',
  auth: 'workspace',
  params: shootParams,
  body: closed({
    item_ids: optional(
      Type.Array(uuid(), {
        minItems: 1,
        maxItems: SHOOT_ITEMS_MAX,
        description: 'Only these items. Absent: all failed and canceled items.',
      }),
    ),
  }),
  example: {},
  status: 200,
  response: { description: 'The shoot in its present state.', schema: Shoot },
  errors: [...BODY_ERRORS, 'not_found'],
});

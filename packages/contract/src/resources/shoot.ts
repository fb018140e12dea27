import { PRODUCT_SEARCH_LENGTH_MAX, SHOOT_PRODUCTS_MAX } from '../limits.ts';
import type { Alternatives } from '../operations/violation.ts';
import { closed, dateTime, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { PageInfo } from './account.ts';
import { JobError, JobResult } from './job.ts';
import { JOB_STATUSES } from './job-status.ts';
import { LookRecipe } from './look.ts';

/** The states of a shoot. `completed` says that nothing is left to do; single items may have failed. */
export const SHOOT_STATUSES = ['running', 'paused', 'completed', 'canceled'] as const;
export type ShootStatus = (typeof SHOOT_STATUSES)[number];

/** States of an item: `waiting` until it becomes a job, then those of the job. */
export const SHOOT_ITEM_STATUSES = ['waiting', ...JOB_STATUSES, 'canceled'] as const;
export type ShootItemStatus = (typeof SHOOT_ITEM_STATUSES)[number];

/** How a request names the products of a shoot. */
export const PRODUCT_SELECTIONS = {
  what: 'selection of products',
  fields: ['product_ids', 'skus', 'search', 'all'],
} as const satisfies Alternatives;

/** Body of a new shoot and of its estimate. */
export const ShootCreation = closed(
  {
    look_id: uuid(),
    product_ids: optional(
      Type.Array(uuid(), { minItems: 1, maxItems: SHOOT_PRODUCTS_MAX, description: 'Asset IDs of products.' }),
    ),
    skus: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: SHOOT_PRODUCTS_MAX,
        description: 'Products of the workspace that have one of these SKUs.',
      }),
    ),
    search: optional(
      Type.String({
        minLength: 1,
        maxLength: PRODUCT_SEARCH_LENGTH_MAX,
        description: 'Products of the workspace with this text in their alias or SKU, in upper or lower case.',
      }),
    ),
    all: optional(Type.Literal(true, { description: 'All products of the workspace.' })),
  },
  { $id: 'ShootCreation', exactlyOneOf: [PRODUCT_SELECTIONS.fields] },
);
export type ShootCreation = Static<typeof ShootCreation>;

/** A product that a look cannot be applied to. */
export const UnusableProduct = open(
  {
    product_id: nullable(uuid(), { description: 'Null if no product has the SKU.' }),
    name: nullable(Type.String()),
    sku: nullable(Type.String()),
    reason: Type.String(),
  },
  { $id: 'UnusableProduct' },
);
export type UnusableProduct = Static<typeof UnusableProduct>;

/** What a shoot would make and cost. Prices are display credits. */
export const ShootEstimate = open(
  {
    products: Type.Integer({ description: 'Products that the shoot would use.' }),
    pictures: Type.Integer(),
    price: Type.Number({ description: 'Price of all images. Images that fail are refunded.' }),
    balance: Type.Number(),
    unusable: Type.Array(UnusableProduct),
    selection: Type.String({ description: 'Digest of the look and the products; equal for the same images.' }),
  },
  { $id: 'ShootEstimate' },
);
export type ShootEstimate = Static<typeof ShootEstimate>;

const count = Type.Integer({ minimum: 0 });

/** A look applied to products. */
export const Shoot = open(
  {
    id: uuid(),
    look_id: nullable(uuid(), { description: 'Null when the look was deleted.' }),
    look_name: Type.String({ description: 'As it was when the shoot began.' }),
    recipe: LookRecipe,
    status: oneOf(SHOOT_STATUSES),
    pause: nullable(open({ code: Type.String(), message: Type.String() }), {
      description: 'Why it is paused. With `insufficient_credits` it continues by itself when the balance suffices.',
    }),
    items: open(
      {
        waiting: count,
        pending: count,
        generating: count,
        completed: count,
        failed: count,
        policy_blocked: count,
        canceled: count,
      } satisfies Record<ShootItemStatus, typeof count>,
      { description: 'Number of items by status.' },
    ),
    item_count: Type.Integer(),
    price: Type.Number({ description: 'Display credits of all images.' }),
    credits_used: Type.Number({ description: 'Display credits that are charged now.' }),
    created_at: dateTime(),
    finished_at: nullable(dateTime()),
  },
  { $id: 'Shoot' },
);
export type Shoot = Static<typeof Shoot>;

/** A page of shoots, newest first. */
export const ShootPage = open({ shoots: Type.Array(Shoot), page_info: PageInfo }, { $id: 'ShootPage' });
export type ShootPage = Static<typeof ShootPage>;

/** One picture of a shoot. The IDs stay when what they name is deleted. */
export const ShootItem = open(
  {
    id: uuid(),
    product_id: uuid(),
    product_name: Type.String(),
    sku: nullable(Type.String()),
    avatar_id: nullable(uuid()),
    view: Type.Integer({ description: 'Which photo of the product, counted from 1.' }),
    status: oneOf(SHOOT_ITEM_STATUSES),
    job_id: nullable(uuid()),
    result: nullable(JobResult),
    error: nullable(JobError),
  },
  { $id: 'ShootItem' },
);
export type ShootItem = Static<typeof ShootItem>;

/** A page of items, in their order. */
export const ShootItemPage = open({ items: Type.Array(ShootItem), page_info: PageInfo }, { $id: 'ShootItemPage' });
export type ShootItemPage = Static<typeof ShootItemPage>;

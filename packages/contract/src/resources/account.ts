import { MODEL_NAMES, OPERATIONS, RESOLUTIONS, SPEEDS } from '../models.ts';
import { nullable, oneOf, open, type Static, Type, uuid } from '../schema.ts';
import { LedgerEntry, PLAN_NAMES } from './workspace.ts';

/** Where a list goes on. */
export const PageInfo = open(
  {
    next_cursor: nullable(Type.String(), { description: 'Opaque; send it as `cursor` with the same filters.' }),
    has_next_page: Type.Boolean(),
    limit: Type.Integer(),
  },
  { $id: 'PageInfo' },
);
export type PageInfo = Static<typeof PageInfo>;

/** The caller's own workspace. */
export const Account = open(
  {
    workspace_id: uuid(),
    name: Type.String(),
    plan: oneOf(PLAN_NAMES),
    sandbox: Type.Boolean(),
    balance: Type.Number({ description: 'Display credits.' }),
    limits: open({
      num_images: Type.Integer({ description: 'Outputs of one request.' }),
      unfinished_jobs: Type.Integer({ description: 'Jobs that may wait or run at once.' }),
      resolutions: Type.Array(oneOf(RESOLUTIONS)),
      requests_per_minute: Type.Integer(),
    }),
    model_access: Type.Array(oneOf(MODEL_NAMES), { description: 'Gated models this workspace may use.' }),
  },
  { $id: 'Account' },
);
export type Account = Static<typeof Account>;

/** A page of the ledger, newest first. */
export const LedgerPage = open({ entries: Type.Array(LedgerEntry), page_info: PageInfo }, { $id: 'LedgerPage' });

/** A model as the caller may use it. */
export const Model = open(
  {
    name: oneOf(MODEL_NAMES),
    operations: Type.Array(oneOf(OPERATIONS)),
    default_for: Type.Array(oneOf(OPERATIONS), { description: 'Operations that use it when a request names no model.' }),
    garments_max: Type.Integer(),
    speeds: Type.Array(oneOf(SPEEDS)),
    aspect_ratios: Type.Array(Type.String()),
    resolutions: Type.Array(oneOf(RESOLUTIONS), { description: "Those the caller's plan has." }),
    prices: open(
      { standard: Type.Number(), high: Type.Number() },
      { description: 'Display credits for one output; of a video, for five seconds.' },
    ),
    gated: Type.Boolean(),
    available: Type.Boolean({ description: 'True when the caller may use it.' }),
  },
  { $id: 'Model' },
);
export type Model = Static<typeof Model>;

/** Every public model. */
export const ModelList = open({ models: Type.Array(Model) });

import { MODEL_NAMES } from '../models.ts';
import { closed, dateTime, filledText, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';

/** Plans a workspace can have. */
export const PLAN_NAMES = ['free', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** The kinds of movements of a balance. */
export const ENTRY_KINDS = ['grant', 'charge', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Largest amount of one grant, in display credits. */
const CREDITS_MAX = 10_000_000;

const startingCredits = () =>
  Type.Number({ minimum: 0, maximum: CREDITS_MAX, description: 'Display credits, at most two decimals.' });

const workspaceName = () => filledText(200);
const modelAccess = () =>
  Type.Array(oneOf(MODEL_NAMES), {
    maxItems: MODEL_NAMES.length,
    description: 'Models with restricted access that this workspace may use.',
  });

/** A workspace as the admin interface shows it. */
export const Workspace = open(
  {
    id: uuid(),
    name: Type.String(),
    plan: oneOf(PLAN_NAMES),
    sandbox: Type.Boolean({ description: 'Its jobs run on the sandbox engine, on a play balance.' }),
    model_access: modelAccess(),
    balance: Type.Number({ description: 'Display credits.' }),
    created_at: dateTime(),
  },
  { $id: 'Workspace' },
);
export type Workspace = Static<typeof Workspace>;

/** Body of `POST /admin/workspaces`. */
export const WorkspaceCreation = closed({
  name: workspaceName(),
  plan: optional(oneOf(PLAN_NAMES, { default: 'pro' })),
  credits: optional(startingCredits()),
  model_access: optional(modelAccess()),
  sandbox: optional(Type.Boolean({ default: false })),
});
export type WorkspaceCreation = Static<typeof WorkspaceCreation>;

/** Body of `PATCH /admin/workspaces/{id}`. */
export const WorkspaceChange = closed(
  { name: optional(workspaceName()), plan: optional(oneOf(PLAN_NAMES)), model_access: optional(modelAccess()) },
  { minProperties: 1 },
);
export type WorkspaceChange = Static<typeof WorkspaceChange>;

/** A new workspace and its first key, which is shown this once. */
export const WorkspaceCreated = open({ workspace: Workspace, api_key: Type.String() });

/** All workspaces, newest first. */
export const WorkspaceList = open({ workspaces: Type.Array(Workspace) });

const movedCredits = () =>
  Type.Number({
    title: `an amount from -${CREDITS_MAX} to ${CREDITS_MAX} other than 0`,
    minimum: -CREDITS_MAX,
    maximum: CREDITS_MAX,
    not: { const: 0 },
    description: 'Display credits, at most two decimals.',
  });

/** Body of `POST /admin/workspaces/{id}/credits`: a positive amount is a grant, a negative one an adjustment. */
export const CreditGrant = closed({ amount: movedCredits(), reason: filledText(500) });

/** One movement of a balance. */
export const LedgerEntry = open(
  {
    id: uuid(),
    kind: oneOf(ENTRY_KINDS),
    amount: Type.Number({ description: 'Signed display credits.' }),
    balance_after: Type.Number({ minimum: 0 }),
    job_id: nullable(uuid()),
    reason: nullable(Type.String()),
    created_at: dateTime(),
  },
  { $id: 'LedgerEntry' },
);
export type LedgerEntry = Static<typeof LedgerEntry>;

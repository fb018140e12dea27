import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../limits.ts';
import { MODEL_NAMES, OPERATIONS, RESOLUTIONS, SPEEDS } from '../models.ts';
import { nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { Key } from './key.ts';
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

/** The query fields of a list in v1: which page to answer with. */
export const pageFields = {
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_LIMIT_MAX,
      default: PAGE_LIMIT_DEFAULT,
      description: 'Most items of a page.',
    }),
  ),
  cursor: optional(Type.String({ maxLength: 200, description: 'next_cursor of the page before.' })),
};

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
      storage_bytes: nullable(Type.Integer(), {
        description: 'Bytes of images and videos that the workspace may hold. Null: no limit.',
      }),
      upload_bytes_per_day: nullable(Type.Integer(), {
        description: 'Bytes that it may upload a day (UTC). Null: no limit.',
      }),
    }),
    storage: open({
      held_bytes: Type.Integer({ description: 'Bytes of its images and videos: uploads and results.' }),
      uploaded_bytes_today: Type.Integer({ description: 'Bytes that it uploaded since 00:00 UTC.' }),
    }),
    model_access: Type.Array(oneOf(MODEL_NAMES), {
      description: 'Models with restricted access that this workspace may use.',
    }),
    key: Key,
  },
  { $id: 'Account' },
);
export type Account = Static<typeof Account>;

/** A page of the ledger, newest first. */
export const LedgerPage = open({ entries: Type.Array(LedgerEntry), page_info: PageInfo }, { $id: 'LedgerPage' });

/** How an engine takes the prompt of an operation. */
export const PROMPT_KINDS = ['free', 'instructions', 'hints', 'none'] as const;
export type PromptKind = (typeof PROMPT_KINDS)[number];

/** The engine that performs an operation of a model now, and its abilities. */
export const OperationEngine = open(
  {
    operation: oneOf(OPERATIONS),
    engine: nullable(Type.String(), {
      description: 'The name in `task` of a job. Null: no engine performs the operation at present.',
    }),
    text_only: Type.Boolean({
      description: 'True if a prompt alone is enough. False: the request needs images or assets.',
    }),
    prompt: oneOf(PROMPT_KINDS, {
      description:
        '`free`: any words. `instructions`: only what the engine understands; other words are refused with `unsupported_option`. `hints`: other words are ignored with a warning, and a video of other words alone is refused. `none`: no prompt is read.',
    }),
    about: Type.String({ description: 'What the engine can do, for people; empty if any prompt works.' }),
    examples: Type.Array(Type.String(), { description: 'Prompts that work.' }),
  },
  { $id: 'OperationEngine' },
);
export type OperationEngine = Static<typeof OperationEngine>;

/** A model as the caller may use it. */
export const Model = open(
  {
    name: oneOf(MODEL_NAMES),
    operations: Type.Array(oneOf(OPERATIONS)),
    default_for: Type.Array(oneOf(OPERATIONS), {
      description: 'Operations that use it when a request names no model.',
    }),
    engines: Type.Array(OperationEngine, { description: 'One entry for each operation, in the same order.' }),
    garments_max: Type.Integer(),
    speeds: Type.Array(oneOf(SPEEDS)),
    aspect_ratios: Type.Array(Type.String()),
    resolutions: Type.Array(oneOf(RESOLUTIONS), { description: "Resolutions that the caller's plan allows." }),
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

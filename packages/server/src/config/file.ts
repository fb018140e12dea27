import fs from 'node:fs';
import path from 'node:path';
import { MODEL_NAMES, NUM_IMAGES_MAX, type PlanName, RESOLUTIONS } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import { DEFAULT_PLANS, type Plan, type Plans } from '../accounts/plans.ts';
import { type EngineSettings, EnginesPart, engineSettings, ModelsPart } from '../engines/settings.ts';
import { DEFAULT_PICTURE_MODERATION, type PictureModeration } from '../moderation/picture-rules.ts';
import type { PromptModeration } from '../moderation/prompt-rules.ts';
import { schemaCheck } from '../schema-check.ts';

/** Name of the file in the working folder that is read where no other is named. */
const DEFAULT_NAME = 'atelier.config.json';

const closed = { additionalProperties: false };
const eachOf = <const V extends readonly string[]>(values: V) =>
  Type.Array(Type.Unsafe<V[number]>({ type: 'string', enum: [...values] }), { uniqueItems: true });

/** What the file may say of one plan; what it leaves out keeps its default. */
const PlanPart = Type.Object(
  {
    num_images: Type.Optional(Type.Integer({ minimum: 1, maximum: NUM_IMAGES_MAX })),
    unfinished_jobs: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    resolutions: Type.Optional(eachOf(RESOLUTIONS)),
    requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    models: Type.Optional(eachOf(MODEL_NAMES)),
  },
  closed,
);
type PlanPart = Static<typeof PlanPart>;

const plan = Type.Optional(PlanPart);
const words = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 10_000 }));
const share = Type.Optional(Type.Number({ minimum: 0.1, maximum: 1 }));
const ModerationPart = Type.Object(
  {
    prompts: Type.Optional(Type.Boolean()),
    block: words,
    allow: words,
    pictures: Type.Optional(Type.Boolean()),
    explicit_score: share,
    bare_share: share,
  },
  closed,
);

const FileSchema = Type.Object(
  {
    plans: Type.Optional(Type.Object({ free: plan, pro: plan, enterprise: plan }, closed)),
    moderation: Type.Optional(ModerationPart),
    engines: Type.Optional(EnginesPart),
    models: Type.Optional(ModelsPart),
  },
  closed,
);
const check = schemaCheck(FileSchema);

/** What an operator sets in a file because it is more than a line: complete, with the defaults filled in. */
export interface ConfigFile {
  readonly plans: Plans;
  readonly moderation: { readonly prompts: PromptModeration; readonly pictures: PictureModeration };
  readonly engines: EngineSettings;
}

/**
 * Reads the file `name`; for an empty name, `atelier.config.json` of the working folder where there is one.
 * Throws an Error that says what is wrong with it.
 */
export function readConfigFile(name: string): ConfigFile {
  const file = path.resolve(name || DEFAULT_NAME);
  if (name === '' && !fs.existsSync(file)) return withDefaults({});
  const checked = check(parsed(fs.readFileSync(file, 'utf8'), file));
  if (!checked.ok) throw new Error(`${file}: ${checked.problem}`);
  try {
    return withDefaults(checked.value);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function withDefaults({ plans = {}, moderation = {}, engines, models }: Static<typeof FileSchema>): ConfigFile {
  const planOf = (name: PlanName): Plan => changed(DEFAULT_PLANS[name], plans[name] ?? {});
  const { prompts = true, block = [], allow = [], pictures = DEFAULT_PICTURE_MODERATION.enabled } = moderation;
  const { explicit_score: explicit = DEFAULT_PICTURE_MODERATION.explicit } = moderation;
  const { bare_share: bare = DEFAULT_PICTURE_MODERATION.bare } = moderation;
  return {
    plans: { free: planOf('free'), pro: planOf('pro'), enterprise: planOf('enterprise') },
    moderation: { prompts: { enabled: prompts, block, allow }, pictures: { enabled: pictures, explicit, bare } },
    engines: engineSettings(engines, models),
  };
}

function changed(plan: Plan, part: PlanPart): Plan {
  return {
    name: plan.name,
    numImagesMax: part.num_images ?? plan.numImagesMax,
    unfinishedJobsMax: part.unfinished_jobs ?? plan.unfinishedJobsMax,
    resolutions: part.resolutions ?? plan.resolutions,
    requestsPerMinute: part.requests_per_minute ?? plan.requestsPerMinute,
    models: part.models ?? plan.models,
  };
}

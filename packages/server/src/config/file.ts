import fs from 'node:fs';
import path from 'node:path';
import type { PlanName } from '@atelier/contract';
import { DEFAULT_PLANS, type Plan, type Plans } from '../accounts/plans.ts';
import { type EngineSettings, engineSettings } from '../engines/settings.ts';
import { DEFAULT_PICTURE_MODERATION, type PictureModeration } from '../moderation/picture-rules.ts';
import type { PromptModeration } from '../moderation/prompt-rules.ts';
import type { FileContent } from './file-schema.ts';

/** Name of the file in the working folder that is read where no other is named. */
const DEFAULT_NAME = 'atelier.config.json';

/** The operator's settings that need more than a line, complete with the defaults. */
export interface ConfigFile {
  readonly plans: Plans;
  readonly moderation: { readonly prompts: PromptModeration; readonly pictures: PictureModeration };
  readonly engines: EngineSettings;
}

/**
 * Reads the file `name`; for an empty name, `atelier.config.json` of the working folder where there is one.
 * Rejects with an Error that says what is wrong with it.
 */
export async function readConfigFile(name: string): Promise<ConfigFile> {
  const file = path.resolve(name || DEFAULT_NAME);
  if (name === '' && !fs.existsSync(file)) return withDefaults({});
  const content = parsed(fs.readFileSync(file, 'utf8'), file);
  // Loaded here: a start without a file has its database on its way before any schema is loaded.
  const { checkFile } = await import('./file-schema.ts');
  const checked = checkFile(content);
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

function withDefaults({ plans = {}, moderation = {}, engines, models }: FileContent): ConfigFile {
  const planOf = (name: PlanName): Plan => ({ ...DEFAULT_PLANS[name], ...plans[name] });
  const { prompts = true, block = [], allow = [], pictures = DEFAULT_PICTURE_MODERATION.enabled } = moderation;
  const { explicit_score: explicit = DEFAULT_PICTURE_MODERATION.explicit } = moderation;
  const { bare_share: bare = DEFAULT_PICTURE_MODERATION.bare } = moderation;
  return {
    plans: { free: planOf('free'), pro: planOf('pro'), enterprise: planOf('enterprise') },
    moderation: { prompts: { enabled: prompts, block, allow }, pictures: { enabled: pictures, explicit, bare } },
    engines: engineSettings(engines, models),
  };
}

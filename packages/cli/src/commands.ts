import type { Command } from './command.ts';
import { account } from './commands/account.ts';
import { assets } from './commands/assets.ts';
import { batch } from './commands/batch.ts';
import { completionOf } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { credits } from './commands/credits.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { engines } from './commands/engines.ts';
import { jobs } from './commands/jobs.ts';
import { keys } from './commands/keys.ts';
import { mcp } from './commands/mcp.ts';
import { models } from './commands/models.ts';
import { operations } from './commands/operations.ts';
import { serve } from './commands/serve.ts';
import { upload } from './commands/upload.ts';
import { workspaces } from './commands/workspaces.ts';

const OTHERS: readonly Command[] = [
  serve,
  demo,
  ...operations,
  batch,
  upload,
  ...jobs,
  ...assets,
  models,
  account,
  mcp,
  ...workspaces,
  ...keys,
  ...credits,
  ...engines,
  config,
  doctor,
];

/** Every command, in the order help texts list them. */
export const COMMANDS: readonly Command[] = [...OTHERS, completionOf(OTHERS)];

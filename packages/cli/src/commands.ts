import type { Command } from './command.ts';
import { config } from './commands/config.ts';
import { credits } from './commands/credits.ts';
import { demo } from './commands/demo.ts';
import { engines } from './commands/engines.ts';
import { jobs } from './commands/jobs.ts';
import { keys } from './commands/keys.ts';
import { serve } from './commands/serve.ts';
import { tryOn } from './commands/try-on.ts';
import { upload } from './commands/upload.ts';
import { workspaces } from './commands/workspaces.ts';

/** Every command, in the order help texts list them. */
export const COMMANDS: readonly Command[] = [
  serve,
  demo,
  tryOn,
  upload,
  ...jobs,
  ...workspaces,
  ...keys,
  ...credits,
  ...engines,
  config,
];

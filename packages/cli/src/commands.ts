import type { Command } from './command.ts';
import { account } from './commands/account.ts';
import { assets } from './commands/assets.ts';
import { batch } from './commands/batch.ts';
import { catalogueImport } from './commands/catalogue-import.ts';
import { catalogueShoot } from './commands/catalogue-shoot.ts';
import { completionOf } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { credits } from './commands/credits.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { engines } from './commands/engines.ts';
import { exportCollection } from './commands/export.ts';
import { jobs } from './commands/jobs.ts';
import { keys } from './commands/keys.ts';
import { looks } from './commands/looks.ts';
import { mcp } from './commands/mcp.ts';
import { models } from './commands/models.ts';
import { operations } from './commands/operations.ts';
import { serve } from './commands/serve.ts';
import { upload } from './commands/upload.ts';
import { usage } from './commands/usage.ts';
import { webhooks } from './commands/webhooks.ts';
import { workspaces } from './commands/workspaces.ts';

/** Commands that belong together, as help texts show them. */
export interface Section {
  readonly title: string;
  readonly commands: readonly Command[];
}

const BEFORE: readonly Section[] = [
  { title: 'Begin', commands: [demo, serve, doctor, config] },
  { title: 'Make images and videos', commands: [...operations, batch, mcp] },
  {
    title: 'Jobs, images and products',
    commands: [
      ...jobs,
      upload,
      ...assets,
      ...looks,
      catalogueImport,
      catalogueShoot,
      exportCollection,
      models,
      account,
    ],
  },
  { title: 'Keys, usage and webhooks', commands: [...keys, usage, ...webhooks] },
  { title: 'Administer the service (with the admin key)', commands: [...workspaces, ...credits, ...engines] },
];

const completion = completionOf(BEFORE.flatMap(({ commands }) => commands));

/** Every command, in the order help texts list them. */
export const SECTIONS: readonly Section[] = [...BEFORE, { title: 'In your shell', commands: [completion] }];

/** The same without sections. */
export const COMMANDS: readonly Command[] = SECTIONS.flatMap(({ commands }) => commands);

import { Atelier } from '@atelier/client';
import { type Command, EXIT, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { progressLine } from '../progress.ts';

/** `atelier job` */
export const job: Command = {
  name: 'job',
  summary: 'Read a job, or follow it to its end with --wait.',
  positionals: '<id>',
  options: { ...CONNECTION_OPTIONS, wait: { type: 'boolean', summary: 'Follow it to its end.' } },
  async run(invocation) {
    const [id] = invocation.positionals;
    if (!id) throw new UsageError('the ID of a job is needed');
    const client = new Atelier(await workspaceConnection(invocation));
    const progress = progressLine();
    const found = invocation.flag('wait')
      ? await client.waitFor(id, { intervalMs: 500, onLook: progress.show })
      : await client.job(id);
    progress.end();
    process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    return found.status === 'failed' || found.status === 'policy_blocked' ? EXIT.failed : EXIT.ok;
  },
};

import { Atelier } from '@atelier/client';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { present, table } from '../output.ts';

/** `atelier models` */
export const models: Command = {
  name: 'models',
  summary: 'List the models: what each does, takes and costs.',
  details: 'Prices are credits for one output; of a video, for five seconds. A star marks what an operation uses by itself.',
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const all = await new Atelier(await workspaceConnection(invocation)).models();
    present(invocation, { models: all }, () =>
      table(all, {
        name: ({ name }) => name,
        operations: ({ operations, default_for: defaults }) =>
          operations.map((operation) => `${operation}${defaults.includes(operation) ? '*' : ''}`).join(', '),
        garments: ({ garments_max: garments }) => garments || '',
        speeds: ({ speeds }) => speeds.join(', '),
        standard: ({ prices }) => prices.standard,
        high: ({ prices, resolutions }) => (resolutions.includes('high') ? prices.high : 'not in the plan'),
        access: ({ available, gated }) => (available ? 'yes' : gated ? 'on request' : 'not in the plan'),
      }),
    );
    return EXIT.ok;
  },
};

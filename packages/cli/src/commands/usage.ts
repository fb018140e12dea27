import { Atelier } from '@atelier/client';
import { USAGE_GROUPINGS, type Usage, type UsageGroup } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { momentOption } from '../moments.ts';
import { countText, creditsText, present, table } from '../output.ts';

/** `atelier usage` */
export const usage: Command = {
  name: 'usage',
  summary: 'Show what jobs cost, by key, operation, model, look, product or day.',
  details: 'The API key needs the scope manage. A day begins at midnight UTC.',
  examples: ['usage --by key', 'usage --by product --from 2026-11-01 --to 2026-12-01 --csv'],
  options: {
    by: {
      type: 'string',
      value: 'GROUP',
      values: USAGE_GROUPINGS,
      summary: `What to group by: ${USAGE_GROUPINGS.join(', ')} (day).`,
    },
    from: { type: 'string', value: 'TIME', summary: 'First day or moment (the start of the month).' },
    to: { type: 'string', value: 'TIME', summary: 'First day or moment that no longer counts (now).' },
    csv: { type: 'boolean', summary: 'Print CSV.' },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    if (invocation.flag('csv') && invocation.flag('json'))
      throw new UsageError('--csv and --json are two forms of the output; give only one');
    const client = new Atelier(await workspaceConnection(invocation));
    const span = { ...momentOf(invocation, 'from'), ...momentOf(invocation, 'to') };
    const query = { group_by: USAGE_GROUPINGS.find((each) => each === invocation.text('by')), ...span };
    if (invocation.flag('csv')) process.stdout.write(await client.usageCsv(query));
    else present(invocation, await client.usage(query), inWords);
    return EXIT.ok;
  },
};

function momentOf(invocation: Invocation, option: 'from' | 'to'): Partial<Record<'from' | 'to', string>> {
  return invocation.text(option) === undefined ? {} : { [option]: momentOption(invocation, option) };
}

function inWords({ groups, total, from, to, group_by }: Usage): string {
  const sum = `${countText(total.jobs, 'job')} from ${from} to ${to}: ${creditsText(total.credits)}`;
  if (groups.length === 0) return sum;
  const columns = {
    [group_by]: ({ id, name }: UsageGroup) => name ?? id ?? '(none)',
    ...(group_by === 'product' ? { sku: ({ sku }: UsageGroup) => sku } : {}),
    jobs: ({ jobs }: UsageGroup) => jobs,
    completed: ({ completed }: UsageGroup) => completed,
    failed: ({ failed }: UsageGroup) => failed,
    blocked: ({ policy_blocked }: UsageGroup) => policy_blocked,
    refunded: ({ credits_refunded }: UsageGroup) => credits_refunded,
    credits: ({ credits }: UsageGroup) => credits,
  };
  return `${table(groups, columns)}\n${sum}`;
}

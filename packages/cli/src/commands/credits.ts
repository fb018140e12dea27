import type { LedgerEntry } from '@atelier/contract';
import { administer } from '../administer.ts';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS } from '../connection.ts';
import { numberOf } from '../numbers.ts';
import { present } from '../output.ts';

const grant: Command = {
  name: 'credits grant',
  summary: 'Grant credits to a workspace, or take them back.',
  positionals: ['workspace'],
  options: {
    ...CONNECTION_OPTIONS,
    amount: { type: 'string', value: 'NUMBER', summary: 'Display credits, at most two decimals; --amount=-5 takes five back.' },
    reason: { type: 'string', summary: 'Why; stands in the ledger (by hand).' },
  },
  async run(invocation) {
    const path = `/admin/workspaces/${encodeURIComponent(invocation.positional('workspace'))}/credits`;
    const body = { amount: numberOf(invocation, 'amount'), reason: invocation.text('reason') ?? 'by hand' };
    const entry = await administer<LedgerEntry>(invocation, 'POST', path, body);
    present(invocation, entry, ({ kind, amount, balance_after }) => `${kind} of ${amount}; the balance is ${balance_after}`);
    return EXIT.ok;
  },
};

/** `atelier credits …` */
export const credits: readonly Command[] = [grant];

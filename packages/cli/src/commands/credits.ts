import type { LedgerEntry } from '@atelier/contract';
import { administer } from '../administer.ts';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS } from '../connection.ts';
import { idOf } from '../ids.ts';
import { numberOf } from '../numbers.ts';
import { present } from '../output.ts';

const grant: Command = {
  name: 'credits grant',
  summary: 'Grant credits to a workspace, or take them back.',
  positionals: ['workspace'],
  options: {
    ...CONNECTION_OPTIONS,
    amount: {
      type: 'string',
      value: 'NUMBER',
      summary: 'Credits, with at most two decimals; --amount=-5 takes five back.',
    },
    reason: { type: 'string', summary: 'The reason that the ledger shows (by hand).' },
  },
  async run(invocation) {
    const path = `/admin/workspaces/${idOf(invocation, 'workspace')}/credits`;
    const body = { amount: numberOf(invocation, 'amount'), reason: invocation.text('reason') ?? 'by hand' };
    const entry = await administer<LedgerEntry>(invocation, 'POST', path, body);
    present(
      invocation,
      entry,
      ({ kind, amount, balance_after }) => `${kind} of ${amount}; the balance is ${balance_after}`,
    );
    return EXIT.ok;
  },
};

/** `atelier credits …` */
export const credits: readonly Command[] = [grant];

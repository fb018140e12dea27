import { ERRORS, type LedgerEntry } from '@atelier/contract';
import { sql } from 'kysely';
import { columns, rowsOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { ListOrder, PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { toCredits } from './units.ts';

/** One movement of a balance, in signed internal units. Charges and refunds have a job. */
export type Movement = Pick<Row<'ledger_entries'>, 'kind' | 'amount' | 'job_id' | 'reason'>;

/** Columns of an entry as it stands in the ledger; amounts in internal units. */
const ENTRY_COLUMNS = ['id', 'kind', 'amount', 'balance_after', 'job_id', 'reason', 'created_at'] as const;
type EntryRow = Pick<Row<'ledger_entries'>, (typeof ENTRY_COLUMNS)[number]>;

/**
 * Moves the balance and enters the movement, by `enter_movements` of `ledger.sql`. Submissions call that function for
 * their charges, within `submit_works`. Throws `insufficient_credits` when the balance would fall below zero, and then
 * enters nothing.
 */
export async function enterMovement(
  db: Queryable,
  workspaceId: string,
  movement: Movement,
  now: Date,
): Promise<LedgerEntry> {
  const row = { id: newId(), workspace_id: workspaceId, ...movement, created_at: now };
  const { rows } = await sql<EntryRow>`
    select ${columns(ENTRY_COLUMNS)} from enter_movements(${rowsOf('ledger_entries', [row])})`.execute(db);
  const [entered] = rows;
  if (!entered) throw await insufficient(db, workspaceId, -movement.amount);
  return view(entered);
}

async function insufficient(db: Queryable, workspaceId: string, needed: number): Promise<Fault> {
  const row = await db.selectFrom('workspaces').select('balance').where('id', '=', workspaceId).executeTakeFirst();
  return insufficientCredits(needed, row?.balance ?? 0);
}

/** The Fault `insufficient_credits` with the needed and the present amount, in internal units. */
export function insufficientCredits(needed: number, balance: number): Fault {
  return new Fault(
    'insufficient_credits',
    `This needs ${toCredits(needed)} credits; the balance is ${toCredits(balance)}. ${ERRORS.insufficient_credits.advice}`,
  );
}

/** The order of the ledger. */
export const BY_SEQUENCE: ListOrder<Pick<Row<'ledger_entries'>, 'sequence'>> = {
  positionOf: ({ sequence }) => String(sequence),
  isPosition: (text) => /^\d{1,15}$/.test(text),
};

/** Entries of a workspace, newest first, by positions of {@link BY_SEQUENCE}. Index: ledger_entries_by_workspace. */
export async function listEntries(
  db: Queryable,
  workspaceId: string,
  { limit, after }: PageRange,
): Promise<(LedgerEntry & { sequence: number })[]> {
  const entries = db.selectFrom('ledger_entries').select(['sequence', ...ENTRY_COLUMNS]);
  const own = entries.where('workspace_id', '=', workspaceId);
  const older = after === null ? own : own.where('sequence', '<', Number(after));
  const rows = await older.orderBy('sequence', 'desc').limit(limit).execute();
  return rows.map(({ sequence, ...row }) => ({ ...view(row), sequence }));
}

function view({ amount, balance_after, created_at, ...row }: EntryRow): LedgerEntry {
  const amounts = { amount: toCredits(amount), balance_after: toCredits(balance_after) };
  return { ...row, ...amounts, created_at: created_at.toISOString() };
}

/**
 * The Fault `key_limit_exceeded` with the needed amount and the rest of the limit of the key, in internal units.
 */
export function overKeyLimit(needed: number, left: number, now: Date): Fault {
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
  return new Fault(
    'key_limit_exceeded',
    `This needs ${toCredits(needed)} credits; the key has ${toCredits(Math.max(0, left))} left of its limit until ${nextMonth}. ${ERRORS.key_limit_exceeded.advice}`,
  );
}

/**
 * Counts the price of a refunded job back to the month in which its key asked for it, where `submit_works` has added
 * it. Index: key_months_pkey.
 */
export async function takeOffKeyMonth(
  db: Queryable,
  { api_key_id, created_at, price }: Pick<Row<'jobs'>, 'api_key_id' | 'created_at' | 'price'>,
): Promise<void> {
  if (api_key_id === null) return;
  await sql`
    update key_months set spent = spent - ${price}
    where api_key_id = ${api_key_id} and month = month_of(${created_at}::timestamptz)`.execute(db);
}

import { type EntryKind, type LedgerEntry, PAGE_LIMIT_DEFAULT } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { toCredits } from './units.ts';

/** One movement to enter: what, how much, for which job. */
export interface Movement {
  readonly kind: EntryKind;
  /** Signed internal units. */
  readonly amount: number;
  /** Set for charges and refunds. */
  readonly jobId: string | null;
  readonly reason: string | null;
}

/** An entry as it stands in the ledger; amounts in internal units. */
interface EntryRow {
  readonly id: string;
  readonly kind: EntryKind;
  readonly amount: number;
  readonly balance_after: number;
  readonly job_id: string | null;
  readonly reason: string | null;
  readonly created_at: Date;
}

/**
 * Moves the balance and enters every movement, in order, each with the balance after it. Must run in a transaction: the
 * workspace's row stays locked until it ends, so entries of one workspace are strictly ordered. Index: workspaces_pkey.
 * Throws `insufficient_credits` when the balance would fall below zero, and nothing is entered.
 */
export async function enter(
  db: Queryable,
  workspaceId: string,
  movements: readonly Movement[],
  now: Date,
): Promise<LedgerEntry[]> {
  const total = movements.reduce((sum, movement) => sum + movement.amount, 0);
  const { rows } = await sql<{ balance: number }>`
    update workspaces set balance = balance + ${total}
    where id = ${workspaceId} and balance + ${total} >= 0
    returning balance`.execute(db);
  const balance = rows[0]?.balance;
  if (balance === undefined) throw await insufficient(db, workspaceId, -total);
  let after = balance - total;
  const entries = movements.map((movement) => {
    after += movement.amount;
    return { ...movement, id: newId(), balanceAfter: after };
  });
  const values = entries.map(
    (entry) =>
      sql`(${entry.id}::uuid, ${workspaceId}::uuid, ${entry.kind}, ${entry.amount}::bigint, ${entry.balanceAfter}::bigint, ${entry.jobId}::uuid, ${entry.reason}, ${now}::timestamptz)`,
  );
  const inserted = await sql<EntryRow>`
    insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
    values ${sql.join(values)}
    returning id, kind, amount, balance_after, job_id, reason, created_at`.execute(db);
  return inserted.rows.map(view);
}

async function insufficient(db: Queryable, workspaceId: string, needed: number): Promise<Fault> {
  const { rows } = await sql<{ balance: number }>`select balance from workspaces where id = ${workspaceId}`.execute(db);
  return insufficientCredits(needed, rows[0]?.balance ?? 0);
}

/** `insufficient_credits`, with what is needed and what is there in internal units. */
export function insufficientCredits(needed: number, balance: number): Fault {
  return new Fault('insufficient_credits', `This needs ${toCredits(needed)} credits; the balance is ${toCredits(balance)}.`);
}

/** Newest entries first, `limit` at most, older than the entry of `before`. Index: ledger_entries_by_workspace. */
export async function listEntries(
  db: Queryable,
  workspaceId: string,
  limit = PAGE_LIMIT_DEFAULT,
  before: number | null = null,
): Promise<(LedgerEntry & { sequence: number })[]> {
  const { rows } = await sql<EntryRow & { sequence: number }>`
    select sequence, id, kind, amount, balance_after, job_id, reason, created_at from ledger_entries
    where workspace_id = ${workspaceId} and (${before}::bigint is null or sequence < ${before}::bigint)
    order by sequence desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...view(row), sequence: row.sequence }));
}

function view(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    kind: row.kind,
    amount: toCredits(row.amount),
    balance_after: toCredits(row.balance_after),
    job_id: row.job_id,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
  };
}

import { type EntryKind, type LedgerEntry, PAGE_LIMIT_DEFAULT } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { toCredits } from './units.ts';

/** One movement of a balance. */
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
 * Moves the balance and enters the movement, by `enter_movements` of `ledger.sql`. Submissions call that function for
 * their charges, within `submit_work`. Throws `insufficient_credits` when the balance would fall below zero; nothing is
 * entered then.
 */
export async function enterMovement(
  db: Queryable,
  workspaceId: string,
  { kind, amount, jobId, reason }: Movement,
  now: Date,
): Promise<LedgerEntry> {
  const { rows } = await sql<EntryRow>`
    select id, kind, amount, balance_after, job_id, reason, created_at from enter_movements(
      ${workspaceId}::uuid, ${kind}, ${amount}::bigint, ${reason}, ${now}::timestamptz, ${[newId()]}::uuid[], ${[jobId]}::uuid[]
    )`.execute(db);
  const [entered] = rows;
  if (!entered) throw await insufficient(db, workspaceId, -amount);
  return view(entered);
}

async function insufficient(db: Queryable, workspaceId: string, needed: number): Promise<Fault> {
  const { rows } = await sql<{ balance: number }>`select balance from workspaces where id = ${workspaceId}`.execute(db);
  return insufficientCredits(needed, rows[0]?.balance ?? 0);
}

/** `insufficient_credits`, with what is needed and what is there in internal units. */
export function insufficientCredits(needed: number, balance: number): Fault {
  return new Fault(
    'insufficient_credits',
    `This needs ${toCredits(needed)} credits; the balance is ${toCredits(balance)}.`,
  );
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

import { sql } from 'kysely';
import { rowsOf } from './columns.ts';
import type { Queryable } from './connection.ts';
import type { Row } from './tables.ts';

/** Lanes of work, one for each engine: a lane full of slow jobs never holds up another. */
export type Lane = typeof EMBEDDED_LANE | typeof SANDBOX_LANE | `engine-${string}`;

/** Where jobs of the embedded engine wait. */
export const EMBEDDED_LANE = 'work';

/** Where jobs of sandbox workspaces wait. */
export const SANDBOX_LANE = 'sandbox';

/** Where jobs of a hosted engine wait. */
export function hostedLane(engine: string): Lane {
  return `engine-${engine}`;
}

/**
 * A holder that gives no sign of life for this long is dead, and its entry is handed out again. It outlasts a process
 * that hangs for some seconds. It is short enough that a job runs again within 20 seconds, also where its next worker
 * dies too.
 */
export const LEASE_SECONDS = 7;

/** An entry that was handed out. */
export interface Hold {
  readonly jobId: string;
  readonly workspaceId: string;
  /** Differs each time an entry is handed out. */
  readonly holder: string;
}

/**
 * Writes entries for jobs of a workspace, by `enqueue_jobs` of `queue.sql`. A job that has one gets a fresh one.
 * Submissions call that function within `submit_works`.
 */
export async function enqueueJobs(
  db: Queryable,
  lane: Lane,
  workspaceId: string,
  jobIds: readonly string[],
): Promise<void> {
  const entries = jobIds.map((jobId) => ({ job_id: jobId, lane, workspace_id: workspaceId }));
  await sql`select enqueue_jobs(${rowsOf('queue_entries', entries)})`.execute(db);
}

/** Gives every entry back, also those of other holders: for a process that knows that no other is alive. */
export async function giveBackAll(db: Queryable): Promise<void> {
  const free = { holder: null, held_until: null };
  await db.updateTable('queue_entries').set(free).where('holder', 'is not', null).execute();
}

/**
 * The entry whose turn it is, now held by `holder`; null where none waits. Entries of the workspaces in `without` are
 * passed over. Index: queue_entries_waiting.
 */
export async function takeEntry(
  db: Queryable,
  lane: Lane,
  holder: string,
  without: readonly string[] = [],
): Promise<Hold | null> {
  const { rows } = await sql<Pick<Row<'queue_entries'>, 'job_id' | 'workspace_id'>>`
    update queue_entries set holder = ${holder}, held_until = now() + ${LEASE_SECONDS} * interval '1 s'
    where job_id = (
      select job_id from queue_entries
      where lane = ${lane} and holder is null and workspace_id <> all (${[...without]}::uuid[])
      order by turn, job_id limit 1 for update skip locked
    )
    returning job_id, workspace_id`.execute(db);
  return rows[0] ? { jobId: rows[0].job_id, workspaceId: rows[0].workspace_id, holder } : null;
}

/** Renews leases; returns the holders that had theirs still. Index: queue_entries_pkey. */
export async function renewEntries(db: Queryable, mine: readonly Hold[]): Promise<Set<string>> {
  const jobIds = mine.map(({ jobId }) => jobId);
  const holders = mine.map(({ holder }) => holder);
  const { rows } = await sql<{ holder: NonNullable<Row<'queue_entries'>['holder']> }>`
    update queue_entries e set held_until = now() + ${LEASE_SECONDS} * interval '1 s'
    from unnest(${jobIds}::uuid[], ${holders}::uuid[]) as mine (job_id, holder)
    where e.job_id = mine.job_id and e.holder = mine.holder
    returning e.holder`.execute(db);
  return new Set(rows.map(({ holder }) => holder));
}

/** Removes the entry of a job that has ended. Index: queue_entries_pkey. */
export async function removeEntry(db: Queryable, { jobId, holder }: Hold): Promise<void> {
  await db.deleteFrom('queue_entries').where('job_id', '=', jobId).where('holder', '=', holder).execute();
}

/** Gives entries back, to be handed out again at their turn. Index: queue_entries_held. */
export async function giveBackEntries(db: Queryable, holds: readonly Hold[]): Promise<void> {
  const holders = holds.map(({ holder }) => holder);
  await sql`
    update queue_entries set holder = null, held_until = null, returns = returns + 1
    where holder is not null and holder = any(${holders}::uuid[])`.execute(db);
}

/**
 * Gives back the entries of holders that are dead, and returns their lanes. A lease that ends later than any lease can
 * was written before the clock of the database was put back. Index: queue_entries_held.
 */
export async function giveBackExpired(db: Queryable): Promise<Set<string>> {
  const { rows } = await sql<Pick<Row<'queue_entries'>, 'lane'>>`
    update queue_entries set holder = null, held_until = null, returns = returns + 1
    where holder is not null and (held_until < now() or held_until > now() + ${LEASE_SECONDS} * interval '1 s')
    returning lane`.execute(db);
  return new Set(rows.map(({ lane }) => lane));
}

import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { storableText } from '../storable-text.ts';

/** Consecutive failures that open an engine's circuit. */
const FAILURES_MAX = 5;
/** Seconds the circuit stays open: at first, and at most. Each failed trial doubles them. */
const OPEN_SECONDS = 15;
const OPEN_SECONDS_MAX = 300;
/** Longest stored error text, in characters. */
const ERROR_LENGTH_MAX = 500;

/** Columns of {@link EngineState}. */
const STATE_COLUMNS = [
  ...(['engine', 'failures', 'open_until', 'last_error', 'last_failed_at', 'last_served_at'] as const),
];

/** State of a hosted engine, shared by all processes. */
export type EngineState = Pick<Row<'engine_states'>, (typeof STATE_COLUMNS)[number]>;

/** Whether a task may begin: at a time, or not while the circuit is open. */
export type Admission =
  | { readonly kind: 'admitted'; readonly at: Date }
  | { readonly kind: 'closed'; readonly until: Date };

/**
 * Reserves a start for a task, no later than `latest`. After the circuit's time is over it admits one caller as a
 * trial; others wait for its outcome. Index: engine_states_pkey.
 */
export async function admit(
  db: Queryable,
  engine: string,
  requestsPerMinute: number | null,
  now: Date,
  latest: Date,
): Promise<Admission> {
  const spacingMs = requestsPerMinute === null ? 0 : 60_000 / requestsPerMinute;
  const { rows } = await sql<{ at: Date }>`
    insert into engine_states as s (engine, next_start_at) values (${engine}, ${now}::timestamptz + make_interval(secs => ${spacingMs / 1000}))
    on conflict (engine) do update set
      next_start_at = greatest(s.next_start_at, ${now}) + make_interval(secs => ${spacingMs / 1000}),
      open_until = case when s.open_until is null then null else ${now}::timestamptz + make_interval(secs => ${OPEN_SECONDS}) end
    where (s.open_until is null or s.open_until <= ${now}) and (s.next_start_at is null or s.next_start_at <= ${latest})
    returning s.next_start_at - make_interval(secs => ${spacingMs / 1000}) as at`.execute(db);
  const [place] = rows;
  if (place) return { kind: 'admitted', at: place.at };
  const state = await db
    .selectFrom('engine_states')
    .select('open_until')
    .where('engine', '=', engine)
    .executeTakeFirst();
  return { kind: 'closed', until: state?.open_until ?? latest };
}

/** Records that the engine answered for a task, which closes its circuit. Index: engine_states_pkey. */
export async function noteServed(db: Queryable, engine: string, now: Date): Promise<void> {
  const well = { failures: 0, openings: 0, open_until: null, last_served_at: now };
  await db.updateTable('engine_states').set(well).where('engine', '=', engine).execute();
}

/**
 * Records a failure of the engine. Several in a row, or a failed trial, open its circuit. Index: engine_states_pkey.
 */
export async function noteFailed(db: Queryable, engine: string, error: string, now: Date): Promise<void> {
  const opens = sql`(s.failures + 1 >= ${FAILURES_MAX} or s.open_until is not null)`;
  await sql`
    update engine_states s set
      failures = s.failures + 1, last_error = ${storableText(error, ERROR_LENGTH_MAX)}, last_failed_at = ${now},
      openings = s.openings + case when ${opens} then 1 else 0 end,
      open_until = case when ${opens}
        then ${now}::timestamptz + make_interval(secs => least(${OPEN_SECONDS_MAX}, ${OPEN_SECONDS} * power(2, least(s.openings, 10))))
        else s.open_until end
    where engine = ${engine}`.execute(db);
}

/** Delays all tasks until `until`, as the engine asked. Index: engine_states_pkey. */
export async function holdBack(db: Queryable, engine: string, until: Date): Promise<void> {
  await sql`
    update engine_states set next_start_at = greatest(next_start_at, ${until}::timestamptz) where engine = ${engine}
  `.execute(db);
}

/** All engines that were ever called. There are few rows, so it reads all. */
export async function listEngineStates(db: Queryable): Promise<EngineState[]> {
  return db.selectFrom('engine_states').select(STATE_COLUMNS).orderBy('engine').execute();
}

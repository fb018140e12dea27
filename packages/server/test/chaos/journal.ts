import pg from 'pg';

/** What the database saw of a job. */
export interface Entry {
  readonly job: string;
  /**
   * `fetched` from the queue, `taken` for an attempt, handed `back`, `ended`, `left` by whoever held its queue entry; `changed`: moved on after
   * its end, which must not be.
   */
  readonly what: 'fetched' | 'taken' | 'back' | 'ended' | 'left' | 'changed';
  /** Which process did it, as it calls itself to the database. */
  readonly who: string;
  readonly atMs: number;
  /** Lane of the queue; null for a move that is not of its queue entry. */
  readonly lane: string | null;
}

/** Triggers write down each move of a job with the process that made it, in the transaction that makes it. */
const JOURNAL = `
  create schema chaos;
  create table chaos.journal (seq bigserial primary key, job_id uuid not null, what text not null, who text not null, at timestamptz not null, lane text);
  create function chaos.note(job_id uuid, what text, lane text default null) returns void language sql as $$
    insert into chaos.journal (job_id, what, who, at, lane) values (job_id, what, current_setting('application_name'), clock_timestamp(), lane) $$;
  create function chaos.note_job() returns trigger language plpgsql as $$ begin
    if old.finished_at is not null then
      if new.status <> old.status or new.finished_at <> old.finished_at then perform chaos.note(new.id, 'changed'); end if;
    elsif new.finished_at is not null then perform chaos.note(new.id, 'ended');
    elsif new.attempt <> old.attempt then perform chaos.note(new.id, 'taken');
    elsif old.status = 'generating' and new.status = 'pending' then perform chaos.note(new.id, 'back');
    end if;
    return null; end $$;
  create trigger chaos_note after update on public.jobs for each row execute function chaos.note_job();
  create function chaos.note_entry() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old.state <> 'active' and new.state = 'active' then perform chaos.note(new.id, 'fetched', new.name);
    elsif old.state = 'active' and (tg_op = 'DELETE' or new.state <> 'active') then perform chaos.note(old.id, 'left', old.name);
    end if;
    return null; end $$;
  create trigger chaos_note after update or delete on queue.job for each row execute function chaos.note_entry();`;

/** Begins the journal in a service's database. */
export async function keepJournal(database: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(JOURNAL).finally(() => client.end());
}

/** The whole journal, oldest first. */
export async function readJournal(client: pg.Client): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `select job_id as job, what, who, extract(epoch from at)::float8 * 1000 as "atMs", lane from chaos.journal order by seq`,
  );
  return rows;
}

/** The end of a process by SIGKILL. */
export interface Kill {
  readonly who: string;
  readonly atMs: number;
}

/** A time in which something was away. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A job that a killed process held, and how long it was until another process started it again. */
export interface Rescue {
  readonly job: string;
  readonly who: string;
  /** Less the time in which the database was away or no worker at all was up, in milliseconds. */
  readonly ms: number;
  /** Of `ms`, the time in which a worker that was up had a free slot for it. */
  readonly freeMs: number;
}

/** How long each job that a killed process held waited for its next start. A job the killed process had ended, or nobody started again, is not among them. */
export function rescuesOf(
  journal: readonly Entry[],
  kills: readonly Kill[],
  away: readonly Span[],
  fullOf: (lane: string) => readonly Span[],
): Rescue[] {
  const byJob = Map.groupBy(journal, ({ job }) => job);
  return kills.flatMap((kill) =>
    [...byJob.entries()].flatMap(([job, entries]) => {
      // What it had sent before it died may be written a moment after.
      const last = entries.findLast(({ who, atMs }) => who === kill.who || atMs <= kill.atMs);
      if (last?.who !== kill.who || (last.what !== 'fetched' && last.what !== 'taken')) return [];
      const next = entries.slice(entries.indexOf(last) + 1).find(({ what }) => what === 'taken' || what === 'ended');
      if (next?.what !== 'taken') return [];
      const wait = { fromMs: kill.atMs, toMs: next.atMs };
      const full = fullOf(entries.find(({ lane }) => lane !== null)?.lane ?? '');
      return [{ job, who: kill.who, ms: spent(wait, away), freeMs: spent(wait, [...away, ...full]) }];
    }),
  );
}

/** Length of a span without what falls into others. */
function spent({ fromMs, toMs }: Span, others: readonly Span[]): number {
  let lostMs = 0;
  let seenMs = fromMs;
  for (const other of others.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const [startMs, endMs] = [Math.max(seenMs, other.fromMs), Math.min(toMs, other.toMs)];
    if (endMs <= startMs) continue;
    lostMs += endMs - startMs;
    seenMs = endMs;
  }
  return toMs - fromMs - lostMs;
}

/** Times between the first and the last of some spans that none of them covers. */
export function gapsBetween(spans: readonly Span[]): Span[] {
  const gaps: Span[] = [];
  let coveredMs = Number.POSITIVE_INFINITY;
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs > coveredMs) gaps.push({ fromMs: coveredMs, toMs: fromMs });
    coveredMs = coveredMs === Number.POSITIVE_INFINITY ? toMs : Math.max(coveredMs, toMs);
  }
  return gaps;
}

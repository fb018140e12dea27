import pg from 'pg';

/** An entry of the database's journal of jobs. */
export interface Entry {
  readonly job: string;
  /**
   * `fetched` from the queue, `taken` for an attempt, handed `back`, `ended`, `left` by the holder of its queue entry.
   * `changed`: moved after its end, which is a fault.
   */
  readonly what: 'fetched' | 'taken' | 'back' | 'ended' | 'left' | 'changed';
  /** The process that made the move, by its name at the database. */
  readonly who: string;
  readonly atMs: number;
  /** Lane of the queue; null for a move that is not of its queue entry. */
  readonly lane: string | null;
}

/** Triggers record each move of a job and the process that made it, in the same transaction. */
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
    if tg_op = 'UPDATE' and old.holder is null and new.holder is not null then perform chaos.note(new.job_id, 'fetched', new.lane);
    elsif old.holder is not null and (tg_op = 'DELETE' or new.holder is null) then perform chaos.note(old.job_id, 'left', old.lane);
    end if;
    return null; end $$;
  create trigger chaos_note after update or delete on queue_entries for each row execute function chaos.note_entry();`;

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

/**
 * A job that a killed process held, and the time until another process started it again or was killed before it could.
 */
export interface Rescue {
  readonly job: string;
  readonly who: string;
  /** Milliseconds, less the time in which the database or every worker was away. */
  readonly ms: number;
  /** `ms` less the time in which the job was queued and its lane was full, in milliseconds. */
  readonly freeMs: number;
  /** Jobs handed out for the first time while it was queued in their lane. */
  readonly passed: number;
}

/**
 * How long each job of a killed process waited for its next start. Excludes jobs that the process had ended and jobs
 * that were never started again.
 */
export function rescuesOf(
  journal: readonly Entry[],
  kills: readonly Kill[],
  away: readonly Span[],
  fullOf: (lane: string) => readonly Span[],
): Rescue[] {
  const byJob = Map.groupBy(journal, ({ job }) => job);
  const firsts = [...byJob.values()].flatMap((entries) => entries.find(({ what }) => what === 'fetched') ?? []);
  return kills.flatMap((kill) =>
    [...byJob.entries()].flatMap(([job, entries]) => {
      const last = lastBefore(entries, kill);
      if (last?.who !== kill.who || (last.what !== 'fetched' && last.what !== 'taken')) return [];
      const after = entries.slice(entries.indexOf(last) + 1);
      const next = after.find(({ what }) => what === 'taken' || what === 'ended');
      if (next?.what !== 'taken') return [];
      const meanwhile = after.slice(0, after.indexOf(next));
      const wait = { fromMs: kill.atMs, toMs: Math.min(next.atMs, ...killsOfHolders(entries, meanwhile, kills)) };
      const queued = queuedSpans(meanwhile);
      const full = queued.flatMap(({ lane, span }) => overlaps(fullOf(lane), span));
      const passed = queued.flatMap(({ lane, span }) =>
        firsts.filter((first) => first.lane === lane && isWithin(first, span)),
      );
      const freeMs = spent(wait, [...away, ...full]);
      return [{ job, who: kill.who, ms: spent(wait, away), freeMs, passed: passed.length }];
    }),
  );
}

/**
 * The last move of a job before a kill. A statement that the process sent before it died may be recorded a moment
 * later.
 */
function lastBefore(entries: readonly Entry[], kill: Kill): Entry | undefined {
  return entries.findLast(({ who, atMs }) => who === kill.who || atMs <= kill.atMs);
}

/** When processes were killed that had fetched a job `meanwhile` and still held it. */
function killsOfHolders(entries: readonly Entry[], meanwhile: readonly Entry[], kills: readonly Kill[]): number[] {
  return kills.flatMap((kill) => {
    const last = lastBefore(entries, kill);
    return last?.who === kill.who && last.what === 'fetched' && meanwhile.includes(last) ? [kill.atMs] : [];
  });
}

/** When a job was queued, and in which lane, by those of its moves that end with a hand-out. */
function queuedSpans(moves: readonly Entry[]): { readonly lane: string; readonly span: Span }[] {
  return moves.flatMap(({ what, atMs: fromMs }, index) => {
    const fetched = what === 'left' ? moves.slice(index).find((move) => move.what === 'fetched') : undefined;
    return fetched?.lane ? [{ lane: fetched.lane, span: { fromMs, toMs: fetched.atMs } }] : [];
  });
}

function isWithin({ atMs }: Entry, { fromMs, toMs }: Span): boolean {
  return atMs > fromMs && atMs < toMs;
}

/** The parts of some spans that fall into another. */
function overlaps(spans: readonly Span[], { fromMs, toMs }: Span): Span[] {
  return spans
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter((span) => span.toMs > span.fromMs);
}

/** Length of a span without the parts that fall into others. */
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

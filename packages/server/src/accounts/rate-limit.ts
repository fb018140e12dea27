import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { Fault } from '../fault.ts';

/** Length of a window. */
export const RATE_WINDOW_SECONDS = 60;
/**
 * Share of a limit that a process takes from the shared count at once: few requests write, and little is left unused.
 */
const BATCH_SHARE = 0.02;
/** Workspaces and keys whose windows are remembered in a process before old ones are let go. */
const REMEMBERED_MAX = 10_000;

/** The outcome of one request under a limit, as the `RateLimit` fields state it. */
export interface RateVerdict {
  readonly allowed: boolean;
  /** Requests a window takes. */
  readonly limit: number;
  /** Requests left in this window, over all processes, as far as this one knows. */
  readonly remaining: number;
  /** Whole seconds until the next window, 1 or more. */
  readonly resetSeconds: number;
}

/** The Fault `rate_limited` for a request over the limit of the owner that the words name. */
export function rateLimited(owner: string, { limit, resetSeconds }: RateVerdict): Fault {
  const message = `${owner} takes ${limit} requests a minute; send the next one in ${resetSeconds} seconds.`;
  return new Fault('rate_limited', message, { retryAfterSeconds: resetSeconds });
}

/** The tables of windows by what they count, and the column that says whose. */
const WINDOWS = {
  workspace: { table: 'rate_windows', owner: 'workspace_id' },
  key: { table: 'key_rate_windows', owner: 'api_key_id' },
  reviewLink: { table: 'review_link_windows', owner: 'review_link_id' },
} as const;

/** Whose requests are counted. */
export interface RateOwner {
  readonly kind: keyof typeof WINDOWS;
  readonly id: string;
}

/** Counts requests of workspaces and keys against their limits, rightly across processes: a limit is never exceeded. */
export type RateLimiter = ReturnType<typeof rateLimiter>;

/** The part of a workspace's window that a process holds. */
interface Share {
  readonly windowStart: number;
  /** Requests taken from the shared count and not yet spent here. */
  left: number;
  /** The shared count when it was last seen. */
  taken: number;
  refill: Promise<void> | null;
}

/**
 * Fixed windows of a minute in one shared count: each process takes small batches from it and spends them by itself. A
 * batch that is left over at the end of the minute is lost. So the limit may end a few requests early, and never late.
 */
export function rateLimiter(db: Database, clock: Clock) {
  const shares = new Map<string, Share>();

  const shareOf = (owner: RateOwner, windowStart: number): Share => {
    const known = shares.get(owner.id);
    if (known?.windowStart === windowStart) return known;
    if (shares.size >= REMEMBERED_MAX) shares.clear();
    const fresh: Share = { windowStart, left: 0, taken: 0, refill: null };
    shares.set(owner.id, fresh);
    return fresh;
  };

  const refill = async (share: Share, owner: RateOwner, limit: number): Promise<void> => {
    const batch = Math.max(1, Math.floor(limit * BATCH_SHARE));
    const { before, after } = await takeBatch(db, owner, new Date(share.windowStart), batch, limit);
    share.left += after - before;
    share.taken = after;
  };

  return {
    /** Takes one request of an owner that may make `limit` of them a minute. */
    async take(owner: RateOwner, limit: number): Promise<RateVerdict> {
      const now = clock.now().getTime();
      const windowMs = RATE_WINDOW_SECONDS * 1000;
      const windowStart = Math.floor(now / windowMs) * windowMs;
      const share = shareOf(owner, windowStart);
      while (share.left <= 0 && share.taken < limit) {
        share.refill ??= refill(share, owner, limit).finally(() => {
          share.refill = null;
        });
        await share.refill;
      }
      const allowed = share.left > 0;
      if (allowed) share.left--;
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - share.taken) + share.left,
        resetSeconds: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)),
      };
    },
  };
}

/**
 * Adds a batch to the shared count, up to the limit; the count before and after. Index: the primary key of the windows.
 */
async function takeBatch(
  db: Database,
  { kind, id }: RateOwner,
  windowStart: Date,
  batch: number,
  limit: number,
): Promise<{ before: number; after: number }> {
  const [table, owner] = [sql.table(WINDOWS[kind].table), sql.ref(WINDOWS[kind].owner)];
  const { rows } = await sql<{ before: number; after: number }>`
    insert into ${table} as w (${owner}, window_start, taken)
    values (${id}, ${windowStart}, least(${batch}::integer, ${limit}::integer))
    on conflict (${owner}, window_start) do update set previous = w.taken,
      taken = greatest(w.taken, least(${limit}::integer, w.taken + ${batch}::integer))
    returning previous as before, taken as after`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a count of requests was not returned');
  return row;
}

/** Removes windows that are over. Safe to run twice. Few rows: read whole. */
export async function sweepRateWindows(db: Database, clock: Clock): Promise<void> {
  for (const { table } of Object.values(WINDOWS))
    await sql`
      delete from ${sql.table(table)}
      where window_start < ${clock.now()}::timestamptz - make_interval(secs => ${2 * RATE_WINDOW_SECONDS})`.execute(db);
}

import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';

/** Length of a window. */
export const RATE_WINDOW_SECONDS = 60;
/**
 * Share of a limit that a process takes from the shared count at once: few requests write, and little is left unused.
 */
const BATCH_SHARE = 0.02;
/** Workspaces whose windows are remembered in a process before old ones are let go. */
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

/** Counts requests of workspaces against their limits, rightly across processes: a limit is never exceeded. */
export interface RateLimiter {
  /** Takes one request of a workspace that may make `limit` of them a minute. */
  take(workspaceId: string, limit: number): Promise<RateVerdict>;
}

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
export function rateLimiter(db: Database, clock: Clock): RateLimiter {
  const shares = new Map<string, Share>();

  const shareOf = (workspaceId: string, windowStart: number): Share => {
    const known = shares.get(workspaceId);
    if (known?.windowStart === windowStart) return known;
    if (shares.size >= REMEMBERED_MAX) shares.clear();
    const fresh: Share = { windowStart, left: 0, taken: 0, refill: null };
    shares.set(workspaceId, fresh);
    return fresh;
  };

  const refill = async (share: Share, workspaceId: string, limit: number): Promise<void> => {
    const batch = Math.max(1, Math.floor(limit * BATCH_SHARE));
    const { before, after } = await takeBatch(db, workspaceId, new Date(share.windowStart), batch, limit);
    share.left += after - before;
    share.taken = after;
  };

  return {
    async take(workspaceId, limit) {
      const now = clock.now().getTime();
      const windowMs = RATE_WINDOW_SECONDS * 1000;
      const windowStart = Math.floor(now / windowMs) * windowMs;
      const share = shareOf(workspaceId, windowStart);
      while (share.left <= 0 && share.taken < limit) {
        share.refill ??= refill(share, workspaceId, limit).finally(() => {
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

/** Adds a batch to the shared count, up to the limit; the count before and after. Index: rate_windows_pkey. */
async function takeBatch(
  db: Database,
  workspaceId: string,
  windowStart: Date,
  batch: number,
  limit: number,
): Promise<{ before: number; after: number }> {
  const { rows } = await sql<{ before: number; after: number }>`
    insert into rate_windows as w (workspace_id, window_start, taken)
    values (${workspaceId}, ${windowStart}, least(${batch}::integer, ${limit}::integer))
    on conflict (workspace_id, window_start) do update set previous = w.taken,
      taken = greatest(w.taken, least(${limit}::integer, w.taken + ${batch}::integer))
    returning previous as before, taken as after`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a count of requests was not returned');
  return row;
}

/** Removes windows that are over. Safe to run twice. Few rows: read whole. */
export async function sweepRateWindows(db: Database, clock: Clock): Promise<void> {
  await sql`
    delete from rate_windows
    where window_start < ${clock.now()}::timestamptz - make_interval(secs => ${2 * RATE_WINDOW_SECONDS})`.execute(db);
}

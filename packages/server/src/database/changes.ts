import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Queryable } from './connection.ts';

/**
 * PostgreSQL channel for notices of changes. A notice names a job, a workspace, the ends of the jobs of one, or a lane
 * of the queue with new entries.
 */
const CHANGES_CHANNEL = 'atelier_jobs';

/** Pause before the listener connects again. */
const RECONNECT_MS = 500;

/**
 * Tells every process that a job, a workspace with its keys, or a lane of the queue changed, when the caller's
 * transaction commits.
 */
export async function announceChange(db: Queryable, id: string): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${id})`.execute(db);
}

/** The same within a statement that changes rows: in its `returning`, it announces each of them. */
export const ANNOUNCED = sql`pg_notify(${sql.lit(CHANGES_CHANNEL)}, id::text)`;

/** ID of the notices that a job of a workspace has ended. */
export function endsOf(workspaceId: string): string {
  return `${workspaceId} ends`;
}

/** Announces within a statement on the job `j` that it has ended. */
export const ANNOUNCED_END = sql`pg_notify(${sql.lit(CHANGES_CHANNEL)}, j.workspace_id::text || ' ends')`;

/** Longest time of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** A wait for notices. A ring while nobody waits is not lost. */
export function changeBell() {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    /** Resolves at a ring since the last wait, when the signal is aborted, or after a time in milliseconds. */
    async wait(signal: AbortSignal, ms = LONGEST_MS): Promise<void> {
      const stop = AbortSignal.any([rung.signal, signal]);
      await sleep(ms, undefined, { signal: stop, ref: ms < LONGEST_MS }).catch(() => undefined);
      rung = new AbortController();
    },
  };
}

/** How often the listener's connection is tried, as one that went silent brings no notices and no error. */
const HEARTBEAT_MS = 5_000;

/** Subscribers to changes. A notice is a hint: its subscriber reads again. */
export type ChangeNotices = ReturnType<typeof changeNotices>;

/**
 * Listens on one connection for all subscribers of this process, however many they are. Notices come reliably while the
 * connection lives; when it was lost, every subscriber gets one.
 */
export function changeNotices(connection: PoolConfig, log: Logger) {
  const listeners = new Map<string, Set<() => void>>();
  let client: pg.Client | null = null;
  let stopped = true;

  const tell = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'atelier changes',
      query_timeout: HEARTBEAT_MS,
    });
    const heartbeat = setInterval(() => void fresh.query('select 1').catch(() => fresh.end()), HEARTBEAT_MS);
    // An attempt that fails says so twice: it rejects, and its connection ends. Only one of them begins the next.
    let isOver = false;
    const over = () => {
      clearInterval(heartbeat);
      if (isOver) return;
      isOver = true;
      if (client === fresh) client = null;
      reconnect();
    };
    fresh.on('notification', ({ payload }) => tell(payload ?? ''));
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection for notices of changes was lost'));
    fresh.on('end', over);
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANGES_CHANNEL}`);
    } catch (error) {
      over();
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    // Changes without a listener are not announced again, so every listener must look.
    for (const id of listeners.keys()) tell(id);
  };

  const reconnect = () => {
    if (stopped) return;
    setTimeout(() => {
      if (!stopped)
        connect().catch((error: unknown) =>
          log.debug({ err: error }, 'the connection for notices of changes is not back yet; it is tried again'),
        );
    }, RECONNECT_MS).unref();
  };

  return {
    name: 'change notices',
    async start() {
      if (!stopped) return;
      stopped = false;
      await connect().catch((error: unknown) => {
        stopped = true;
        throw error;
      });
    },
    async stop() {
      stopped = true;
      await client?.end();
      client = null;
    },
    /** Calls the listeners of this process at once; the notice itself takes some milliseconds. */
    tellHere: tell,
    /**
     * Calls `listener` after each change of the row with the ID, in any process. Returns a function that ends the
     * subscription.
     */
    subscribe(id: string, listener: () => void): () => void {
      const group = listeners.get(id) ?? new Set();
      listeners.set(id, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(id) === group) listeners.delete(id);
      };
    },
  };
}

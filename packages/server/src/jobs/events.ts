import { sql } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Queryable } from '../database/connection.ts';
import type { Service } from '../service.ts';

/** PostgreSQL channel on which changed jobs are named. */
const CHANNEL = 'atelier_jobs';

/** Pause before the listener connects again. */
const RECONNECT_MS = 500;

/** Tells every process that a job changed, when the caller's transaction commits. */
export async function announceChange(db: Queryable, jobId: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${jobId})`.execute(db);
}

/** How often the listener's connection is tried, as one that went silent brings no notices and no error. */
const HEARTBEAT_MS = 5_000;

/** Who wants to know of changes of jobs. A notice is a hint: whoever gets one reads the job. */
export interface JobEvents extends Service {
  /** Calls `listener` after each change of the job, in whichever process. Returns what ends it. */
  subscribe(jobId: string, listener: () => void): () => void;
}

/**
 * Listens on one connection for all subscribers of this process, however many they are. Notices come reliably while the
 * connection lives; when it was lost, every subscriber gets one.
 */
export function jobEvents(connection: PoolConfig, log: Logger): JobEvents {
  const listeners = new Map<string, Set<() => void>>();
  let client: pg.Client | null = null;
  let stopped = true;

  const tell = (jobId: string) => {
    for (const listener of listeners.get(jobId) ?? []) listener();
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'atelier job events',
      query_timeout: HEARTBEAT_MS,
    });
    fresh.on('notification', ({ payload }) => tell(payload ?? ''));
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection for job events was lost'));
    const heartbeat = setInterval(() => void fresh.query('select 1').catch(() => fresh.end()), HEARTBEAT_MS);
    fresh.on('end', () => {
      clearInterval(heartbeat);
      reconnect();
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
    // What happened while nobody listened is not told again: let everyone look.
    for (const jobId of listeners.keys()) tell(jobId);
  };

  const reconnect = () => {
    client = null;
    if (stopped) return;
    setTimeout(() => {
      if (!stopped) connect().catch(reconnect);
    }, RECONNECT_MS).unref();
  };

  return {
    name: 'job events',
    async start() {
      if (!stopped) return;
      stopped = false;
      await connect();
    },
    async stop() {
      stopped = true;
      await client?.end();
      client = null;
    },
    subscribe(jobId, listener) {
      const group = listeners.get(jobId) ?? new Set();
      listeners.set(jobId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(jobId) === group) listeners.delete(jobId);
      };
    },
  };
}

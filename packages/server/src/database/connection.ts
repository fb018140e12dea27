import { createHash } from 'node:crypto';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
} from 'kysely';
import pg, { type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { Tables } from './tables.ts';

/**
 * The database. Queries lie beside the code that uses them. They use Kysely's builder, which knows the columns from
 * `Tables`, or SQL where that says more than the builder can.
 */
export type Database = Kysely<Tables>;

/** A transaction, or the database itself where one statement is all. */
export type Queryable = Database | Transaction<Tables>;

/**
 * Connections of one process: more than a 2-core machine can use at once, few enough for many processes on one server.
 */
const CONNECTIONS_MAX = 20;

/** Longest wait of a request for a connection, in milliseconds; then the database counts as away. */
const CONNECT_TIMEOUT_MS = 5_000;

// Counts and amounts are far below 2^53: read them as numbers, not as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens a pool. It connects when first used; a lost connection is replaced and logged. Its state is added to the
 * metrics.
 */
export function openDatabase(connection: PoolConfig, log: Logger, metrics?: Pick<Metrics, 'addGauge'>): Database {
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS_MAX, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on('error', (error) => {
    // The server may report the end to a pool that is closing. The error carries the whole connection: only its message
    // is logged.
    if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  // Nobody listens to a connection between two statements of a transaction, and an error nobody hears ends the process.
  // The next statement fails by it.
  pool.on('connect', (client) => {
    client.on('error', (error: Error) =>
      log.debug({ reason: error.message }, 'a database connection broke while it was in use'),
    );
  });
  metrics?.addGauge({
    name: 'atelier_database_pool',
    help: 'Connections of this process in use and idle, and requests that wait for one; those of the queue are not among them.',
    labelNames: ['state'],
    read: async () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
}

/** PostgreSQL's code for the one of two transactions that it ends because each waits for the other. */
const DEADLOCK = '40P01';

/** Times work is done before a deadlock counts as an error. */
const DEADLOCK_TRIES_MAX = 5;

/**
 * Repeats work that PostgreSQL ended to break a deadlock, as its manual advises (13.3.4): deletions reach dependent
 * rows in their own order. `work` is one transaction or statement, so nothing of it has happened.
 */
export async function throughDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
      if (!isDeadlock || tries === DEADLOCK_TRIES_MAX) throw error;
    }
  }
}

/** Does work in a transaction, and again where PostgreSQL ended it to break a deadlock. */
export function inTransaction<T>(db: Database, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
  return throughDeadlocks(() => db.transaction().execute(work));
}

/**
 * True for an error that says the database cannot be reached, is shutting down or has no room, rather than that a
 * statement is wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Class 08: connection; class 57P: shutdown, crash, cannot connect now; 53: no disk, memory or connections left; 58:
  // an error of its medium.
  if (/^(08|57P|53|58)/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code)) return true;
  return /Connection terminated|not currently accepting connections|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** An error of a database that lets nobody in, with the setting and the server in its words; any other as it is. */
export function namingDatabase(error: unknown, databaseUrl: string): unknown {
  const refuses = error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code));
  if (!(refuses || isDatabaseAway(error))) return error;
  const { host, pathname } = new URL(databaseUrl);
  const reason = error instanceof Error && error.message ? error.message : 'no answer';
  return new Error(
    `the database of DATABASE_URL, ${host || 'this machine'}${pathname}, cannot be used: ${reason}; check the address, the user and the server`,
    { cause: error },
  );
}

/**
 * Most distinct prepared statements. The service has a few hundred. Further ones, such as lists of every length, are
 * sent unprepared.
 */
const PREPARED_MAX = 1_000;

/**
 * A pool whose connections prepare every statement with parameters, so that the server parses and plans it once.
 * Statements name their columns: one that says `*` breaks where a newer version of the service has added a column while
 * this one runs.
 */
function preparingPool(pool: pg.Pool): PostgresPool {
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = prepared.get(client) ?? preparing(client);
      prepared.set(client, known);
      return known;
    },
  };
}

function preparing(client: pg.PoolClient): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('results are read whole here, not by cursor');
    const name = values.length === 0 ? undefined : nameOf(text);
    return client.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] });
  }
  return { query, release: (destroy) => client.release(destroy) };
}

const names = new Map<string, string>();

/** Name of a statement: made of its text, so the same on every connection. Undefined where there are too many. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_MAX) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { packagedPrograms } from '../database/embedded/programs.ts';
import { OLDEST_MAJOR } from '../database/migrate.ts';
import { type Finding, ok, reasonOf, wrong } from './finding.ts';

/** Longest wait for the server, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

const CHECK = 'database';

/** The PostgreSQL of DATABASE_URL: reached, new enough, and with the rights to make tables; or that of the package. */
export async function checkDatabase(databaseUrl: string | null): Promise<Finding> {
  return databaseUrl === null ? checkEmbedded() : checkServer(databaseUrl);
}

async function checkEmbedded(): Promise<Finding> {
  try {
    const { postgres } = await packagedPrograms();
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    return ok(CHECK, `embedded, ${stdout.trim()}`);
  } catch (error) {
    return wrong(
      CHECK,
      `the embedded PostgreSQL cannot be run: ${reasonOf(error)}`,
      'run `npm ci`, or set DATABASE_URL',
    );
  }
}

async function checkServer(connectionString: string): Promise<Finding> {
  const { hostname, pathname } = new URL(connectionString);
  const where = `${hostname || 'this machine'}${pathname}`;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; number: string; made: boolean; may: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
         to_regclass('workspaces') is not null as made, has_database_privilege(current_database(), 'CREATE') as may`,
    );
    const [server] = rows;
    if (!server) return wrong(CHECK, `${where} gave no answer`, 'look at its log');
    if (Math.floor(Number(server.number) / 10_000) < OLDEST_MAJOR)
      return wrong(CHECK, `${where} is PostgreSQL ${server.version}`, `use ${OLDEST_MAJOR} or newer`);
    if (!server.made && !server.may)
      return wrong(
        CHECK,
        `the user of DATABASE_URL may make no tables in ${where}`,
        'grant create on database … to the user',
      );
    return ok(CHECK, `${where}, PostgreSQL ${server.version}`);
  } catch (error) {
    return wrong(
      CHECK,
      `${where} cannot be reached: ${reasonOf(error)}`,
      'check DATABASE_URL, the server, and the network',
    );
  } finally {
    await client.end().catch(() => {});
  }
}

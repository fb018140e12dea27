import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { s3Store } from '../../src/media/store/s3.ts';
import type { Cluster } from '../support/cluster.ts';
import type { Customer } from './customers.ts';

/** Longest the service may take to finish what it acknowledged, in milliseconds. */
const SETTLE_MS = 180_000;

/** What must not be, with how often it was found; and what happened, for the report. */
export interface Verdict {
  readonly wrongs: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, number>>;
}

/** Waits until every acknowledged job has ended, and counts what is wrong with the books. */
export async function judge(cluster: Cluster, customers: readonly Customer[]): Promise<Verdict> {
  const client = new pg.Client({ connectionString: cluster.postgres.url });
  await client.connect();
  try {
    const count = async (statement: string, values: unknown[] = []) =>
      Number((await client.query(`select count(*) as count from (${statement}) t`, values)).rows[0].count);
    const acknowledged = customers.flatMap((customer) => customer.acknowledged);
    const unfinished = 'select 1 from jobs where finished_at is null';
    const endMs = Date.now() + SETTLE_MS;
    while ((await count(unfinished)) > 0 && Date.now() < endMs) await sleep(500);
    return {
      wrongs: {
        'requests refused though nothing was wrong with them': customers.flatMap(({ refused }) => refused).length,
        'acknowledged jobs that are lost':
          acknowledged.length - (await count('select 1 from jobs where id = any($1)', [acknowledged])),
        'jobs nobody was told of': await count('select 1 from jobs where not id = any($1)', [acknowledged]),
        'jobs that have not ended': await count(unfinished),
        'jobs charged not exactly once': await count(
          `select 1 from jobs j where (select count(*) from ledger_entries e where e.job_id = j.id and e.kind = 'charge') <> 1`,
        ),
        'jobs whose refund does not fit their end': await count(
          `select 1 from jobs j where (select count(*) from ledger_entries e where e.job_id = j.id and e.kind = 'refund')
             <> case when j.status = 'completed' then 0 else 1 end`,
        ),
        'workspaces whose ledger is not their balance': await count(
          `select 1 from workspaces w where w.balance <> (select coalesce(sum(amount), 0) from ledger_entries e where e.workspace_id = w.id)`,
        ),
        'results that belong to no job': await count(
          `select 1 from media m where m.origin = 'generated' and not exists (select 1 from jobs j where j.media_id = m.id)`,
        ),
        'results whose bytes are missing, and bytes nobody knows of': await lostBytes(client),
        'jobs that failed by the service': await count(
          `select 1 from jobs where status <> 'completed' and failure_message not like '%sandbox%'`,
        ),
      },
      facts: {
        'jobs acknowledged': acknowledged.length,
        'requests sent again': customers.reduce((sum, { retries }) => sum + retries, 0),
        'jobs taken more than once': await count('select 1 from jobs where attempt > 1'),
        'longest from submission to end, seconds': Number(
          (await client.query('select max(extract(epoch from finished_at - created_at)) as seconds from jobs')).rows[0].seconds,
        ),
      },
    };
  } finally {
    await client.end();
  }
}

/** Keys of rows without bytes, and of bytes that neither a row nor an announced removal names. */
async function lostBytes(client: pg.Client): Promise<number> {
  const store = await s3Store({ bucket: 'atelier-media' });
  const kept = new Set<string>();
  for await (const { key } of store.listOlderThan(new Date(Date.now() + 60_000))) kept.add(key);
  const rows = async (table: string) =>
    new Set<string>((await client.query(`select storage_key from ${table}`)).rows.map(({ storage_key }) => storage_key));
  const [named, announced] = [await rows('media'), await rows('media_removals')];
  const missing = [...named].filter((key) => !kept.has(key));
  const unknown = [...kept].filter((key) => !named.has(key) && !announced.has(key));
  return missing.length + unknown.length;
}

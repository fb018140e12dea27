import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type LoadResult, resultOf } from './load-result.ts';

/**
 * Submits work straight to the database for some seconds: one statement each, which is the least a submission can be.
 */

/** The order of {@link submitRaw}. */
export interface RawOrder {
  readonly databaseUrl: string;
  /** Charged in turn. */
  readonly workspaceIds: readonly string[];
  /** The order of one job, as the service writes it. */
  readonly input: object;
  readonly connections: number;
  readonly inFlight: number;
  readonly seconds: number;
}

/** Charge, ledger entry, job, queue entry and receipt. */
const STATEMENT = `
  with charged as (
    update workspaces set balance = balance - 1 where id = $1 and balance >= 1 returning balance
  ), entered as (
    insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
    select $2, $1, 'charge', -1, balance, $3, 'virtual_try_on', now() from charged
  ), made as (
    insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged, created_at)
    select $3, $1, $4, 0, 'virtual_try_on', 'v6', 'standard', $5::jsonb, 'pending', 1, 1, now() from charged
  ), queued as (
    insert into queue_entries (job_id, lane, workspace_id, turn) select $3, 'sandbox', $1, 0 from charged
  )
  insert into idempotency_receipts (workspace_id, key, method, path, body_hash, status, response, created_at)
  select $1, $6, 'POST', '/v1/images/virtual-try-on', $7, 202, $8, now() from charged`;

async function submitRaw({
  databaseUrl,
  workspaceIds,
  input,
  connections,
  inFlight,
  seconds,
}: RawOrder): Promise<LoadResult> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const order = JSON.stringify(input);
  const hash = Buffer.alloc(32, 7);
  const response = JSON.stringify({ jobs: [{ id: randomUUID(), status: 'pending', filler: 'x'.repeat(200) }] });
  const times: number[] = [];
  let turn = 0;
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const line = async () => {
    while (performance.now() < endMs) {
      const askedMs = performance.now();
      const values = [
        workspaceIds[turn++ % workspaceIds.length],
        randomUUID(),
        randomUUID(),
        randomUUID(),
        order,
        randomUUID(),
        hash,
        response,
      ];
      await pool.query({ name: 'submit', text: STATEMENT, values });
      times.push(performance.now() - askedMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, line));
  const took = (performance.now() - startMs) / 1000;
  const result = resultOf(times, took, process.cpuUsage(cpuBefore), 0);
  await pool.end();
  return result;
}

process.stdout.write(`${JSON.stringify(await submitRaw(JSON.parse(process.argv[2] ?? '{}')))}\n`);
process.disconnect?.();

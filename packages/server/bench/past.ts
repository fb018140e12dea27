import type { Customer } from './customers.ts';
import type { BenchDatabase } from './rig.ts';

/** Days over which past jobs are spread. */
const DAYS = 100;

/** One of this many jobs failed and was refunded, and one of that many made a version of an image. */
const FAILED_EACH = 50;
const VERSION_EACH = 10;

/** Tables that are filled. */
const TABLES = ['jobs', 'media', 'ledger_entries', 'idempotency_receipts', 'image_versions'] as const;

/**
 * UUIDv7 of the moment of the job `n`, ordered by time as the service's own. `kind` (one digit) tells the kind of its
 * row.
 */
const ID = `create function pg_temp.past_id(n bigint, moment timestamptz, kind text) returns uuid immutable language
  sql as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
    || '8' || kind || substr(md5(n::text), 1, 14))::uuid
$$`;

/** Moments and workspaces of the past jobs, from the oldest to one that ended an hour ago. */
const PAST = `create temporary table past as
  select n, moment, ws[1 + n % array_length(ws, 1)] as workspace_id, n % ${FAILED_EACH} = 7 as failed, n %
    ${VERSION_EACH} = 3 as versioned,
    pg_temp.past_id(n, moment, '1') as job_id, pg_temp.past_id(n, moment, '2') as media_id, pg_temp.past_id(n, moment,
      '3') as request_id
  from (select n, now() - interval '1 hour' - (($1::bigint - n)::float8 / $1::bigint) * interval '${DAYS} days' as
    moment, $2::uuid[] as ws from generate_series(1, $1::bigint) n) each`;

const ROWS: readonly string[] = [
  `insert into media (id, workspace_id, kind, origin, token, storage_key, file_name, mime_type, width, height,
       size_bytes, sha256, created_at)
   select media_id, workspace_id, 'image', 'generated', translate(encode(sha256(media_id::text::bytea), 'base64'),
     '+/=', '-_'), 'results/' || media_id,
     'virtual-try-on-' || right(job_id::text, 8) || '.png', 'image/png', 768, 1024, 900000 + n % 400000,
       sha256(n::text::bytea), moment + interval '4 seconds'
   from past where not failed order by n`,
  `insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, engine,
       attempt, progress, price, charged,
     media_id, failure_code, failure_message, created_at, started_at, finished_at)
   select job_id, workspace_id, request_id, 0, 'virtual_try_on', 'v6', 'standard',
     jsonb_build_object('operation', 'virtual_try_on', 'model', 'v6', 'resolution', 'standard', 'aspectRatio', null,
       'seed', null, 'prompt', '', 'options', '{}'::jsonb,
       'pictures', jsonb_build_array(jsonb_build_object('role', 'person', 'mediaId', media_id, 'url', null, 'pointer',
         '/person_image_id'),
         jsonb_build_object('role', 'garment', 'mediaId', media_id, 'url', null, 'pointer', '/outfit_image_ids/0')),
       'origin', jsonb_build_object('request', request_id)),
     case when failed then 'failed' else 'completed' end, 'embedded', 1, case when failed then 0.5 else 1 end, 100,
       case when failed then 0 else 100 end,
     case when failed then null else media_id end, case when failed then 'generation_failed' end, case when failed
       then 'The engine broke on this job 3 times.' end,
     moment, moment + interval '1 second', moment + interval '4 seconds'
   from past order by n`,
  `insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
   select pg_temp.past_id(n, moment, '4'), workspace_id, 'charge', -100, 1000000000 - 100, job_id, 'virtual_try_on',
     moment from past order by n`,
  `insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
   select pg_temp.past_id(n, moment, '5'), workspace_id, 'refund', 100, 1000000000, job_id, 'generation_failed',
     moment + interval '4 seconds' from past where failed order by n`,
  `insert into image_versions (id, workspace_id, parent_media_id, job_id, created_at)
   select pg_temp.past_id(n, moment, '6'), workspace_id, lag(media_id) over (order by n), job_id, moment from past
     where versioned and not failed order by n offset 1`,
  // Receipts live for a day.
  `insert into idempotency_receipts (workspace_id, key, method, path, body_hash, status, response, created_at)
   select workspace_id, request_id::text, 'POST', '/v1/images/virtual-try-on', sha256(n::text::bytea), 202,
     json_build_object('jobs', json_build_array(json_build_object(
     'id', job_id, 'status', 'pending', 'task', 'virtual_try_on', 'created_at', moment, 'result', null, 'error', null,
       'credits_used', 1, 'progress', 0, 'warnings', '[]'::json)))::text, moment
   from past where moment > now() - interval '1 day' order by n`,
];

/**
 * Writes jobs that ended, with everything the service keeps of them: media, ledger entries, versions, and receipts as
 * far as they are not swept yet. Then it vacuums and analyses. It builds indexes after the rows, and does not check
 * references.
 */
export async function fillPast({ client }: BenchDatabase, customers: readonly Customer[], jobs: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any ($1::regclass[])
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [TABLES],
  );
  await client.query('begin');
  for (const setting of ['session_replication_role = replica', `maintenance_work_mem = '256MB'`, `work_mem = '64MB'`])
    await client.query(`set local ${setting}`);
  await client.query(ID);
  const workspaceIds = customers.map(({ workspaceId }) => workspaceId);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(PAST, [jobs, workspaceIds]);
  for (const text of ROWS) await client.query(text, text.includes('$1') ? [jobs] : []);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('drop table past');
  await client.query('commit');
  await client.query(`vacuum (analyze) ${TABLES.join(', ')}, workspaces`);
  await client.query('checkpoint');
}

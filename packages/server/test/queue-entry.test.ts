import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.stop());

const ENQUEUE = {
  'a submission': `select enqueue_works_1(array[jsonb_populate_record(null::wanted_work_1,
    jsonb_build_object('place', 1, 'lane', $1::text, 'workspace', $2::uuid, 'job_ids', $3::uuid[]))])`,
  'a rescue': 'select enqueue_jobs_1($1, $2, $3)',
};

test.each(Object.entries(ENQUEUE))('an entry that %s writes is the one pg-boss would write', async (_, enqueue) => {
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  const boss = new PgBoss({ connectionString: service.database.url, schema: 'queue', supervise: false, schedule: false });
  await boss.start();
  try {
    const { id: workspaceId } = await service.workspace();
    const [ours, theirs] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
    await client.query('begin');
    await client.query(enqueue, ['work', workspaceId, [ours]]);
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
    const turn = await client.query('select priority from queue.job where id = $1', [ours]);
    await boss.insert('work', [{ id: theirs, priority: turn.rows[0].priority, group: { id: workspaceId } }], { db });
    const { rows } = await client.query('select to_jsonb(j) - $3 as entry from queue.job j where id in ($1, $2) order by id', [
      ours,
      theirs,
      'id',
    ]);
    await client.query('rollback');
    expect(rows).toHaveLength(2);
    expect(rows[0].entry).toEqual(rows[1].entry);
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
  }
});

import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_SECONDS } from '../../src/database/queue-entries.ts';
import { folderStore } from '../../src/media/store/folder.ts';
import type { MediaStore } from '../../src/media/store/port.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Books, readBooks } from './books.ts';
import { fullSpans } from './full.ts';
import { type Entry, gapsBetween, type Kill, rescuesOf } from './journal.ts';
import type { Order } from './orders.ts';
import { messageName } from './receiver.ts';
import { runChaos } from './run.ts';
import { singleTarget } from './single-target.ts';
import { judge, type Witnesses } from './verdict.ts';

const WORK: Order = { name: 'plain work', prompt: 'sandbox:delay=1', ends: 'completed' };
const FAILURE: Order = { name: 'asked to fail', prompt: 'sandbox:fail=generation_failed', ends: 'failed' };

/** Kills of the short run. */
const KILLS = 4;

describe('the verdict', () => {
  let service: TestService;
  let client: pg.Client;
  let store: MediaStore;
  let witnesses: Witnesses;
  let [done, failed, picture] = ['', '', ''];

  beforeAll(async () => {
    service = await startTestService();
    client = await service.database.connect();
    store = await folderStore(path.join(service.data, 'media'));
    const workspace = await service.workspace();
    picture = await workspace.image();
    const submit = async ({ prompt }: Order): Promise<string> => {
      const request = { person_image_id: picture, outfit_image_ids: [picture], prompt };
      const { body } = await workspace.post('/v1/images/virtual-try-on', request);
      await workspace.final(body.jobs[0].id);
      return body.jobs[0].id;
    };
    [done, failed] = [await submit(WORK), await submit(FAILURE)];
    witnesses = {
      acknowledged: new Map([
        [done, WORK],
        [failed, FAILURE],
      ]),
      uploads: [picture],
      workspaces: [workspace.id],
      refused: [],
      messages: new Map([
        [messageName(done, 'job.completed'), 1],
        [messageName(failed, 'job.failed'), 2],
      ]),
      journal: [entry(done, 'taken', 'a', 0), entry(done, 'ended', 'a', 1), entry(failed, 'ended', 'a', 1)],
      rescues: [],
      died: [],
      away: [],
    };
  });
  afterAll(async () => {
    await client.end();
    await service.stop();
  });

  const read = (): Promise<Books> => readBooks({ client, store, temporaryFolders: [] });
  /** The found faults, each with its evidence. */
  const found = (books: Books, seen: Witnesses = witnesses) =>
    judge(books, seen).flatMap(({ wrong, cases }) => cases.map((one) => `${wrong}: ${one}`));

  test('finds nothing wrong where nothing is', async () => {
    expect(found(await read())).toEqual([]);
  });

  describe('finds what is planted in the database and the store', () => {
    // All of it is taken back: the service goes on with its own books.
    beforeEach(() => client.query('begin'));
    afterEach(() => client.query('rollback'));
    const planted = async (statement: string, values: unknown[] = []): Promise<string[]> => {
      await client.query(statement, values);
      return found(await read());
    };

    test('a lost job', async () => {
      const wrongs = await planted('delete from jobs where id = $1', [done]);
      expect(wrongs).toContainEqual(`acknowledged jobs that are lost: ${done} (plain work)`);
      expect(wrongs.join()).toContain('results that belong to no job');
    });

    test('a job that never ends', async () => {
      const wrongs = await planted(
        `update jobs set status = 'pending', finished_at = null, media_id = null, progress = 0, started_at = null where id = $1`,
        [done],
      );
      expect(wrongs).toContainEqual(expect.stringContaining(`jobs that have not ended: ${done}`));
    });

    test('a job that ended otherwise than ordered', async () => {
      const wrongs = await planted(
        `update jobs set status = 'failed', charged = 0, media_id = null, failure_code = 'internal_error', failure_message = 'x' where id = $1`,
        [done],
      );
      expect(wrongs).toContainEqual(expect.stringContaining(`jobs that ended otherwise than ordered: ${done}`));
      expect(wrongs).toContainEqual(expect.stringContaining(`jobs whose refunds do not fit their end: ${done}`));
      expect(wrongs).toContainEqual(expect.stringContaining(`ends that a webhook was not told of: ${done}`));
    });

    test.each(['charge', 'refund'])('a second %s', async (kind) => {
      await client.query('drop index ledger_entries_once');
      const wrongs = await planted(
        `insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, created_at)
         select gen_random_uuid(), workspace_id, kind, amount, balance_after, job_id, now() from ledger_entries where job_id = $1 and kind = $2`,
        [failed, kind],
      );
      const what = kind === 'charge' ? 'jobs charged otherwise than once' : 'jobs whose refunds do not fit their end';
      expect(wrongs).toContainEqual(expect.stringContaining(`${what}: ${failed}`));
      expect(wrongs.join()).toContain('workspaces whose ledger is not their balance');
    });

    test('a balance that was written wrong', async () => {
      const wrongs = await planted('update ledger_entries set balance_after = balance_after + 1 where job_id = $1', [
        done,
      ]);
      expect(wrongs.join()).toContain('ledger entries whose balance does not follow from the one before');
    });

    test('bytes that no row names, and a row without bytes', async () => {
      await store.put('results/nobody-knows-me', new Uint8Array([1]), { sizeBytes: 1, contentType: 'image/png' });
      const { rows } = await client.query('select storage_key from media where id = $1', [picture]);
      const wrongs = await planted('update media set storage_key = $2 where id = $1', [
        picture,
        'uploads/not-there-at-all',
      ]);
      await store.delete('results/nobody-knows-me');
      expect(wrongs).toContainEqual('bytes in the store that no row names: results/nobody-knows-me');
      expect(wrongs).toContainEqual(`bytes in the store that no row names: ${rows[0].storage_key}`);
      expect(wrongs).toContainEqual(expect.stringContaining('of another size: uploads/not-there-at-all'));
    });
  });

  test('finds what customers and the outside saw', async () => {
    const wrongs = found(await read(), {
      ...witnesses,
      messages: new Map([[messageName(done, 'job.failed'), 1]]),
      journal: [entry(done, 'ended', 'a', 1), entry(done, 'ended', 'b', 2), entry(failed, 'changed', 'b', 2)],
      rescues: [
        { job: done, who: 'worker-1.1', ms: 31_000, freeMs: 20_100, passed: 0 },
        { job: done, who: 'worker-1.2', ms: 31_000, freeMs: 20_000, passed: 0 },
      ],
      refused: ['/v1/images/virtual-try-on: 400'],
      died: ['api-1.1 ended with 1'],
      away: ['a full disk'],
    });
    expect(wrongs).toEqual([
      `jobs that ended more than once: ${done}: ended by a, ended by b`,
      `jobs that ended more than once: ${failed}: changed by b`,
      `ends that a webhook was not told of: ${done} completed after 1 attempts`,
      expect.stringContaining(`ends that a webhook was not told of: ${failed} failed`),
      `messages of ends that never were: ${done} job.failed, but the job is completed`,
      'requests refused though nothing was wrong with them: /v1/images/virtual-try-on: 400',
      `jobs of killed processes that waited longer than 20 s: ${done}, held by worker-1.1: 20.1 s less its wait for a slot, 31.0 s in all`,
      'processes that ended by themselves: api-1.1 ended with 1',
      'faults the service did not get over by itself in time: a full disk',
    ]);
  });
});

describe('the time until a job of a killed process runs again', () => {
  const kill: Kill = { who: 'a', atMs: 100 };

  test('is from the kill to the next start elsewhere', () => {
    const journal = [entry('1', 'fetched', 'a', 10), entry('1', 'taken', 'a', 20), entry('1', 'taken', 'b', 5_100)];
    expect(rescuesOf(journal, [kill], [], never)).toEqual([
      { job: '1', who: 'a', ms: 5_000, freeMs: 5_000, passed: 0 },
    ]);
  });

  test('counts what the killed process had sent and the database wrote later', () => {
    const journal = [entry('1', 'taken', 'a', 103), entry('1', 'fetched', 'b', 200), entry('1', 'taken', 'b', 300)];
    expect(rescuesOf(journal, [kill], [], never)).toEqual([{ job: '1', who: 'a', ms: 200, freeMs: 200, passed: 0 }]);
  });

  test('leaves out jobs that it had ended, handed back or never held', () => {
    const journal = [
      ...[entry('1', 'taken', 'a', 10), entry('1', 'ended', 'a', 20)],
      ...[entry('2', 'taken', 'a', 10), entry('2', 'back', 'a', 20), entry('2', 'taken', 'b', 200)],
      ...[entry('3', 'taken', 'b', 10), entry('3', 'taken', 'b', 200)],
    ];
    expect(rescuesOf(journal, [kill], [], never)).toEqual([]);
  });

  test('leaves out the time in which nothing could be done, once however often it is named', () => {
    const journal = [entry('1', 'taken', 'a', 10), entry('1', 'taken', 'b', 1_100)];
    const away = [
      { fromMs: 0, toMs: 300 },
      { fromMs: 200, toMs: 400 },
      { fromMs: 1_000, toMs: 9_000 },
    ];
    expect(rescuesOf(journal, [kill], away, never)).toEqual([{ job: '1', who: 'a', ms: 600, freeMs: 600, passed: 0 }]);
    const up = [
      { fromMs: 0, toMs: 100 },
      { fromMs: 50, toMs: 200 },
      { fromMs: 300, toMs: Number.POSITIVE_INFINITY },
    ];
    expect(gapsBetween(up)).toEqual([{ fromMs: 200, toMs: 300 }]);
  });

  describe('tells its wait for a free slot from the rest', () => {
    const fullOf = (lane: string) => (lane === 'sandbox' ? [{ fromMs: 300, toMs: 700 }] : []);
    const freeMs = (...moves: Entry[]) =>
      rescuesOf([...held, ...moves], [kill], [], fullOf).map((rescue) => rescue.freeMs);
    const held = [entry('1', 'fetched', 'a', 10, 'sandbox'), entry('1', 'taken', 'a', 20)];
    const left = (atMs: number) => entry('1', 'left', 'c', atMs, 'sandbox');
    const fetched = (atMs: number, lane = 'sandbox') => entry('1', 'fetched', 'b', atMs, lane);
    const taken = (atMs: number) => entry('1', 'taken', 'b', atMs);

    test('which is the time in which its lane was full', () => {
      expect(freeMs(left(200), fetched(1_100), taken(1_100))).toEqual([600]);
    });

    test('and begins only when it is back in the queue', () => {
      expect(freeMs(left(600), fetched(1_100), taken(1_100))).toEqual([900]);
      expect(freeMs(left(800), fetched(1_100), taken(1_100))).toEqual([1_000]);
    });

    test('and ends when it is fetched, though it may not be started then', () => {
      expect(freeMs(left(200), fetched(400), taken(1_100))).toEqual([900]);
      expect(freeMs(left(200), fetched(400), left(650), fetched(1_100), taken(1_100))).toEqual([850]);
    });

    test('in the lane in which it waits', () => {
      expect(freeMs(left(200), fetched(1_100, 'work'), taken(1_100))).toEqual([1_000]);
    });
  });

  test('counts the fresh jobs that were handed out while it was back in the queue', () => {
    const fetched = (job: string, atMs: number, lane = 'work') => entry(job, 'fetched', 'b', atMs, lane);
    const journal = [
      ...[fetched('0', 5), entry('1', 'taken', 'a', 20), fetched('2', 150), entry('1', 'left', 'c', 200, 'work')],
      ...[fetched('3', 250), fetched('0', 300), fetched('4', 350, 'sandbox'), fetched('1', 400), fetched('5', 450)],
      entry('1', 'taken', 'b', 500),
    ];
    expect(rescuesOf(journal, [kill], [], never).map(({ passed }) => passed)).toEqual([1]);
  });

  test('ends for one kill where the next holder is killed before it can start it, and begins again', () => {
    const journal = [
      ...[entry('1', 'taken', 'a', 20), entry('1', 'left', 'c', 200, 'work'), entry('1', 'fetched', 'b', 300, 'work')],
      ...[
        entry('1', 'left', 'c', 900, 'work'),
        entry('1', 'fetched', 'c', 1_000, 'work'),
        entry('1', 'taken', 'c', 1_100),
      ],
    ];
    expect(rescuesOf(journal, [kill, { who: 'b', atMs: 400 }], [], never)).toEqual([
      { job: '1', who: 'a', ms: 300, freeMs: 300, passed: 0 },
      { job: '1', who: 'b', ms: 700, freeMs: 700, passed: 0 },
    ]);
    // One that had let it go before it was killed changes nothing.
    expect(rescuesOf(journal, [kill, { who: 'b', atMs: 950 }], [], never)).toEqual([
      { job: '1', who: 'a', ms: 1_000, freeMs: 1_000, passed: 0 },
    ]);
  });
});

describe('the time in which a lane is full', () => {
  const up = (who: string, fromMs: number, toMs = Number.POSITIVE_INFINITY) => ({ who, fromMs, toMs });
  const begun = (job: string, who: string, atMs: number) => [
    entry(job, 'fetched', who, atMs - 1, 'work'),
    entry(job, 'taken', who, atMs),
  ];
  const left = (job: string, who: string, atMs: number) => entry(job, 'left', who, atMs, 'work');

  test('lasts while each worker that is up works on as many jobs as it can', () => {
    const journal = [
      ...begun('1', 'a', 10),
      ...begun('2', 'b', 20),
      left('1', 'a', 50),
      ...begun('3', 'a', 60),
      left('2', 'b', 90),
      left('3', 'a', 95),
    ];
    expect(fullSpans(journal, [up('a', 0), up('b', 0)], 'work', 1)).toEqual([
      { fromMs: 20, toMs: 50 },
      { fromMs: 60, toMs: 90 },
    ]);
  });

  test('ends when a worker comes up, and knows nothing of what dead workers hold', () => {
    const journal = [...begun('1', 'a', 10), ...begun('2', 'b', 20), left('2', 'b', 60), left('1', 'c', 20_000)];
    expect(fullSpans(journal, [up('a', 0, 40), up('b', 0, 60), up('c', 50)], 'work', 1)).toEqual([
      { fromMs: 20, toMs: 50 },
    ]);
  });

  test('does not count a job that was fetched and never started', () => {
    const journal = [entry('1', 'fetched', 'a', 10, 'work'), left('1', 'a', 90)];
    expect(fullSpans(journal, [up('a', 0)], 'work', 1)).toEqual([]);
  });

  test.each(['ended', 'back'] as const)('does not count a job that is %s and still holds its entry', (what) => {
    const journal = [...begun('1', 'a', 10), entry('1', what, 'a', 50), left('1', 'a', 90)];
    expect(fullSpans(journal, [up('a', 0)], 'work', 1)).toEqual([{ fromMs: 10, toMs: 50 }]);
  });

  test('does not count a job of a living worker that others took away from it, from its last sign of life on', () => {
    const silenceMs = LEASE_SECONDS * 1000;
    const takenAway = (atMs: number) => [...begun('1', 'a', 10), left('1', 'b', atMs)];
    expect(fullSpans(takenAway(silenceMs + 50), [up('a', 0)], 'work', 1)).toEqual([{ fromMs: 10, toMs: 50 }]);
    expect(fullSpans(takenAway(silenceMs - 50), [up('a', 0)], 'work', 1)).toEqual([]);
  });

  test('never begins in another lane, or where one slot is free', () => {
    const journal = [...begun('1', 'a', 10), left('1', 'a', 90)];
    expect(fullSpans(journal, [up('a', 0)], 'work', 1)).toHaveLength(1);
    expect(fullSpans(journal, [up('a', 0)], 'sandbox', 1)).toEqual([]);
    expect(fullSpans(journal, [up('a', 0)], 'work', 2)).toEqual([]);
  });
});

test('a service killed again and again, and its database with it, keeps its books', async () => {
  const target = await singleTarget();
  try {
    const outcome = await runChaos(
      { ...target, faults: [] },
      { seed: 7, minutes: 2, killsMax: KILLS, killPauseMs: 700, customers: { sandbox: 1, breaking: 1 } },
    );
    // How long things took is for quiet machines to say: `npm run chaos`.
    expect(outcome.checks.filter(({ cases, isTimed }) => cases.length > 0 && !isTimed)).toEqual([]);
    expect(Object.values(outcome.kills).reduce((sum, number) => sum + number, 0)).toBeGreaterThanOrEqual(KILLS);
    expect(outcome.facts['jobs acknowledged']).toBeGreaterThan(0);
  } finally {
    await target.stop();
  }
});

function entry(job: string, what: Entry['what'], who: string, atMs: number, lane: string | null = null): Entry {
  return { job, what, who, atMs, lane };
}

/** No lane was ever full. */
function never(): [] {
  return [];
}

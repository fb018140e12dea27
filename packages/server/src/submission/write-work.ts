import { sql } from 'kysely';
import { overKeyLimit } from '../accounts/key-months.ts';
import { insufficientCredits } from '../accounts/ledger.ts';
import type { Plan } from '../accounts/plans.ts';
import { type Database, isDatabaseAway, type Queryable } from '../database/connection.ts';
import { inGroups } from '../database/groups.ts';
import type { Lane } from '../database/queue-entries.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import { storageFull } from '../media/storage-use.ts';
import type { WorkOrder } from '../work-order.ts';
import { tooManyUnfinished } from './options.ts';
import {
  answersSince,
  type FoundAnswer,
  type IdempotencyClaim,
  type RecordedAnswer,
  sameRequest,
} from './recorded-answer.ts';

/** Requests written by one statement. */
const GROUP_SIZE = 32;

/** Statements at once: while one waits for the disk at its commit, the next is at work. */
const GROUPS_AT_ONCE = 2;

/** The work of one request, about to be written. */
export interface NewWork {
  readonly workspaceId: string;
  /** The key that asks for it, or null. */
  readonly keyId: string | null;
  readonly order: WorkOrder;
  readonly jobs: readonly JobRow[];
  /** Where the jobs will wait. */
  readonly lane: Lane;
  readonly plan: Plan;
  /** Internal units of each job. */
  readonly price: number;
  readonly now: Date;
  /** Null where the request named no key. */
  readonly claim: IdempotencyClaim | null;
  /** The answer, kept with the key; null where the answer is made of rows that are still to be written. */
  readonly recorded: RecordedAnswer | null;
}

/**
 * Charges, writes and queues work in one transaction, and resolves to null. Where the request was made before, it
 * writes nothing and resolves to the recorded answer of that time. Throws a Fault for everything the caller can mend;
 * then it writes nothing.
 */
export type WriteWork = (work: NewWork) => Promise<RecordedAnswer | null>;

/** The verdict of `submit_work` on a request. `submit-work.sql` explains each. */
interface Verdict extends FoundAnswer {
  readonly place: number;
  readonly verdict:
    | 'submitted'
    | 'in_progress'
    | 'earlier'
    | 'busy'
    | 'insufficient'
    | 'over_key'
    | 'full'
    | 'too_many';
  readonly number: number;
}

/**
 * Writes the work of requests that come at the same moment by one statement with one commit. Work of one workspace is
 * written one after the other, as its row is locked until the commit anyway. Where another transaction has that lock,
 * the request is written by itself, and no other request waits for it.
 */
export function workWriter(db: Database): WriteWork {
  const claimed = new Set<string>();
  const write = inGroups<NewWork, RecordedAnswer | null>(
    async (works) => {
      try {
        const verdicts = await verdictsOn(db, works, works.length === 1);
        return works.map(async (work, index) => {
          const verdict = verdicts[index];
          return verdict?.verdict === 'busy' ? writeWorkWithin(db, work) : outcomeOf(work, verdict);
        });
      } catch (error) {
        if (works.length === 1 || isDatabaseAway(error)) throw error;
        // One that cannot be written, as its workspace was just deleted, has undone them all: nothing is written yet.
        return works.map((work) => writeWorkWithin(db, work));
      }
    },
    { sizeMax: GROUP_SIZE, concurrency: GROUPS_AT_ONCE, keyOf: ({ workspaceId }) => workspaceId },
  );
  return async (work) => {
    if (!work.claim) return write(work);
    const claim = `${work.workspaceId} ${work.claim.key}`;
    // The database tells a request that another process has this key at work. This tells it within the process.
    if (claimed.has(claim)) throw inProgress();
    claimed.add(claim);
    return write(work).finally(() => claimed.delete(claim));
  };
}

function inProgress(): Fault {
  return new Fault('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
}

/** Writes work by itself, within the caller's transaction where there is one. */
export async function writeWorkWithin(db: Queryable, work: NewWork): Promise<RecordedAnswer | null> {
  const [verdict] = await verdictsOn(db, [work], true);
  return outcomeOf(work, verdict);
}

/**
 * Submits works of different workspaces, in the order of their workspaces: two statements then wait for each other in
 * one direction only. `waits` says whether to wait for a workspace that is locked.
 */
async function verdictsOn(
  db: Queryable,
  works: readonly NewWork[],
  waits: boolean,
): Promise<readonly (Verdict | undefined)[]> {
  const { rows } = await sql<Verdict>`
    select w.place, v.verdict, v.number, (v.earlier).status, (v.earlier).response, (v.earlier).method, (v.earlier).path,
      (v.earlier).body_hash
    from (
      select * from jsonb_to_recordset(${JSON.stringify(works.map(asRow))}::jsonb) as each (
        place integer, workspace uuid, jobs jsonb, entry_ids uuid[], lane text, unfinished_max integer, held_max bigint,
        recorded jsonb, answers_since timestamptz
      ) order by workspace
    ) as w,
    lateral submit_work(
      w.workspace, array(select j from jsonb_populate_recordset(null::jobs, w.jobs) j), w.entry_ids, w.lane, w.unfinished_max,
      w.held_max, jsonb_populate_record(null::idempotency_receipts, w.recorded), w.answers_since, ${waits}
    ) as v`.execute(db);
  const verdicts = new Map(rows.map((row) => [row.place, row]));
  return works.map((_, index) => verdicts.get(index + 1));
}

/** The arguments of `submit_work`, and the place of the request. */
function asRow({ workspaceId, keyId, order, jobs, lane, plan, price, now, claim, recorded }: NewWork, index: number) {
  const submission = newId();
  const { operation, model, resolution } = order;
  return {
    place: index + 1,
    workspace: workspaceId,
    jobs: jobs.map(({ id, position }) => ({
      id,
      position,
      submission_id: submission,
      operation,
      model,
      resolution,
      input: order,
      api_key_id: keyId,
      price,
      created_at: now,
    })),
    entry_ids: jobs.map(() => newId()),
    lane,
    unfinished_max: plan.unfinishedJobsMax,
    held_max: plan.heldBytesMax,
    recorded: claim &&
      recorded && {
        workspace_id: workspaceId,
        key: claim.key,
        method: claim.method,
        path: claim.path,
        body_hash: `\\x${claim.bodyDigest.toString('hex')}`,
        ...recorded,
        created_at: now,
      },
    answers_since: answersSince(now),
  };
}

/** The earlier recorded answer, or null if the work was written now. Throws the reason that prevents the writing. */
function outcomeOf({ claim, jobs, plan, price, now }: NewWork, found: Verdict | undefined): RecordedAnswer | null {
  switch (found?.verdict) {
    case 'submitted':
      return null;
    case 'earlier':
      if (!claim) break;
      return sameRequest(claim, found);
    case 'in_progress':
      throw inProgress();
    case 'insufficient':
      throw insufficientCredits(price * jobs.length, found.number ?? 0);
    case 'over_key':
      throw overKeyLimit(price * jobs.length, found.number, now);
    case 'full':
      throw storageFull(plan, found.number);
    case 'too_many':
      throw tooManyUnfinished(plan, found.number + jobs.length);
    case 'busy':
    case undefined:
      break;
  }
  throw new Error('the database gave no verdict on a submission');
}

import { sql } from 'kysely';
import { insufficientCredits } from '../accounts/ledger.ts';
import type { Plan } from '../accounts/plans.ts';
import { type Database, isDatabaseAway, type Queryable } from '../database/connection.ts';
import { inGroups } from '../database/groups.ts';
import type { Lane } from '../database/queue.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { WorkOrder } from '../jobs/work-order.ts';
import { tooManyUnfinished } from './options.ts';
import { type FoundReceipt, type IdempotencyClaim, type Receipt, receiptsSince, sameRequest } from './receipt.ts';

/** Requests written by one statement. */
const GROUP_SIZE = 32;

/** Statements at once: while one waits for the disk at its commit, the next is at work. */
const GROUPS_AT_ONCE = 2;

/** The work of one request, about to be written. */
export interface NewWork {
  readonly workspaceId: string;
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
  /** The answer, to be kept with the key; null where it is made of what was written. */
  readonly receipt: Receipt | null;
}

/** The answer, and whether it is one that was given before. */
export interface SubmissionOutcome extends Receipt {
  readonly replayed: boolean;
}

/**
 * Charges, writes and queues work in one transaction, or says why not: throws a Fault for everything the caller can mend; then
 * nothing was written.
 */
export type EnterWork = (work: NewWork) => Promise<SubmissionOutcome>;

/** What `submit_works_1` says of each request; the migration of `submit_work_1` tells what each verdict means. */
interface Verdict extends FoundReceipt {
  readonly place: number;
  readonly verdict: 'submitted' | 'in_progress' | 'earlier' | 'busy' | 'insufficient' | 'too_many';
  readonly number: number;
}

/**
 * Enters the work of requests that come at the same moment by one statement with one commit. Work of one workspace is entered one after
 * the other, as its row is locked until the commit anyway; where another transaction has that lock, nobody else waits for it.
 */
export function workEntrance(db: Database): EnterWork {
  const claimed = new Set<string>();
  const enter = inGroups<NewWork, SubmissionOutcome>(
    async (works) => {
      try {
        const verdicts = await verdictsOn(db, works, works.length === 1);
        return works.map(async (work, index) => {
          const verdict = verdicts[index];
          return verdict?.verdict === 'busy' ? enterWithin(db, work) : outcomeOf(work, verdict);
        });
      } catch (error) {
        if (works.length === 1 || isDatabaseAway(error)) throw error;
        // One that cannot be written, as its workspace was just deleted, has undone them all: nothing is written yet.
        return works.map((work) => enterWithin(db, work));
      }
    },
    { sizeMax: GROUP_SIZE, concurrency: GROUPS_AT_ONCE, keyOf: ({ workspaceId }) => workspaceId },
  );
  return async (work) => {
    if (!work.claim) return enter(work);
    const claim = `${work.workspaceId} ${work.claim.key}`;
    // A twin of a request that takes its time is told so at once, as it is by the database where the other one came to another process.
    if (claimed.has(claim)) throw inProgress();
    claimed.add(claim);
    return enter(work).finally(() => claimed.delete(claim));
  };
}

function inProgress(): Fault {
  return new Fault('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
}

/** Enters work by itself, within the caller's transaction where there is one. */
export async function enterWithin(db: Queryable, work: NewWork): Promise<SubmissionOutcome> {
  const [verdict] = await verdictsOn(db, [work], true);
  return outcomeOf(work, verdict);
}

/** What becomes of works of different workspaces; `waits`: for a workspace that is locked. Indexes: those the function names. */
async function verdictsOn(db: Queryable, works: readonly NewWork[], waits: boolean): Promise<readonly (Verdict | undefined)[]> {
  const { rows } = await sql<Verdict>`
    select place, verdict, number, status, response, method, path, body_hash
    from submit_works_1(${JSON.stringify(works.map(asWanted))}::jsonb, ${waits})`.execute(db);
  const verdicts = new Map(rows.map((row) => [row.place, row]));
  return works.map((_, index) => verdicts.get(index + 1));
}

/** The fields of `wanted_work_1`. */
function asWanted({ workspaceId, order, jobs, lane, plan, price, now, claim, receipt }: NewWork, index: number) {
  return {
    place: index + 1,
    workspace: workspaceId,
    lane,
    moment: now,
    unfinished_max: plan.unfinishedJobsMax,
    claimed_key: claim?.key,
    claimed_method: claim?.method,
    claimed_path: claim?.path,
    claimed_hash: claim && `\\x${claim.bodyHash.toString('hex')}`,
    receipts_since: receiptsSince(now),
    answer_status: receipt?.status,
    answer: receipt?.response,
    job_ids: jobs.map(({ id }) => id),
    submission: newId(),
    entry_ids: jobs.map(() => newId()),
    job_price: price,
    job_operation: order.operation,
    job_model: order.model,
    job_resolution: order.resolution,
    job_input: order,
  };
}

function outcomeOf({ claim, jobs, plan, price }: NewWork, found: Verdict | undefined): SubmissionOutcome {
  switch (found?.verdict) {
    case 'submitted':
      return { status: found.status, response: found.response, replayed: false };
    case 'earlier':
      if (!claim) break;
      return { ...sameRequest(claim, found), replayed: true };
    case 'in_progress':
      throw inProgress();
    case 'insufficient':
      throw insufficientCredits(price * jobs.length, found.number);
    case 'too_many':
      throw tooManyUnfinished(plan, found.number + jobs.length);
    case 'busy':
    case undefined:
      break;
  }
  throw new Error('the database gave no verdict on a submission');
}

import { sql } from 'kysely';
import { insufficientCredits, overKeyLimit } from '../accounts/ledger.ts';
import type { Plan } from '../accounts/plans.ts';
import { rowsOf } from '../database/columns.ts';
import { type Database, isDatabaseAway, type Queryable } from '../database/connection.ts';
import { inGroups } from '../database/groups.ts';
import type { Lane } from '../database/queue-entries.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import { storageFull } from '../media/storage-use.ts';
import type { WorkOrder } from '../work-order.ts';
import { tooManyUnfinished } from './options.ts';
import { answersSince, findRecordedAnswer, type IdempotencyClaim, type RecordedAnswer } from './recorded-answer.ts';

/** Most requests that one statement writes. */
const GROUP_SIZE = 32;

/** Statements that run at once: while one waits for the disk at its commit, the next one works. */
const GROUPS_AT_ONCE = 2;

/** The work of one request, about to be written. */
export interface NewWork {
  readonly workspaceId: string;
  /** The API key of the request, or null. */
  readonly keyId: string | null;
  readonly order: WorkOrder;
  readonly jobs: readonly JobRow[];
  /** The lane of the queue in which the jobs wait. */
  readonly lane: Lane;
  readonly plan: Plan;
  /** Internal units of each job. */
  readonly price: number;
  readonly now: Date;
  /** Null if the request has no idempotency key. */
  readonly claim: IdempotencyClaim | null;
  /** The answer, which is recorded with the key; null if the answer is read from the written rows. */
  readonly recorded: RecordedAnswer | null;
}

/**
 * Charges, writes and queues work in one transaction, and resolves to null. If the request is a repeated one, it writes
 * nothing and resolves to the recorded answer. Throws a Fault for everything that the caller can correct; then it
 * writes nothing.
 */
export type WriteWork = (work: NewWork) => Promise<RecordedAnswer | null>;

/** The verdict on a request. `submit-work.sql` explains each. */
interface Verdict {
  readonly workspace: string;
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
 * Writes the work of simultaneous requests with one statement and one commit. Requests of the same workspace are
 * written one after the other, because the row of the workspace is locked until the commit. If another transaction has
 * that lock, the request is written by itself, so that no other request waits for it.
 */
export function workWriter(db: Database): WriteWork {
  const claimed = new Set<string>();
  const write = inGroups<NewWork, RecordedAnswer | null>(
    async (works) => {
      try {
        const verdicts = await verdictsOn(db, works, works.length === 1);
        return works.map(async (work, index) => {
          const verdict = verdicts[index];
          return verdict?.verdict === 'busy' ? writeWorkWithin(db, work) : outcomeOf(db, work, verdict);
        });
      } catch (error) {
        if (works.length === 1 || isDatabaseAway(error)) throw error;
        // If one request cannot be written, because its workspace was just deleted, the statement writes none.
        return works.map((work) => writeWorkWithin(db, work));
      }
    },
    { sizeMax: GROUP_SIZE, concurrency: GROUPS_AT_ONCE, keyOf: ({ workspaceId }) => workspaceId },
  );
  return async (work) => {
    if (!work.claim) return write(work);
    const claim = `${work.workspaceId} ${work.claim.key}`;
    // The database refuses a key that another process is writing. This refuses it within the process.
    if (claimed.has(claim)) throw inProgress();
    claimed.add(claim);
    return write(work).finally(() => claimed.delete(claim));
  };
}

function inProgress(): Fault {
  return new Fault('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
}

/** Writes the work of one request, in the caller's transaction if there is one. */
export async function writeWorkWithin(db: Queryable, work: NewWork): Promise<RecordedAnswer | null> {
  const [verdict] = await verdictsOn(db, [work], true);
  return outcomeOf(db, work, verdict);
}

/** Submits requests of different workspaces. `waits` says whether to wait for a locked workspace. */
async function verdictsOn(
  db: Queryable,
  works: readonly NewWork[],
  waits: boolean,
): Promise<readonly (Verdict | undefined)[]> {
  const { rows } = await sql<Verdict>`
    select workspace, verdict, number from submit_works(
      ${JSON.stringify(works.map(requestOf))}::jsonb, ${rowsOf('ledger_entries', works.flatMap(chargesOf))},
      ${rowsOf('jobs', works.flatMap(jobsOf))}, ${rowsOf('queue_entries', works.flatMap(entriesOf))},
      ${rowsOf('idempotency_receipts', works.flatMap(receiptOf))}, ${waits}
    )`.execute(db);
  const verdicts = new Map(rows.map((row) => [row.workspace, row]));
  return works.map(({ workspaceId }) => verdicts.get(workspaceId));
}

function requestOf({ workspaceId, keyId, jobs, plan, price, now, claim }: NewWork) {
  return {
    workspace_id: workspaceId,
    receipt_key: claim?.key,
    receipts_since: answersSince(now),
    api_key_id: keyId,
    created_at: now,
    price: price * jobs.length,
    job_count: jobs.length,
    unfinished_max: plan.unfinished_jobs,
    held_max: plan.storage_bytes,
  };
}

/** The charge: a workspace pays for each job at its submission. */
function chargesOf({ workspaceId, order, jobs, price, now }: NewWork) {
  return jobs.map(({ id }) => ({
    id: newId(),
    workspace_id: workspaceId,
    kind: 'charge',
    amount: -price,
    job_id: id,
    reason: order.operation,
    created_at: now,
  }));
}

function jobsOf({ keyId, order, jobs }: NewWork) {
  const submission = { submission_id: newId(), model: order.model, resolution: order.resolution, api_key_id: keyId };
  return jobs.map((job) => ({ ...job, ...submission }));
}

function entriesOf({ workspaceId, jobs, lane }: NewWork) {
  return jobs.map(({ id }) => ({ job_id: id, lane, workspace_id: workspaceId }));
}

function receiptOf({ workspaceId, claim, recorded, now }: NewWork) {
  if (!(claim && recorded)) return [];
  const { key, method, path, bodyDigest } = claim;
  const body_hash = `\\x${bodyDigest.toString('hex')}`;
  return [{ workspace_id: workspaceId, key, method, path, body_hash, ...recorded, created_at: now }];
}

/**
 * The recorded answer of an earlier request, or null if the work was written. Throws the fault of any other verdict.
 */
async function outcomeOf(
  db: Queryable,
  { workspaceId, claim, jobs, plan, price, now }: NewWork,
  found: Verdict | undefined,
): Promise<RecordedAnswer | null> {
  switch (found?.verdict) {
    case 'submitted':
      return null;
    case 'earlier': {
      const earlier = claim && (await findRecordedAnswer(db, workspaceId, claim, now));
      if (earlier) return earlier;
      // The record expired after the verdict. The next try writes the work.
      throw inProgress();
    }
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

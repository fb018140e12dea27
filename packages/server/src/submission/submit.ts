import { priceOf } from '@atelier/contract';
import { sql, type Transaction } from 'kysely';
import { enter } from '../accounts/ledger.ts';
import type { Plans } from '../accounts/plans.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Queue } from '../database/queue.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { newId } from '../ids.ts';
import { insertJobs } from '../jobs/moves.ts';
import type { JobRow } from '../jobs/rows.ts';
import { insertVersions } from '../jobs/versions.ts';
import type { WorkOrder } from '../jobs/work-order.ts';
import { type RemovalRoom, removeBytesNow } from '../media/removal.ts';
import { insertMedia } from '../media/rows.ts';
import { checkPlan, checkUnfinished } from './options.ts';
import { claimKey, type IdempotencyClaim, keepReceipt, type Receipt } from './receipt.ts';
import type { WorkRequest } from './request.ts';
import { resolveSources } from './sources.ts';

/** What submissions need. */
export interface SubmissionRoom extends RemovalRoom {
  readonly db: Database;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly engines: Pick<EngineCatalogue, 'laneOf'>;
}

/** A request for work by a workspace. */
export interface SubmissionCall {
  readonly workspace: Workspace;
  readonly request: WorkRequest;
  /** Null where the caller named no key, or the interface takes none. */
  readonly claim: IdempotencyClaim | null;
  /** Makes the answer that is given now and kept for replays; the transaction sees what was written. */
  readonly answer: (jobs: readonly JobRow[], transaction: Queryable) => Promise<Receipt>;
}

/** The answer, and whether it is one that was given before. */
export interface SubmissionOutcome extends Receipt {
  readonly replayed: boolean;
}

/**
 * The one way in for work. Receipt, sources, limits, charge, jobs and queue entries commit together or not at all, so
 * the outcome of a request is always known, and no engine hears of work that is not paid for.
 * Throws a Fault for everything the caller can mend; then nothing has happened.
 */
export async function submit(room: SubmissionRoom, call: SubmissionCall): Promise<SubmissionOutcome> {
  const bytes = (call.request.newMedia ?? []).map((media) => media.storageKey);
  const outcome = await commit(room, call).catch(async (error: unknown) => {
    await removeBytesNow(room, bytes);
    throw error;
  });
  if (outcome.replayed) await removeBytesNow(room, bytes);
  return outcome;
}

function commit(room: SubmissionRoom, { workspace, request, claim, answer }: SubmissionCall): Promise<SubmissionOutcome> {
  return room.db.transaction().execute(async (transaction) => {
    const now = room.clock.now();

    const earlier = claim && (await claimKey(transaction, workspace.id, claim, now));
    if (earlier) return { ...earlier, replayed: true };

    const plan = room.plans[workspace.plan];
    checkPlan(plan, workspace, request);
    for (const media of request.newMedia ?? []) await insertMedia(transaction, media, now);
    const { order, parentId } = await writeOrder(transaction, workspace.id, request);
    const price = priceOf(request.model, request.resolution, request.options.durationSeconds);
    const jobs = newJobs(request.count, price);

    await enter(
      transaction,
      workspace.id,
      jobs.map((job) => ({ kind: 'charge', amount: -job.price, jobId: job.id, reason: request.operation })),
      now,
    );
    checkUnfinished(plan, (await countUnfinished(transaction, workspace.id)) + jobs.length);
    const rows = await insertJobs(transaction, workspace.id, order, jobs, now);
    if (parentId !== null) await insertVersions(transaction, workspace.id, parentId, rows, now);
    await room.queue.add(
      transaction,
      room.engines.laneOf(order, workspace.sandbox),
      jobs.map((job) => job.id),
      workspace.id,
    );

    const given = await answer(rows, transaction);
    if (claim) await keepReceipt(transaction, workspace.id, claim, given, now);
    return { ...given, replayed: false };
  });
}

/** What the worker will read, and the image whose versions the outputs become: null where they stand for themselves. */
async function writeOrder(
  transaction: Transaction<unknown>,
  workspaceId: string,
  request: WorkRequest,
): Promise<{ order: WorkOrder; parentId: string | null }> {
  const { count: _c, pictures: _p, newMedia: _n, versionsOf: _v, root: _r, ...order } = request;
  const { pictures, parentId, presetClass } = await resolveSources(transaction, workspaceId, request);
  // A request may show its products otherwise than the scene it names.
  const options = presetClass ? { presetClass, ...order.options } : order.options;
  return { order: { ...order, options, pictures }, parentId };
}

function newJobs(count: number, price: number) {
  const submissionId = newId();
  return Array.from({ length: count }, (_, position) => ({ id: newId(), submissionId, position, price }));
}

/** Jobs of the workspace that have not ended. Exact, as the charge holds the workspace's row. Index: jobs_unfinished. */
async function countUnfinished(transaction: Transaction<unknown>, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from jobs where workspace_id = ${workspaceId} and finished_at is null`.execute(transaction);
  return rows[0]?.count ?? 0;
}

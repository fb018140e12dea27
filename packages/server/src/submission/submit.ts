import { priceOf } from '@atelier/contract';
import type { Plans } from '../accounts/plans.ts';
import { deletedWorkspace, findWorkspace, type Workspace } from '../accounts/workspaces.ts';
import type { Queryable } from '../database/connection.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { Fault } from '../fault.ts';
import { type JobRow, pendingJobs } from '../jobs/rows.ts';
import { insertVersions } from '../jobs/versions.ts';
import { type RemovalRoom, removeBytesNow } from '../media/removal.ts';
import { insertMedia } from '../media/rows.ts';
import type { CommonServices } from '../services.ts';
import { type PictureSource, type WorkOrder, wordsOf } from '../work-order.ts';
import { checkPlan } from './options.ts';
import { findRecordedAnswer, type IdempotencyClaim, type RecordedAnswer } from './recorded-answer.ts';
import type { WorkRequest } from './request.ts';
import { refuseEmptyMask, resolveSources } from './sources.ts';
import { type NewWork, type WriteWork, writeWorkWithin } from './write-work.ts';

/** The services that submissions need. */
export interface SubmissionRoom extends RemovalRoom, Pick<CommonServices, 'db' | 'queue' | 'clock' | 'prompts'> {
  /** Writes work that nothing else is written with. */
  readonly writeWork: WriteWork;
  readonly plans: Plans;
  readonly engines: Pick<EngineCatalogue, 'laneOf' | 'refusalOf'>;
}

/** The services that the check of a request needs. */
export type CheckRoom = Pick<SubmissionRoom, 'db' | 'plans' | 'engines' | 'prompts'>;

/** The answer to a request for work, and whether it was given before. */
export interface SubmissionOutcome extends RecordedAnswer {
  readonly replayed: boolean;
}

/**
 * When the answer is made. Before the commit, to be kept with the key of the request; or within it, from the written
 * rows, if requests have no key.
 */
export type SubmissionAnswer =
  | { readonly before: (jobs: readonly JobRow[]) => RecordedAnswer }
  | { readonly within: (jobs: readonly JobRow[], transaction: Queryable) => Promise<RecordedAnswer> };

/** A request for work by a workspace. */
export interface SubmissionCall {
  readonly workspace: Workspace;
  /** The key that asks for it, whose limits hold; null where that is not known. */
  readonly keyId: string | null;
  readonly request: WorkRequest;
  /** Null where the caller named no key, or the interface takes none. */
  readonly claim: IdempotencyClaim | null;
  readonly answer: SubmissionAnswer;
}

/**
 * The one way in for work. Recorded answer, charge, jobs and queue entries commit together or not at all
 * (`submit-work.sql`).
 * So the outcome of a request is always known, and no engine hears of work that is not paid for. Throws a Fault for
 * everything that the caller can mend; nothing is written then.
 */
export async function submit(room: SubmissionRoom, call: SubmissionCall): Promise<SubmissionOutcome> {
  const bytes = (call.request.newMedia ?? []).map((media) => media.storage_key);
  const outcome = await checkAndWrite(room, call).catch(async (error: unknown) => {
    await removeBytesNow(room, bytes);
    throw error;
  });
  if (outcome.replayed) await removeBytesNow(room, bytes);
  return outcome;
}

async function checkAndWrite(room: SubmissionRoom, call: SubmissionCall): Promise<SubmissionOutcome> {
  const { workspace, request, claim, answer } = call;
  const now = room.clock.now();
  try {
    checkPlan(room.plans[workspace.plan], workspace, request);
    await refuseEmptyMask(room, workspace.id, request);
    const isOneStatement = 'before' in answer && !request.newMedia?.length && request.versionsOf === undefined;
    return isOneStatement ? await writeAtOnce(room, call, now) : await writeInSteps(room, call, now);
  } catch (error) {
    // A key that was used before is the first thing to say, whatever is wrong with the request now.
    const earlier = claim && error instanceof Fault && (await findRecordedAnswer(room.db, workspace.id, claim, now));
    if (earlier) return { ...earlier, replayed: true };
    // One that was deleted meanwhile is met as one without credits.
    const isPoor = error instanceof Fault && error.code === 'insufficient_credits';
    if (isPoor && !(await findWorkspace(room.db, workspace.id))) throw deletedWorkspace(error);
    throw error;
  }
}

/**
 * Throws what would refuse the work of a request, as far as it is known before. `coming` are pictures that the work
 * will have and the request does not name yet. Nothing is written.
 */
export async function checkWork(
  room: CheckRoom,
  workspace: Workspace,
  request: WorkRequest,
  coming: readonly PictureSource[],
): Promise<void> {
  checkPlan(room.plans[workspace.plan], workspace, request);
  const { order } = await writeOrder(room.db, workspace.id, request);
  checkEngines(room, workspace, { ...order, pictures: [...order.pictures, ...coming] }, request.root);
}

/** Work without further rows: one statement is the whole transaction. */
async function writeAtOnce(room: SubmissionRoom, call: SubmissionCall, now: Date): Promise<SubmissionOutcome> {
  const { order } = await writeOrder(room.db, call.workspace.id, call.request);
  const work = newWork(room, call, order, now);
  const earlier = await room.writeWork(work);
  if (earlier) return { ...earlier, replayed: true };
  if (!work.recorded) throw new Error('a request that is written at once has its answer before');
  room.queue.wake(work.lane);
  return { ...work.recorded, replayed: false };
}

/** Work with pictures of its own, versions to note or an answer to read. */
async function writeInSteps(room: SubmissionRoom, call: SubmissionCall, now: Date): Promise<SubmissionOutcome> {
  const { workspace, request, answer } = call;
  try {
    const { lane, recorded } = await room.db.transaction().execute(async (transaction) => {
      for (const media of request.newMedia ?? [])
        await insertMedia(transaction, media, room.plans[workspace.plan], now);
      const { order, parentId } = await writeOrder(transaction, workspace.id, request);
      const work = newWork(room, call, order, now);
      const earlier = await writeWorkWithin(transaction, work);
      if (earlier) throw new Replay(earlier);
      if (parentId !== null) await insertVersions(transaction, workspace.id, parentId, work.jobs, now);
      const recorded = 'within' in answer ? await answer.within(work.jobs, transaction) : work.recorded;
      if (!recorded) throw new Error('a request has its answer before or within');
      return { recorded, lane: work.lane };
    });
    room.queue.wake(lane);
    return { ...recorded, replayed: false };
  } catch (error) {
    if (error instanceof Replay) return { ...error.earlier, replayed: true };
    throw error;
  }
}

/** Takes back the rows that were written for a request that turns out to be a repeated one. */
class Replay extends Error {
  readonly earlier: RecordedAnswer;

  constructor(earlier: RecordedAnswer) {
    super('the request was made before');
    this.earlier = earlier;
  }
}

/** The worker's input, and the image whose versions the outputs become: null if they are independent. */
async function writeOrder(
  db: Queryable,
  workspaceId: string,
  request: WorkRequest,
): Promise<{ order: WorkOrder; parentId: string | null }> {
  const { count: _c, pictures: _p, newMedia: _n, versionsOf: _v, root: _r, ...order } = request;
  const { pictures, parentId, presetClass } = await resolveSources(db, workspaceId, request);
  // A request may show its products otherwise than the scene it names.
  const options = presetClass ? { presetClass, ...order.options } : order.options;
  const namedAssets = request.pictures.flatMap(({ by, name }) => (by === 'assetId' ? [name] : []));
  const assetIds = new Set([...(request.assetIds ?? []), ...namedAssets]);
  const named = assetIds.size > 0 ? { assetIds: [...assetIds] } : {};
  return { order: { ...order, ...named, options, pictures }, parentId };
}

/**
 * Throws `unsupported_option` for work that every engine will refuse whatever its pictures show: before anything is
 * charged.
 */
function checkEngines({ engines, prompts }: CheckRoom, { sandbox }: Workspace, order: WorkOrder, root = ''): void {
  const refusal = engines.refusalOf(order, sandbox);
  // Words that policy forbids end their job as policy_blocked, whatever an engine thinks of them.
  if (!refusal || prompts.refusal(wordsOf(order)) !== null) return;
  const place = refusal.pointer === '' ? '' : `${root}${refusal.pointer}: `;
  throw new Fault('unsupported_option', place + refusal.message);
}

/** The rows of a request. Throws `unsupported_option` for an order that no engine makes. */
function newWork(room: SubmissionRoom, call: SubmissionCall, order: WorkOrder, now: Date): NewWork {
  const { workspace, keyId, request, claim, answer } = call;
  checkEngines(room, workspace, order, request.root);
  const price = priceOf(request.model, request.resolution, request.options.durationSeconds);
  const jobs = pendingJobs(workspace.id, order, request.count, price, now);
  const lane = room.engines.laneOf(order, workspace.sandbox);
  const recorded = 'before' in answer ? answer.before(jobs) : null;
  return {
    workspaceId: workspace.id,
    keyId,
    order,
    jobs,
    lane,
    plan: room.plans[workspace.plan],
    price,
    now,
    claim,
    recorded,
  };
}

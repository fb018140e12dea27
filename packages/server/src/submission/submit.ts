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
  /** Writes work that needs no other rows in its transaction. */
  readonly writeWork: WriteWork;
  readonly plans: Plans;
  readonly engines: Pick<EngineCatalogue, 'laneOf' | 'refusalOf'>;
}

/** The services that the check of a request needs. */
export type CheckRoom = Pick<SubmissionRoom, 'db' | 'plans' | 'engines' | 'prompts'>;

/** The answer to a request for work, and whether it is the recorded answer to an earlier one. */
export interface SubmissionOutcome extends RecordedAnswer {
  readonly replayed: boolean;
}

/**
 * When the answer is made. `before`: before the transaction, so that it is recorded with the idempotency key. Otherwise
 * within it, from the written rows, for an interface without keys.
 */
export type SubmissionAnswer =
  | { readonly before: (jobs: readonly JobRow[]) => RecordedAnswer }
  | { readonly within: (jobs: readonly JobRow[], transaction: Queryable) => Promise<RecordedAnswer> };

/** A request for work by a workspace. */
export interface SubmissionCall {
  readonly workspace: Workspace;
  /** The API key of the request, whose limits apply; null if it is not known. */
  readonly keyId: string | null;
  readonly request: WorkRequest;
  /** Null if the request has no idempotency key, or the interface takes none. */
  readonly claim: IdempotencyClaim | null;
  readonly answer: SubmissionAnswer;
}

/**
 * Accepts a request for work: every operation of both interfaces ends up here. Recorded answer, charge, jobs and queue
 * entries commit together or not at all (`submit-work.sql`). So the outcome of a request is always known, and no engine
 * gets work that is not charged. Throws a Fault for everything that the caller can correct; then nothing is written.
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
    // The recorded answer comes first: a repeated request gets it even if the request would be refused now.
    const earlier = claim && error instanceof Fault && (await findRecordedAnswer(room.db, workspace.id, claim, now));
    if (earlier) return { ...earlier, replayed: true };
    // A workspace that was deleted in between counts as one without credits.
    const isPoor = error instanceof Fault && error.code === 'insufficient_credits';
    if (isPoor && !(await findWorkspace(room.db, workspace.id))) throw deletedWorkspace(error);
    throw error;
  }
}

/**
 * Throws the fault that would refuse a request, without writing anything. `coming` are the roles of pictures that the
 * work will have but the request does not name yet.
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

/** Writes work without other rows: one statement is the whole transaction. */
async function writeAtOnce(room: SubmissionRoom, call: SubmissionCall, now: Date): Promise<SubmissionOutcome> {
  const { order } = await writeOrder(room.db, call.workspace.id, call.request);
  const work = newWork(room, call, order, now);
  const earlier = await room.writeWork(work);
  if (earlier) return { ...earlier, replayed: true };
  if (!work.recorded) throw new Error('a request that is written at once has its answer before');
  room.queue.wake(work.lane);
  return { ...work.recorded, replayed: false };
}

/** Writes work in a transaction with its pictures and versions, and with an answer that is read from the rows. */
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

/** Thrown to roll the transaction back when the request turns out to be a repeated one. */
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
  // The preset class of the request takes precedence over that of its scene.
  const options = presetClass ? { presetClass, ...order.options } : order.options;
  const namedAssets = request.pictures.flatMap(({ by, name }) => (by === 'assetId' ? [name] : []));
  const assetIds = new Set([...(request.assetIds ?? []), ...namedAssets]);
  const named = assetIds.size > 0 ? { assetIds: [...assetIds] } : {};
  return { order: { ...order, ...named, options, pictures }, parentId };
}

/**
 * Throws `unsupported_option` for work that every engine would refuse whatever its pictures show, so that it is not
 * charged.
 */
function checkEngines({ engines, prompts }: CheckRoom, { sandbox }: Workspace, order: WorkOrder, root = ''): void {
  const refusal = engines.refusalOf(order, sandbox);
  // Forbidden words end the job as policy_blocked, so whether an engine understands them does not matter.
  if (!refusal || prompts.refusal(wordsOf(order)) !== null) return;
  const place = refusal.pointer === '' ? '' : `${root}${refusal.pointer}: `;
  throw new Fault('unsupported_option', place + refusal.message);
}

/** The rows of a request. Throws `unsupported_option` for an order that no engine serves. */
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

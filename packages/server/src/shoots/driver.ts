import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Plan } from '../accounts/plans.ts';
import { findWorkspace, type Workspace } from '../accounts/workspaces.ts';
import { findReferences, refuseEndedConsent } from '../assets/rows.ts';
import { isDatabaseAway, type Queryable, throughDeadlocks } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';
import type { JobRow } from '../jobs/rows.ts';
import { runningService, type Service } from '../service.ts';
import { type SubmissionRoom, submit } from '../submission/submit.ts';
import { completeShoot, pauseShoot, resumePaidShoots } from './changes.ts';
import { bodyOf, requestOf } from './request.ts';
import { SHOOT_COLUMNS, type ShootRow } from './rows.ts';

/** Pause between two looks at the shoots. */
const LOOK_MS = 500;
/** The same while there is much to submit. */
const BUSY_MS = 50;
/** Share of a plan's unfinished jobs that shoots may fill; the rest is kept for other requests. */
const SHARE = 0.75;
/** Jobs of shoots that wait for an engine, for each workspace: so many are ahead of any other request of it. */
const WAITING_MAX = 8;
/** Name of the lock of the one process that submits. */
const LOCK = 'atelier shoots';
/** Codes after which no item of the shoot can be submitted for now. */
const PAUSING: readonly string[] = [
  'insufficient_credits',
  'scope_required',
  'key_limit_exceeded',
  'model_access_required',
  'plan_limit_exceeded',
];

/** The services that the driver needs. */
export interface ShootRoom extends SubmissionRoom {
  readonly log: Logger;
}

/** A waiting item. */
type Waiting = Pick<Row<'shoot_items'>, 'id' | 'request_id' | 'asset_id' | 'avatar_id' | 'media_id'>;

/**
 * Submits the items of running shoots, and ends shoots that are done. Of many processes one at a time does so. An item
 * is noted as submitted in the transaction of its submission, so that no crash and no second process submits it twice.
 */
export function shootDriver(room: ShootRoom): Service {
  return runningService('shoots', async (signal) => {
    while (!signal.aborted) {
      const isBusy = await lookOnce(room, signal).catch((error: unknown) => {
        room.log.warn({ err: error }, 'shoots could not be read or submitted; the driver tries again');
        return false;
      });
      await sleep(isBusy ? BUSY_MS : LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  });
}

/** True if something was submitted. Does nothing while another process is at it. */
async function lookOnce(room: ShootRoom, signal: AbortSignal): Promise<boolean> {
  return room.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${LOCK}, 0)) as free`.execute(transaction);
    if (!rows[0]?.free) return false;
    await resumePaidShoots(room.db);
    let isBusy = false;
    for (const shoots of Map.groupBy(await findRunning(room.db), (row) => row.workspace_id).values())
      isBusy = (await driveWorkspace(room, shoots, signal)) || isBusy;
    return isBusy;
  });
}

/** Index: shoots_at_work. */
async function findRunning(db: Queryable): Promise<readonly ShootRow[]> {
  const running = db.selectFrom('shoots').select(SHOOT_COLUMNS).where('status', '=', 'running');
  return running.orderBy('id').execute();
}

/** Jobs of a workspace that have not ended, and those of shoots among them that wait. */
interface Load {
  readonly unfinished: number;
  readonly waiting: number;
}

/** Submits items of a workspace's shoots, oldest first, as far as there is room. True if something was submitted. */
async function driveWorkspace(room: ShootRoom, shoots: readonly ShootRow[], signal: AbortSignal): Promise<boolean> {
  const id = shoots[0]?.workspace_id ?? '';
  const workspace = await findWorkspace(room.db, id);
  if (!workspace) return false;
  let load = await loadOf(room.db, id);
  let isBusy = false;
  for (const shoot of shoots) {
    const groups = await findWaiting(room.db, shoot);
    if (groups.length === 0) await completeShoot(room.db, shoot.id, room.clock.now());
    for (const group of groups) {
      const plan = room.plans[workspace.plan];
      // A request over the plan's limit is submitted, so that its refusal pauses the shoot.
      const isPossible = group.length <= plan.unfinished_jobs;
      if (signal.aborted || (isPossible && !hasRoom(plan, load, group.length))) return isBusy;
      const outcome = await submitGroup(room, workspace, shoot, group);
      if (outcome === 'stop') break;
      isBusy = true;
      if (outcome === 'submitted')
        load = { unfinished: load.unfinished + group.length, waiting: load.waiting + group.length };
    }
  }
  return isBusy;
}

/** Indexes: jobs_unfinished, shoot_items_by_job. */
async function loadOf(db: Queryable, workspaceId: string): Promise<Load> {
  const { rows } = await sql<Load>`
    select count(*) as unfinished, count(i.id) filter (where j.status = 'pending') as waiting
    from jobs j left join shoot_items i on i.job_id = j.id
    where j.workspace_id = ${workspaceId} and j.finished_at is null`.execute(db);
  return rows[0] ?? { unfinished: 0, waiting: 0 };
}

/** True where so many more jobs leave room for other requests. One request is let through where none is at work. */
function hasRoom({ unfinished_jobs }: Plan, { unfinished, waiting }: Load, count: number): boolean {
  const share = Math.max(Math.floor(unfinished_jobs * SHARE), Math.min(count, unfinished_jobs));
  return unfinished + count <= share && waiting + count <= Math.max(WAITING_MAX, count);
}

/** The next items of a shoot, those of one request together. Index: shoot_items_waiting. */
async function findWaiting(db: Queryable, { id }: ShootRow): Promise<readonly (readonly Waiting[])[]> {
  const waiting = db.selectFrom('shoot_items').select(['id', 'request_id', 'asset_id', 'avatar_id', 'media_id']);
  const next = waiting.where('shoot_id', '=', id).where('state', '=', 'waiting').orderBy('position');
  const rows = await next.limit(4 * WAITING_MAX).execute();
  const groups = [...Map.groupBy(rows, (row) => row.request_id).values()];
  // The last group may be cut.
  return rows.length === 4 * WAITING_MAX ? groups.slice(0, -1) : groups;
}

/** Takes back a submission whose items were canceled, or submitted by another process, meanwhile. */
class Moved extends Error {}

/**
 * Submits the items of one request. `submitted` and `failed` are noted with the items; `stop` says that the shoot
 * cannot go on at present.
 */
async function submitGroup(
  room: ShootRoom,
  workspace: Workspace,
  shoot: ShootRow,
  group: readonly Waiting[],
): Promise<'submitted' | 'failed' | 'stop'> {
  try {
    await requireKey(room, shoot.api_key_id);
    const { request, assetIds, ...subject } = await subjectOf(room.db, workspace.id, group);
    const within = async (jobs: readonly JobRow[], transaction: Queryable) => {
      await noteSubmitted(transaction, shoot.id, group, jobs);
      return { status: 202, response: '' };
    };
    const wanted = {
      ...requestOf(shoot.recipe, subject),
      ...{ count: group.length, origin: { request }, assetIds },
      asked: { operation: shoot.recipe.operation, input: { ...bodyOf(shoot.recipe, subject) } },
    };
    await throughDeadlocks(() =>
      submit(room, { workspace, keyId: shoot.api_key_id, request: wanted, claim: null, answer: { within } }),
    );
    return 'submitted';
  } catch (error) {
    if (error instanceof Moved) return 'stop';
    if (isDatabaseAway(error)) throw error;
    return refused(room, workspace, shoot, group, error);
  }
}

/** Throws `scope_required` where the key that asked for a shoot may submit no more work. Index: api_keys_pkey. */
async function requireKey({ db, clock }: ShootRoom, keyId: string | null): Promise<void> {
  if (keyId === null) return;
  const columns = ['name', 'scopes', 'expires_at', 'revoked_at'] as const;
  const key = await db.selectFrom('api_keys').select(columns).where('id', '=', keyId).executeTakeFirst();
  if (!key) return;
  const isExpired = key.expires_at !== null && key.expires_at <= clock.now();
  if (key.revoked_at === null && !isExpired && key.scopes.includes('submit')) return;
  throw new Fault(
    'scope_required',
    `The key ${JSON.stringify(key.name)}, which asked for this shoot, may submit no more work. Use another key to resume the shoot.`,
  );
}

/** What the request of a group shows. Throws `invalid_source` where the avatar has no photo any more. */
async function subjectOf(db: Queryable, workspaceId: string, [first]: readonly Waiting[]) {
  if (!first) throw new Error('a request for work has no items');
  const { request_id: request, asset_id: assetId, avatar_id: id, media_id: productId } = first;
  if (id === null) return { request, assetIds: [assetId], productId, avatar: null };
  const avatar = (await findReferences(db, workspaceId, [id])).get(id);
  if (avatar) refuseEndedConsent(avatar, '/avatar_ids');
  const mediaId = avatar?.mediaId;
  if (!mediaId)
    throw new Fault(
      'invalid_source',
      `The avatar ${id} was deleted, or has no source image; use a look with another avatar.`,
    );
  return { request, assetIds: [assetId, id], productId, avatar: { id, mediaId } };
}

/** Notes the jobs of items. Throws Moved unless all items wait and their shoot runs. Index: shoot_items_pkey. */
async function noteSubmitted(
  transaction: Queryable,
  shootId: string,
  group: readonly Waiting[],
  jobs: readonly JobRow[],
): Promise<void> {
  const running = await sql`select id from shoots where id = ${shootId} and status = 'running' for share
  `.execute(transaction);
  const pairs = group.map(({ id, request_id }, index) => ({ id, request_id, job_id: jobs[index]?.id }));
  const noted = await sql`
    update shoot_items i set state = 'submitted', job_id = each.job_id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as each (id uuid, request_id uuid, job_id uuid)
    where i.id = each.id and i.request_id = each.request_id and i.state = 'waiting' returning i.id
  `.execute(transaction);
  if (running.rows.length !== 1 || noted.rows.length !== group.length) throw new Moved();
}

/** Pauses the shoot or fails the items, by the reason of a refusal. */
async function refused(
  room: ShootRoom,
  workspace: Workspace,
  shoot: ShootRow,
  group: readonly Waiting[],
  error: unknown,
): Promise<'failed' | 'stop'> {
  const fields = { shoot: shoot.id, workspace: workspace.id };
  if (!(error instanceof Fault)) room.log.error({ ...fields, err: error }, 'an item of a shoot could not be submitted');
  const { code, message } = error instanceof Fault ? error : new Fault('internal_error');
  if (code === 'unavailable' || code === 'unauthorized') return 'stop';
  if (PAUSING.includes(code)) {
    // Other requests may have filled the room meanwhile: that passes by itself.
    const { unfinished } = await loadOf(room.db, workspace.id);
    const { unfinished_jobs: most } = room.plans[workspace.plan];
    if (group.length <= most && unfinished + group.length > most) return 'stop';
    await pauseShoot(room.db, shoot.id, { code, message });
    room.log.info({ ...fields, code }, 'a shoot was paused');
    return 'stop';
  }
  const ids = group.map(({ id }) => id);
  await sql`
    update shoot_items set state = 'failed', error_code = ${code}, error_message = ${message}
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(room.db);
  return 'failed';
}

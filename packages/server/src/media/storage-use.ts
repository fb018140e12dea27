import { bytesText } from '@atelier/contract';
import { sql } from 'kysely';
import type { Plan } from '../accounts/plans.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';

/** The storage limits of a plan. */
export type StorageLimits = Pick<Plan, 'name' | 'storage_bytes' | 'upload_bytes_per_day'>;

/** The bytes that a workspace holds (uploads, masks, results), and those it uploaded today (UTC), deleted ones too. */
export type StorageUse = Pick<Row<'storage_use'>, 'held_bytes' | 'uploaded_bytes'>;

/** Advice that makes room. */
const WAY_OUT = 'Delete images, or ask for a larger plan.';

/**
 * Counts media of a workspace, in the transaction of their row. With a plan it throws `plan_limit_exceeded` where they
 * pass one of its limits. The row of `storage_use` stays locked until the transaction ends, so uploads at the same
 * moment cannot pass a limit together. Index: storage_use_pkey.
 */
export async function countStored(
  db: Queryable,
  workspaceId: string,
  { origin, size_bytes: sizeBytes }: Pick<Row<'media'>, 'origin' | 'size_bytes'>,
  plan: StorageLimits | null,
  now: Date,
): Promise<void> {
  const { rows } = await sql<StorageUse>`
    insert into storage_use as used (workspace_id, held_bytes, day, uploaded_bytes)
    values (${workspaceId}, ${sizeBytes}, ${dayOf(now)}, ${origin === 'upload' ? sizeBytes : 0})
    on conflict (workspace_id) do update set
      held_bytes = used.held_bytes + excluded.held_bytes,
      uploaded_bytes = excluded.uploaded_bytes + case when used.day >= excluded.day then used.uploaded_bytes else 0 end,
      day = greatest(used.day, excluded.day)
    returning held_bytes, uploaded_bytes`.execute(db);
  const use = rows[0];
  if (use && plan) checkUpload(plan, use, sizeBytes);
}

/** Throws `plan_limit_exceeded` where an upload of this size, which `use` counts already, passes a limit. */
function checkUpload(
  { name, storage_bytes, upload_bytes_per_day }: StorageLimits,
  use: StorageUse,
  sizeBytes: number,
): void {
  if (storage_bytes !== null && use.held_bytes > storage_bytes)
    throw new Fault(
      'plan_limit_exceeded',
      `The workspace holds ${bytesText(use.held_bytes - sizeBytes)} of the ${bytesText(storage_bytes)} that the plan ${name} allows; this image of ${bytesText(sizeBytes)} is too much. ${WAY_OUT}`,
    );
  if (upload_bytes_per_day !== null && use.uploaded_bytes > upload_bytes_per_day)
    throw new Fault(
      'plan_limit_exceeded',
      `The workspace uploaded ${bytesText(use.uploaded_bytes - sizeBytes)} today (UTC), and the plan ${name} allows ${bytesText(upload_bytes_per_day)} a day; this image of ${bytesText(sizeBytes)} is too much. Upload it tomorrow, or ask for a larger plan.`,
    );
}

/**
 * `plan_limit_exceeded`: the workspace holds all that its plan allows, so no new work is accepted whose results would
 * add to it.
 */
export function storageFull({ name, storage_bytes }: StorageLimits, heldBytes: number): Fault {
  return new Fault(
    'plan_limit_exceeded',
    `The workspace holds ${bytesText(heldBytes)}, and the plan ${name} allows ${bytesText(storage_bytes ?? heldBytes)}: there is no room for results. ${WAY_OUT}`,
  );
}

/** The used storage of a workspace at this moment. Index: storage_use_pkey. */
export async function readStorageUse(db: Queryable, workspaceId: string, now: Date): Promise<StorageUse> {
  const { rows } = await sql<StorageUse>`
    select held_bytes, case when day >= ${dayOf(now)}::date then uploaded_bytes else 0 end as uploaded_bytes
    from storage_use where workspace_id = ${workspaceId}`.execute(db);
  return rows[0] ?? { held_bytes: 0, uploaded_bytes: 0 };
}

/** The day of a moment in UTC, such as `2026-11-25`. */
function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

import {
  BUILT_IN_FORMATS,
  EXPORT_FORMATS_MAX,
  type ExportFormat,
  type ExportSettings,
  exportFormatViolation,
} from '@atelier/contract';
import { lockWorkspace } from '../accounts/workspaces.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';

/** Columns of {@link FormatRow}. */
const COLUMNS = ['id', 'name', 'settings', 'created_at'] as const;

type FormatRow = Pick<Row<'export_formats'>, (typeof COLUMNS)[number]>;

function formatOf({ id, name, settings, created_at }: FormatRow): ExportFormat {
  return { id, ...settings, name, created_at: created_at.toISOString() };
}

/** The built-in formats, then those of a workspace by name. Index: export_formats_by_name. */
export async function listFormats(db: Queryable, workspaceId: string): Promise<readonly ExportFormat[]> {
  const own = db.selectFrom('export_formats').select(COLUMNS).where('workspace_id', '=', workspaceId);
  return [...BUILT_IN_FORMATS, ...(await own.orderBy('name').execute()).map(formatOf)];
}

/** A format by its name. Throws `not_found` without one. Index: export_formats_by_name. */
export async function findFormat(db: Queryable, workspaceId: string, name: string): Promise<ExportFormat> {
  const all = await listFormats(db, workspaceId);
  const found = all.find((format) => format.name === name);
  if (!found) throw new MissingFault('export format', name);
  return found;
}

/** Keeps a format. Throws `invalid_request` for settings that contradict each other and for a name in use. */
export async function insertFormat(
  db: Database,
  workspaceId: string,
  { name, ...settings }: ExportSettings,
  now: Date,
): Promise<ExportFormat> {
  return db.transaction().execute(async (transaction) => {
    const own = await lockFormats(transaction, workspaceId);
    check({ name, ...settings }, own);
    if (own.length >= EXPORT_FORMATS_MAX)
      throw new Fault(
        'invalid_request',
        `The workspace has ${EXPORT_FORMATS_MAX} export formats, the most allowed; delete one first.`,
      );
    const row = { id: newId(), workspace_id: workspaceId, name, settings, created_at: now };
    const inserted = transaction.insertInto('export_formats').values(row).returning(COLUMNS);
    return formatOf(await inserted.executeTakeFirstOrThrow());
  });
}

/** Changes a format of the workspace. Throws as {@link insertFormat}, or `not_found`. Index: export_formats_pkey. */
export async function changeFormat(
  db: Database,
  workspaceId: string,
  id: string,
  change: Partial<ExportSettings>,
): Promise<ExportFormat> {
  return db.transaction().execute(async (transaction) => {
    const all = await lockFormats(transaction, workspaceId);
    const known = all.find((format) => format.id === id.toLowerCase());
    if (!known) throw new MissingFault('export format', id);
    const { id: _id, created_at: _at, name, ...settings } = { ...known, ...change };
    check(
      { name, ...settings },
      all.filter((format) => format !== known),
    );
    const changed = transaction
      .updateTable('export_formats')
      .set({ name, settings })
      .where('id', '=', id)
      .returning(COLUMNS);
    return formatOf(await changed.executeTakeFirstOrThrow());
  });
}

/** The formats of a workspace. The lock on it keeps two requests from taking the same name or the last place. */
async function lockFormats(transaction: Queryable, workspaceId: string): Promise<ExportFormat[]> {
  await lockWorkspace(transaction, workspaceId);
  return (await listFormats(transaction, workspaceId)).filter(({ id }) => id !== null);
}

function check(settings: ExportSettings, others: readonly ExportFormat[]): void {
  const violation = exportFormatViolation(settings);
  if (violation) throw new Fault('invalid_request', `${violation.pointer} ${violation.message}.`);
  if ([...BUILT_IN_FORMATS, ...others].some(({ name }) => name === settings.name))
    throw new Fault('invalid_request', `/name is ${JSON.stringify(settings.name)}, the name of another export format.`);
}
